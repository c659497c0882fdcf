/** What the tests use of culori, which comes without types. */
declare module "culori" {
  interface Rgb {
    readonly mode: "rgb" | "lrgb";
    /** From 0 to 1 each. */
    readonly r: number;
    readonly g: number;
    readonly b: number;
  }
  interface Xyz65 {
    readonly mode: "xyz65";
    readonly x: number;
    readonly y: number;
    readonly z: number;
  }
  interface Hsv {
    readonly mode: "hsv";
    readonly h: number;
    /** From 0 to 1 each. */
    readonly s: number;
    readonly v: number;
  }
  export function converter(mode: "rgb" | "lrgb"): (colour: Rgb | Xyz65 | Hsv) => Rgb;
  export function converter(mode: "xyz65"): (colour: Rgb | Xyz65 | Hsv) => Xyz65;
}
