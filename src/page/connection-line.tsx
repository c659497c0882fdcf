import { useParts } from "./page-parts.ts";

/** Says that the gateway is away; nothing while all is well. */
export function ConnectionLine() {
  const { follower } = useParts();
  return (
    <div role="status" class="connection">
      {follower.state.value === "away" && (
        <p class="line line-trouble">
          The gateway is away. What you see may be out of date; this page comes back by itself.
        </p>
      )}
    </div>
  );
}
