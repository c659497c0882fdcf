import { expect, test } from "vitest";
import { keptScript } from "./kept-script.ts";

const STEP = { at: "07:00", words: '"Porch" is offline.', done: true };

test("a script that plays, and what was written, are there for whoever comes back; it ends when it is stopped", async () => {
  const follow = async function* (_name: string, _given: object, { signal }: { signal: AbortSignal }) {
    yield STEP;
    await new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("aborted"))));
  };
  const parts = { operator: { follow } as never };
  const script = keptScript(parts);
  script.text.value = "- at: noon";
  const played = script.play();
  await expect.poll(() => keptScript(parts).steps.value).toEqual([STEP]);
  expect([keptScript(parts).text.value, keptScript(parts).isPlaying]).toEqual(["- at: noon", true]);
  script.stop();
  await played;
  expect([script.isPlaying, script.refusal.value]).toEqual([false, []]);
});
