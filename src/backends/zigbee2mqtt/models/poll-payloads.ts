import type { Lamp } from "./capabilities.ts";

/** What to ask a lamp for, and when. */
export interface PollPayloads {
  /** Does no harm whatever the lamp is doing. */
  readonly first: Readonly<Record<string, string>> | undefined;
  /** Some lamps turn on when they are asked for these. */
  readonly whenOn: Readonly<Record<string, string>> | undefined;
}

/** A lamp with colours is asked for them alone: with the answer come its mode and its white. */
export function pollPayloads({ state, brightness, colour, colourTemperature, gradient, askable }: Lamp): PollPayloads {
  const asked = [brightness, colour ?? colourTemperature, gradient].flatMap((part) => (part ? [part.property] : []));
  const questions = (properties: readonly string[]) => {
    const allowed = properties.filter((property) => askable.includes(property));
    return allowed.length === 0 ? undefined : Object.fromEntries(allowed.map((property) => [property, ""]));
  };
  return { first: questions([state.property]), whenOn: questions(asked) };
}
