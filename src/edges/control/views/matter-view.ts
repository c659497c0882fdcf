import { type Static, Type } from "typebox";
import { countOf, LEFT_OUT_REASONS } from "../../../shared/matter-left-out.ts";
import type { MatterFabric, MatterState, MatterWindow } from "../../matter/bridge.ts";
import { orNull } from "../values.ts";

/** An ecosystem that has the lamps. */
export const FabricView = Type.Object({
  index: Type.Integer(),
  /** "Apple Home", or "vendor 0xFFF1" for a vendor that is not known. */
  vendor: Type.String(),
  vendorId: Type.Integer(),
  /** What the ecosystem calls its home; often empty. */
  label: Type.String(),
  fabricId: Type.String(),
  nodeId: Type.String(),
});
export type FabricView = Static<typeof FabricView>;

/** What an app needs to pair, while it can. */
export const MatterWindowView = Type.Object({
  /** The text of the QR code. */
  qrText: Type.String(),
  /** For typing: "1234-567-8901". */
  manualCode: Type.String(),
  millisLeft: Type.Number(),
});
export type MatterWindowView = Static<typeof MatterWindowView>;

const STATE = {
  phase: Type.Enum(["starting", "online", "failed", "stopped"]),
  /** Why it failed. */
  why: orNull(Type.String()),
  /** UDP. */
  port: Type.Integer(),
  lamps: Type.Integer(),
  /** How many lamps are not served. */
  leftOut: Type.Integer(),
};

/** The bridge at a glance, for the status of the gateway. */
export const BriefMatterView = Type.Object({
  ...STATE,
  /** Null until the bridge has read them. */
  ecosystems: orNull(Type.Integer()),
});
export type BriefMatterView = Static<typeof BriefMatterView>;

export const MatterView = Type.Object({
  ...STATE,
  /** The lamps that are not served, by reason. */
  leftOutLamps: Type.Array(
    Type.Object({
      reason: Type.Enum([...LEFT_OUT_REASONS]),
      count: Type.Integer(),
      /** Of the first ten. */
      names: Type.Array(Type.String()),
    }),
  ),
  /** Null until the bridge has read which ecosystems are paired. */
  fabrics: orNull(Type.Array(FabricView)),
  /** Null while no operator has opened pairing. */
  window: orNull(MatterWindowView),
  /** The ecosystem that lets another one pair by a code of its own: "Apple Home". Null where none does. */
  openedBy: orNull(Type.String()),
});
export type MatterView = Static<typeof MatterView>;

const common = ({ phase, why, port, lamps, leftOut }: MatterState) => ({
  phase,
  why: why ?? null,
  port,
  lamps,
  leftOut: countOf(leftOut),
});

export const briefOf = (state: MatterState): BriefMatterView => ({
  ...common(state),
  ecosystems: state.fabrics?.length ?? null,
});

export const viewOfMatter = (state: MatterState): MatterView => ({
  ...common(state),
  leftOutLamps: state.leftOut.map(({ reason, count, names }) => ({ reason, count, names: [...names] })),
  fabrics: state.fabrics?.map(viewOfFabric) ?? null,
  window: state.window ? viewOfWindow(state.window) : null,
  openedBy: state.openedBy ?? null,
});

export const viewOfFabric = ({ index, vendorId, vendorName, label, fabricId, nodeId }: MatterFabric): FabricView => ({
  index,
  vendor: vendorName ?? `vendor 0x${vendorId.toString(16).toUpperCase().padStart(4, "0")}`,
  vendorId,
  label,
  fabricId,
  nodeId,
});

export const viewOfWindow = ({ qrText, manualCode, untilMillis }: MatterWindow): MatterWindowView => ({
  qrText,
  manualCode,
  millisLeft: Math.max(0, untilMillis - Date.now()),
});
