import { useParts } from "../page-parts.ts";
import { Button } from "../parts/controls.tsx";
import { Sheet } from "../parts/sheet.tsx";

/** Asks for a press of the gateway's button, while this browser pairs. */
export function PairingDialog() {
  const { pairing, fleet } = useParts();
  const state = pairing.state.value;
  if (!state) return null;
  const { secondsLeft, isReached } = state;
  return (
    <Sheet title={fleet.isFront ? "Pair this browser" : "Press the gateway's button"} onClose={() => pairing.cancel()}>
      <div class="pairing">
        <div class="pairing-count" style={{ "--share": `${(secondsLeft / 60) * 100}%` }} aria-hidden="true">
          <span>{secondsLeft}</span>
        </div>
        <p>
          This browser must be paired before it can change anything. You do this only once.{" "}
          {fleet.isFront ? "Run" : "On the gateway's machine, press the gateway's button, or run"}{" "}
          <code>luxgate {fleet.isFront ? "fleet press" : "press"}</code>.
        </p>
        <p role="status" class={isReached ? "quiet" : "wrong"}>
          {isReached
            ? fleet.isFront
              ? "Waiting for luxgate fleet press …"
              : "Waiting for the button …"
            : `The ${fleet.isFront ? "front" : "gateway"} is not answering at the moment.`}
        </p>
        <Button onPress={() => pairing.cancel()}>Not now</Button>
      </div>
    </Sheet>
  );
}
