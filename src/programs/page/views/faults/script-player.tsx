import { useState } from "preact/hooks";
import { linesFor } from "../../operator/operator-refusal.ts";
import type { News } from "../../operator/page-commands.ts";
import { useParts } from "../../page-parts.ts";
import { Button } from "../../parts/controls.tsx";
import { RefusalLines } from "../../parts/refusal-lines.tsx";

const EXAMPLE = `- at: "07:00"
  offline: Porch
- at: "07:10"
  online: Porch
`;

/** Plays a script of faults, faster than real time. */
export function ScriptPlayer({ onStep }: { readonly onStep: () => void }) {
  const { operator } = useParts();
  const [text, setText] = useState(EXAMPLE);
  const [speed, setSpeed] = useState("3600");
  const [steps, setSteps] = useState<readonly News<"sim.play">[]>([]);
  const [refusal, setRefusal] = useState<readonly string[]>([]);
  const [end, setEnd] = useState<AbortController | undefined>(undefined);

  const play = async () => {
    const started = new AbortController();
    setEnd(started);
    setSteps([]);
    setRefusal([]);
    try {
      const given = { text, speed: Number(speed) };
      for await (const step of operator.follow("sim.play", given, { signal: started.signal })) {
        setSteps((before) => [...before, step]);
        onStep();
      }
    } catch (error) {
      if (!started.signal.aborted) setRefusal(linesFor(error));
    }
    setEnd(undefined);
  };

  return (
    <details class="card fault-tool">
      <summary>
        <h2>Script of device events</h2>
      </summary>
      <label class="labelled">
        Steps, as for luxgate sim play
        <textarea
          class="field script"
          spellcheck={false}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <div class="form-row">
        <label class="labelled">
          Speed (1 is real time)
          <input
            class="field"
            type="number"
            min="0.001"
            max="1000000"
            step="any"
            value={speed}
            onInput={({ currentTarget }) => setSpeed(currentTarget.value)}
          />
        </label>
        {end ? (
          <Button onPress={() => end.abort()}>Stop</Button>
        ) : (
          <Button look="strong" onPress={() => void play()}>
            Play
          </Button>
        )}
      </div>
      <RefusalLines lines={refusal} />
      <ol class="rows" aria-live="polite">
        {steps.map(({ at, words, done }) => (
          <li key={at + words} class="row">
            <span class="quiet">{at}</span> {words} {!done && <span class="word-problem">not possible</span>}
          </li>
        ))}
      </ol>
    </details>
  );
}
