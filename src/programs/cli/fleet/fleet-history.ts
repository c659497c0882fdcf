import type { NatsConnection } from "@nats-io/transport-node";
import type { RecordedEntry, TrailQuery } from "../../../core/home/trail-entry.ts";
import { newest } from "../../../edges/control/commands/history.ts";
import { type EnrolledMember, enrolledMembers } from "../../../edges/fleet/authority/members.ts";
import { devicesMeant } from "./devices-meant.ts";
import type { OperatedFleet } from "./operated-fleet.ts";
import { gatewaysMeant } from "./read-fleet.ts";
import { AwayFault, readTrailOf } from "./read-trail.ts";

/** An entry of a gateway's audit trail, and whose it is. */
export interface FleetHistoryEntry extends RecordedEntry {
  readonly gateway: string;
}

export interface FleetHistory {
  /** The oldest first. */
  readonly entries: readonly FleetHistoryEntry[];
  /** How many damaged lines were passed on the way to them. */
  readonly unreadable: number;
  /** The gateways that gave none, by name, with the reasons. */
  readonly missing: readonly { readonly gateway: string; readonly why: string }[];
}

export interface WantedHistory extends Pick<TrailQuery, "by" | "since" | "device"> {
  readonly last: number;
  readonly gateway?: string | undefined;
}

/** What is asked of one gateway. */
export interface HistoryQuestion {
  readonly member: EnrolledMember;
  readonly query: TrailQuery;
}

/** Gateways that are asked at once. */
const MOST_AT_ONCE = 16;

/** The last entries of all gateways, or of one. */
export async function fleetHistory(
  { connect }: Pick<OperatedFleet, "connect">,
  wanted: WantedHistory,
): Promise<FleetHistory> {
  const connection = await connect("command");
  return askedAll(connection, await questionsOf(connection, wanted), wanted.last);
}

/** Asks gateways; `onAnswer` gets the number of the last entry that a gateway has. */
export async function askedAll(
  connection: NatsConnection,
  questions: readonly HistoryQuestion[],
  last: number,
  onAnswer: (question: HistoryQuestion, lastSequence: number) => void = () => undefined,
): Promise<FleetHistory> {
  const missing: { gateway: string; why: string }[] = [];
  let entries: readonly FleetHistoryEntry[] = [];
  let unreadable = 0;
  const left = [...questions];
  const next = async (): Promise<void> => {
    for (let question = left.shift(); question; question = left.shift()) {
      const { member, query } = question;
      try {
        const read = await newest({ readTrail: readTrailOf(connection, member.id, last) }, query, last);
        onAnswer(question, read.lastSequence);
        unreadable += read.unreadable;
        entries = merged(entries, withGateway(read.pieces.flat(), member.name), last);
      } catch (fault) {
        if (!(fault instanceof AwayFault)) throw fault;
        missing.push({ gateway: member.name, why: fault.message });
      }
    }
  };
  await Promise.all(Array.from({ length: MOST_AT_ONCE }, next));
  return { entries, unreadable, missing: missing.toSorted((one, other) => (one.gateway < other.gateway ? -1 : 1)) };
}

/** A device is asked for where it is; one that is gone, everywhere, by the name that it had. */
export async function questionsOf(
  connection: NatsConnection,
  { gateway, device, by, since }: WantedHistory,
): Promise<readonly HistoryQuestion[]> {
  const query: TrailQuery = { ...(by === undefined ? {} : { by }), ...(since === undefined ? {} : { since }) };
  const gateways = (await gatewaysMeant(connection, gateway)) ?? (await enrolledMembers(connection, "gateway"));
  if (device === undefined) return gateways.map((member) => ({ member, query }));
  const found = await devicesMeant(connection, gateways, device);
  const wanted = found.length > 0 ? found : gateways.map((member) => ({ member, id: device }));
  return wanted.map(({ member, id }) => ({ member, query: { ...query, device: id } }));
}

const withGateway = (entries: readonly RecordedEntry[], gateway: string): readonly FleetHistoryEntry[] =>
  entries.map((entry) => ({ gateway, ...entry }));

/** In the order of time by the gateways' clocks; never more than are wanted. */
function merged(
  some: readonly FleetHistoryEntry[],
  others: readonly FleetHistoryEntry[],
  last: number,
): readonly FleetHistoryEntry[] {
  const all = [...some, ...others].sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  return last === 0 ? [] : all.slice(-last);
}
