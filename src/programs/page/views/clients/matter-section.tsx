import { useEffect, useState } from "preact/hooks";
import { leftOutWords } from "../../../../shared/matter-left-out.ts";
import type { MatterView } from "../../operator/page-commands.ts";
import { useAnswer } from "../../operator/use-answer.ts";
import { useCommand } from "../../operator/use-command.ts";
import { useParts } from "../../page-parts.ts";
import { Button } from "../../parts/controls.tsx";
import { FabricList } from "./fabric-list.tsx";
import { MatterPairing } from "./matter-pairing.tsx";

/** An ecosystem that pairs appears a moment later. */
const STATE_MILLIS = 3_000;

/** The Matter bridge: how it is, its pairing, and the ecosystems that have the lamps. */
export function MatterSection() {
  const matter = useAnswer("matter.state", {}, { everyMillis: STATE_MILLIS });
  const { value } = matter;
  useNewcomers(value);
  return (
    <section class="card">
      <h2>Matter</h2>
      {value ? <Bridge state={value} onChanged={matter.reload} /> : <p class="quiet">{matter.refusal.join(" ")}</p>}
    </section>
  );
}

interface BridgeProps {
  readonly state: MatterView;
  readonly onChanged: () => void;
}

function Bridge({ state, onChanged }: BridgeProps) {
  const command = useCommand();
  const open = async () => {
    if (await command("matter.pair", {})) onChanged();
  };
  const close = async () => {
    if (await command("matter.close", {}, "Matter pairing is closed.")) onChanged();
  };
  return (
    <>
      <div class="matter-head">
        <p class="quiet">{stateWords(state)}</p>
        {!state.window && state.openedBy === null && (
          <Button look="strong" isDisabled={state.phase !== "online"} onPress={() => void open()}>
            Pair an ecosystem
          </Button>
        )}
      </div>
      {state.leftOutLamps.map((lamps) => (
        <p key={lamps.reason} class="quiet">
          Left out: {leftOutWords(lamps)}.
        </p>
      ))}
      {state.window && <MatterPairing window={state.window} onChanged={onChanged} />}
      {state.openedBy !== null && <OpenedElsewhere by={state.openedBy} onClose={() => void close()} />}
      <FabricList fabrics={state.fabrics} onChanged={onChanged} />
    </>
  );
}

interface OpenedElsewhereProps {
  readonly by: string;
  readonly onClose: () => void;
}

/** An ecosystem has opened pairing; only it knows the code. */
function OpenedElsewhere({ by, onClose }: OpenedElsewhereProps) {
  return (
    <div class="matter-head">
      <p role="status">Pairing was opened by {by}. Enter the code that it shows in the other app.</p>
      <Button onPress={onClose}>Close pairing</Button>
    </div>
  );
}

function stateWords({ phase, why, port, lamps, leftOut }: MatterView): string {
  if (phase !== "online") return `The bridge ${PHASES[phase]}${why === null ? "." : `: ${why}.`}`;
  const others = leftOut > 0 ? `, ${leftOut} left out` : "";
  return `Online with ${lamps} ${lamps === 1 ? "lamp" : "lamps"}${others}, on UDP port ${port}.`;
}

const PHASES = { starting: "is starting", failed: "failed", stopped: "is stopped" };

/** Says so when an ecosystem is paired while somebody looks. */
function useNewcomers(state: MatterView | undefined): void {
  const { messages } = useParts();
  const [known, setKnown] = useState<readonly number[] | undefined>(undefined);
  useEffect(() => {
    if (!state?.fabrics) return;
    for (const { index, vendor } of state.fabrics) {
      if (known && !known.includes(index)) messages.say(`${vendor} was paired.`);
    }
    setKnown(state.fabrics.map(({ index }) => index));
  }, [state]);
}
