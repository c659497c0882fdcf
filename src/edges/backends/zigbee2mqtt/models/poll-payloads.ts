import type { Lamp } from "./capabilities.ts";

/** The payloads of `<device>/get` for a lamp. */
export interface PollPayloads {
  /** Whether the lamp is on: safe at any time. */
  readonly onOff: Readonly<Record<string, string>> | undefined;
  /** The rest: some lamps that are off turn on when these are read. */
  readonly whenOn: Readonly<Record<string, string>> | undefined;
}

/** Of a lamp with colours only the colour is read: the response contains the colour mode and the white as well. */
export function pollPayloads({ state, brightness, colour, colourTemperature, gradient, readable }: Lamp): PollPayloads {
  const rest = [brightness, colour ?? colourTemperature, gradient].flatMap((part) => (part ? [part.property] : []));
  const payloadFor = (properties: readonly string[]) => {
    const allowed = properties.filter((property) => readable.includes(property));
    return allowed.length === 0 ? undefined : Object.fromEntries(allowed.map((property) => [property, ""]));
  };
  return { onOff: payloadFor([state.property]), whenOn: payloadFor(rest) };
}
