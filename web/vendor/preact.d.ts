// The part of Preact 11 that the client uses.
export type Child = VNode | string | number | boolean | null | undefined | Child[];
export interface VNode { type: unknown; props: Record<string, unknown>; key: unknown }
export function h(type: unknown, props: unknown, ...children: unknown[]): VNode;
export function render(vnode: Child, parent: Element): void;
export function createContext<T>(value: T): Context<T>;
export function createPortal(vnode: Child, parent: Element): VNode;
export interface Context<T> { Provider: unknown; readonly value?: T }
export const Fragment: unknown;
