import { useParts } from "../page-parts.ts";
import { Button } from "../parts/controls.tsx";
import { Sheet } from "../parts/sheet.tsx";

/** Asks for a press of the gateway's button, while this browser pairs. */
export function PairingDialog() {
  const { pairing } = useParts();
  const state = pairing.state.value;
  if (!state) return null;
  const { secondsLeft, isReached } = state;
  return (
    <Sheet title="Press the gateway's button" onClose={() => pairing.cancel()}>
      <div class="pairing">
        <div class="pairing-count" style={{ "--share": `${(secondsLeft / 60) * 100}%` }} aria-hidden="true">
          <span>{secondsLeft}</span>
        </div>
        <p>
          This browser needs permission to change anything. You give it once. Press the gateway's button, or run{" "}
          <code>luxgate press</code>.
        </p>
        <p role="status" class={isReached ? "quiet" : "wrong"}>
          {isReached ? "Waiting for the button …" : "The gateway is not answering at the moment."}
        </p>
        <Button onPress={() => pairing.cancel()}>Not now</Button>
      </div>
    </Sheet>
  );
}
