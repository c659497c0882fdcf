import { useEffect } from "preact/hooks";
import { useParts } from "../page-parts.ts";

/** How many browsers ask to be let in, beside the name of the view that lists them; for operators alone. */
export function RequestCount() {
  const { waitingRequests } = useParts();
  useEffect(() => waitingRequests.watch(), [waitingRequests]);
  const { length } = waitingRequests.all.value;
  if (length === 0) return null;
  return (
    <span class="request-count">
      {length}
      <span class="only-read"> {length === 1 ? "browser asks" : "browsers ask"} to sign in</span>
    </span>
  );
}
