import { useParts } from "./page-parts.ts";

/** Warns while the gateway cannot be reached; empty otherwise. */
export function ConnectionLine() {
  const { follower, fleet } = useParts();
  const isAway = follower.state.value === "away" || fleet.state.value === "away";
  const problem = isAway
    ? `Cannot reach the ${fleet.isFront ? "front" : "gateway"}.`
    : silence(fleet.silentSeconds.value);
  return (
    <div role="status" class="connection">
      {problem && (
        <p class="line line-problem">{problem} What you see may be out of date. The page reconnects automatically.</p>
      )}
    </div>
  );
}

/** For a front that has lost its fleet. */
const silence = (seconds: number): string =>
  seconds === 0 ? "" : `This front lost the connection to the fleet ${seconds} s ago, and refuses commands.`;
