import type { BriefMatterView, MatterView } from "../../../edges/control/views/matter-view.ts";
import { counted } from "../../../shared/counted.ts";

/** The Matter bridge in one line. */
export const bridgeLine = (view: BriefMatterView): string =>
  view.phase === "online"
    ? `${stateWords(view)}, ${lampWords(view)}, ${counted(view.ecosystems ?? 0, "ecosystem")}`
    : stateWords(view);

export function stateWords({ phase, why, port }: Pick<MatterView, "phase" | "why" | "port">): string {
  if (phase === "online") return `online, UDP port ${port}`;
  return why === null ? phase : `${phase}: ${why}`;
}

export const lampWords = ({ lamps, leftOut }: Pick<MatterView, "lamps" | "leftOut">): string =>
  `${counted(lamps, "lamp")}${leftOut > 0 ? ` (${leftOut} left out)` : ""}`;
