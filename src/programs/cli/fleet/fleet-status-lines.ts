import { counted } from "../../../shared/counted.ts";
import { printable } from "../../../shared/printable.ts";
import { about } from "../operator/status-lines.ts";
import { type BucketState, behind } from "./bucket-states.ts";
import type { FleetStatus } from "./fleet-status.ts";

/** How a fleet is, a line for each thing. */
export function fleetStatusLines(status: FleetStatus): readonly string[] {
  const { name, mac, gateways, lights, pending, fronts, buckets, problems } = status;
  return [
    printable(`Fleet "${name}", ${mac}`),
    ...about("gateways", gatewaysLine(gateways)),
    ...about("lights", String(lights)),
    ...about("waiting", ...(pending > 0 ? [`${counted(pending, "entry")} not published yet`] : [])),
    ...about("fronts", fronts === 0 ? "none added" : `${fronts} added`),
    ...about("data", ...buckets.map(bucketLine)),
    ...about("problems", problems === 0 ? "none" : `${problems}, see luxgate fleet problems`),
  ];
}

function gatewaysLine(counts: FleetStatus["gateways"]): string {
  const { all, online, stopped, offline, neverConnected, notRegistered } = counts;
  if (all === 0) return notRegistered > 0 ? `none registered, but ${notRegistered} have entries` : "none added";
  const others = [
    ...(offline > 0 ? [`${offline} offline`] : []),
    ...(stopped > 0 ? [`${stopped} stopped`] : []),
    ...(neverConnected > 0 ? [`${neverConnected} never connected`] : []),
    ...(notRegistered > 0 ? [`${notRegistered} not registered`] : []),
  ];
  return [`${online} of ${all} online`, ...others].join(", ");
}

function bucketLine({ bucket, entries, bytes, leader, copies }: BucketState): string {
  // Without a leader, how far the copies are is not known.
  const late = copies.filter(({ state }) => state === "behind" || state === "offline");
  return [
    `${bucket}: ${counted(entries, "entry")}, ${size(bytes)}`,
    copies.length === 1 ? "1 copy" : `${copies.length} copies`,
    leader === null ? "no leader" : `leader ${leader}`,
    ...late.map(({ server, state, lag }) => `${server} ${state === "behind" ? behind(lag) : state}`),
  ].join(", ");
}

/** "640 bytes", "4.2 kB", "143 MB". */
function size(bytes: number): string {
  if (bytes < 1_000) return counted(bytes, "byte");
  const [unit, value] = bytes < 1_000_000 ? ["kB", bytes / 1_000] : ["MB", bytes / 1_000_000];
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}
