import { counted } from "../../../shared/counted.ts";
import type { ListedGateway } from "../../../shared/listed-gateway.ts";
import { relativeWords, timeWords } from "../parts/times.ts";

/** How well a gateway is: all right, at work with problems, or away. */
type Health = "good" | "troubled" | "away";

const RANKS: Readonly<Record<Health, number>> = { away: 0, troubled: 1, good: 2 };

export const healthOf = ({ state, troubles }: ListedGateway): Health =>
  state !== "online" ? "away" : troubles > 0 ? "troubled" : "good";

/** How it is, in a few words; with a moment, how long ago it was there, otherwise when. */
export function stateWords({ state, since, troubles }: ListedGateway, nowMillis?: number): string {
  const when = since && (nowMillis === undefined ? timeWords(since) : relativeWords(since, nowMillis));
  const ago = when === null ? "" : `, last contact ${when}`;
  switch (state) {
    case "online":
      return troubles === 0 ? "Connected" : `Connected, ${counted(troubles, "problem")}`;
    case "offline":
      return `Not connected${ago}`;
    case "stopped":
      return `Stopped${ago}`;
    case "never connected":
      return "Never connected";
  }
}

/** How many of its lights are on; nobody knows of a gateway that is away. */
export function lightsWords({ state, lights, lit }: ListedGateway): string {
  if (lights === 0) return "no lights";
  if (state !== "online") return counted(lights, "light");
  return lit === 0 ? `all ${lights} off` : `${lit} of ${lights} on`;
}

/** Those with problems first, otherwise in the order in which they came, which is that of their names. */
export const byHealth = (gateways: readonly ListedGateway[]): readonly ListedGateway[] =>
  gateways.toSorted((one, other) => RANKS[healthOf(one)] - RANKS[healthOf(other)]);

/** All gateways at a glance. */
export function summaryWords(gateways: readonly ListedGateway[]): string {
  const online = gateways.filter(({ state }) => state === "online");
  const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0).toLocaleString("en");
  const connected = `${online.length.toLocaleString("en")} of ${gateways.length.toLocaleString("en")} connected`;
  return `${connected} · ${sum(online.map(({ lit }) => lit))} of ${sum(gateways.map(({ lights }) => lights))} lights on`;
}
