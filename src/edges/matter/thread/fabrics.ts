import { FabricIndex } from "@matter/main";
import { FabricManager } from "@matter/main/protocol";
import { SYSTEM_CLOCK } from "../../../shared/system-clock.ts";
import { within } from "../../../shared/within.ts";
import type { MatterFabric } from "../bridge.ts";
import type { BridgeNode } from "./bridge-node.ts";
import { vendorNameOf } from "./vendor-names.ts";

/** How long an ecosystem that is removed may take to hear of it. */
const LEAVE_MILLIS = 2_000;

export const fabricsOf = (node: BridgeNode): readonly MatterFabric[] =>
  Object.values(node.state.commissioning.fabrics).map((fabric) => ({
    index: fabric.fabricIndex,
    vendorId: fabric.rootVendorId,
    vendorName: vendorNameOf(fabric.rootVendorId),
    label: fabric.label,
    fabricId: idText(fabric.fabricId),
    nodeId: idText(fabric.nodeId),
  }));

/** As tools of Matter write the ids of fabrics and nodes. */
export const idText = (id: bigint): string => id.toString(16).toUpperCase().padStart(16, "0");

/** What people call an ecosystem; undefined if it is not paired. */
export function nameOfFabric(node: BridgeNode, index: number | null | undefined): string | undefined {
  const fabric = fabricsOf(node).find((one) => one.index === index);
  return fabric && (fabric.label || fabric.vendorName || `fabric ${fabric.index}`);
}

/** Ends an ecosystem's control at once. */
export async function removeFabric(
  node: BridgeNode,
  index: number,
  onFault: (fault: unknown) => void,
): Promise<"removed" | "not-found"> {
  const fabric = node.env.get(FabricManager).maybeFor(FabricIndex(index));
  if (!fabric) return "not-found";
  // It tells the ecosystem, one session after the other, which takes long where nobody answers.
  await within(SYSTEM_CLOCK, LEAVE_MILLIS, fabric.leave().catch(onFault));
  await fabric.delete();
  return "removed";
}
