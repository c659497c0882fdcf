import { useParts } from "./page-parts.ts";

/** Warns while the gateway cannot be reached; empty otherwise. */
export function ConnectionLine() {
  const { follower } = useParts();
  return (
    <div role="status" class="connection">
      {follower.state.value === "away" && (
        <p class="line line-problem">
          Cannot reach the gateway. What you see may be out of date. The page reconnects automatically.
        </p>
      )}
    </div>
  );
}
