import type { MatterState } from "../../../edges/matter/bridge.ts";
import type { ReadinessProblem } from "../../../runtime/readiness.ts";

/** A bridge that starts takes some seconds, in which everything else works. */
export const matterProblems = (state: Pick<MatterState, "phase" | "why"> | undefined): readonly ReadinessProblem[] =>
  state?.phase === "failed" ? [{ words: "the Matter bridge is not available", detail: state.why ?? "" }] : [];
