// Where everything at a table stands, in px of the stage.
export type Mode = "large" | "mid" | "short" | "phone" | "land";
export interface Spot { x: number; y: number }
export interface Pod extends Spot { w: number; h: number; angle: number }
export interface Fan extends Spot { w: number; card: number }
export interface Layout {
  mode: Mode; width: number; height: number; scale: number;
  felt: { cx: number; cy: number; a: number; b: number; exponent: number; rail: number };
  /** Centres; index 0 is the viewer's place. Phone: the plate. */
  pods: Pod[];
  /** Avatars' size on a phone; 0 where they stand in the pod. */
  avatar: number;
  /** Middles of chips with amount. */
  bets: Spot[];
  buttons: (Spot & { size: number })[];
  board: Spot & { card: number; gap: number };
  total: Spot; pots: Spot; stage_line: Spot;
  /** Own cards: middle of the row and its lower edge; where its left end may not pass. */
  own: Spot & { card: number; gap: number; left?: number };
  /** Backs of an opponent's cards: width. */
  back: number;
  /** Cards turned up at showdown: width, and for each place whether they stand below the pod. */
  shown: number; shown_below: boolean[];
  /**
   * Stud: for each place, the row's left end, upper edge of the downs, direction, and whether it
   * stands at a corner, where long rows begin further out.
   */
  fans: (Spot & { align: "left" | "centre" | "right"; corner: boolean })[];
}
