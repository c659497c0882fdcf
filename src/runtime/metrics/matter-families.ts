import type { MatterState } from "../../edges/matter/bridge.ts";
import { countOf, LEFT_OUT_REASONS, type LeftOutLamps, type LeftOutReason } from "../../shared/matter-left-out.ts";
import { byLabel, type Families, type MeasuredProgram, one, type Sample } from "./family.ts";

/** The Matter bridge. */
export const MATTER_FAMILIES = {
  luxgate_matter_online: {
    type: "gauge",
    help: "1 while the Matter bridge is online, 0 while it is not. Without --matter there are no metrics of the bridge.",
    read: (program) => ofBridge(program, ({ phase }) => Number(phase === "online")),
  },
  luxgate_matter_lamps: {
    type: "gauge",
    help: "Lamps that ecosystems see.",
    read: (program) => ofBridge(program, ({ lamps }) => lamps),
  },
  luxgate_matter_lamps_left_out: {
    type: "gauge",
    help: "Lamps that ecosystems do not see, by reason: not admitted, not chosen, over the maximum, or not shown because of a fault.",
    labels: ["reason"],
    read: ({ matter }) => (matter ? byLabel("reason", LEFT_OUT_REASONS.map(countIn(matter.leftOut))) : []),
  },
  luxgate_matter_fabrics: {
    type: "gauge",
    help: "Ecosystems that are paired with the bridge. Missing until a bridge that starts knows them.",
    read: (program) => ofBridge(program, ({ fabrics }) => fabrics?.length),
  },
  luxgate_matter_sessions: {
    type: "gauge",
    help: "Secure sessions of ecosystems with the bridge.",
    read: (program) => ofBridge(program, ({ sessions }) => sessions),
  },
  luxgate_matter_subscriptions: {
    type: "gauge",
    help: "Subscriptions of ecosystems to changes.",
    read: (program) => ofBridge(program, ({ subscriptions }) => subscriptions),
  },
  luxgate_matter_commands_total: {
    type: "counter",
    help: "Commands of ecosystems that were carried out.",
    read: (program) => ofBridge(program, ({ commands }) => commands),
  },
  luxgate_matter_refused_passcodes_total: {
    type: "counter",
    help: "Pairings that were refused because of a wrong passcode.",
    read: (program) => ofBridge(program, ({ refusedPasscodes }) => refusedPasscodes),
  },
} as const satisfies Families;

const countIn =
  (leftOut: readonly LeftOutLamps[]) =>
  (reason: LeftOutReason): readonly [LeftOutReason, number] => [
    reason,
    countOf(leftOut.filter((lamps) => lamps.reason === reason)),
  ];

function ofBridge(
  { matter }: MeasuredProgram,
  figureOf: (state: MatterState) => number | undefined,
): readonly Sample[] {
  const figure = matter && figureOf(matter);
  return figure === undefined ? [] : one(figure);
}
