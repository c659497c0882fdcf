import type { TrafficEntry } from "../../operator/page-commands.ts";

export const WANTED_KINDS = ["all", "request", "datagram", "mqtt", "event", "refused", "operator"] as const;
export type WantedKind = (typeof WANTED_KINDS)[number];

/** What pages of operators ask of the gateway itself, every few seconds, would bury what clients do. */
export function isWanted(entry: TrafficEntry, wanted: WantedKind): boolean {
  const { kind, refusal } = entry;
  if (wanted === "refused") return refusal !== undefined;
  if (isOfOperatorPage(entry)) return wanted === "operator";
  return wanted === "all" || kind === wanted;
}

const isOfOperatorPage = ({ by, what }: TrafficEntry): boolean =>
  by?.kind === "operator" && /^[A-Z]+ \/operator\//.test(what);
