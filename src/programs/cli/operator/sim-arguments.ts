import { InvalidArgumentError } from "commander";

/** Each parses one argument, or throws what was expected; the gateway checks the limits. */
const whole = (expected: string) => (text: string) => {
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError(`Expected ${expected}.`);
  return Number(text);
};

export const count = whole("a number, such as 3");
export const millis = whole("a whole number of milliseconds, such as 500");
export const seed = whole("a whole number, such as 7");

export function percent(text: string): number {
  if (!/^\d{1,3}(\.\d+)?\s?%?$/.test(text)) throw new InvalidArgumentError("Expected a percentage, such as 10%.");
  return Number.parseFloat(text);
}

export function millisRange(text: string): { readonly from: number; readonly to: number } {
  const [, from, to] = /^(\d{1,6})\.\.(\d{1,6})$/.exec(text) ?? [];
  if (from === undefined || to === undefined) {
    throw new InvalidArgumentError("Expected a range of milliseconds, such as 20..400.");
  }
  return { from: Number(from), to: Number(to) };
}

export function factor(text: string): number {
  if (!/^\d{1,6}(\.\d+)?$/.test(text)) throw new InvalidArgumentError("Expected a number, such as 3600.");
  return Number(text);
}
