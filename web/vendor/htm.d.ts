// htm binds a template literal to a function that makes nodes.
declare const htm: {
  bind<T>(make: (type: unknown, props: unknown, ...children: unknown[]) => T):
    (strings: TemplateStringsArray, ...values: unknown[]) => T;
};
export default htm;
