import { useParts } from "./page-parts.ts";
import { Button } from "./parts/controls.tsx";

/** Says that the gateway is away, or wants a key before it tells anything; nothing while all is well. */
export function ConnectionLine() {
  const { follower, pairing } = useParts();
  const state = follower.state.value;
  return (
    <div role="status" class="connection" data-state={state}>
      {state === "away" && (
        <p class="line line-trouble">
          <span>The gateway is away. What you see may be out of date; this page comes back by itself.</span>
        </p>
      )}
      {state === "locked" && (
        <p class="line">
          <span>This gateway shows its home to paired clients only.</span>
          <Button look="strong" onPress={() => void pairing.begin(() => follower.start())}>
            Pair this browser
          </Button>
        </p>
      )}
    </div>
  );
}
