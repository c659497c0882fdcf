import { useEffect } from "preact/hooks";
import { useParts } from "../../page-parts.ts";
import { Button } from "../../parts/controls.tsx";
import { RefusalLines } from "../../parts/refusal-lines.tsx";
import { keptScript } from "./kept-script.ts";

/** Plays a script of faults, faster than real time. */
export function ScriptPlayer({ onStep }: { readonly onStep: () => void }) {
  const script = keptScript(useParts());
  const { text, speed, isOpen, steps, refusal, isPlaying } = script;
  const count = steps.value.length;
  // Each step, the beginning and the end change what runs.
  useEffect(onStep, [count, isPlaying]);
  return (
    <details
      class="card fault-tool"
      open={isOpen.value}
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open;
      }}
    >
      <summary>
        <h2>Script of device events</h2>
      </summary>
      <label class="labelled">
        Steps, as for luxgate sim play
        <textarea
          class="field script"
          spellcheck={false}
          value={text.value}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value;
          }}
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
            value={speed.value}
            onInput={({ currentTarget }) => {
              speed.value = currentTarget.value;
            }}
          />
        </label>
        {isPlaying ? (
          <Button onPress={() => script.stop()}>Stop</Button>
        ) : (
          <Button look="strong" onPress={() => void script.play()}>
            Play
          </Button>
        )}
      </div>
      <RefusalLines lines={refusal.value} />
      <ol class="rows" aria-live="polite">
        {steps.value.map(({ at, words, done }) => (
          <li key={at + words} class="row">
            <span class="quiet">{at}</span> {words} {!done && <span class="word-problem">not possible</span>}
          </li>
        ))}
      </ol>
    </details>
  );
}
