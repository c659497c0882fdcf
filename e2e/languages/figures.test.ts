import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { HEAP_FLAGS } from "../../test/support/heap-flags.ts";

const SANDBOXES = 50;
const RESETS = 20;

interface Started {
  readonly child: ChildProcessWithoutNullStreams;
  readonly control: string;
  readonly token: string;
  readonly readyMillis: number;
}

async function started(flags: readonly string[]): Promise<Started> {
  const begin = performance.now();
  const child = spawn(process.execPath, [...flags, "dist/luxgate.js", "sandbox", "--end-with-stdin"]);
  const [line] = await once(child.stdout, "data");
  return { child, ...JSON.parse(String(line)), readyMillis: performance.now() - begin };
}

async function ended({ child }: Started): Promise<void> {
  child.stdin.end();
  await once(child, "close");
}

const reset = async ({ control, token }: Started): Promise<number> => {
  const begin = performance.now();
  const answer = await fetch(`${control}/reset`, { method: "POST", headers: { Authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  await answer.text();
  return performance.now() - begin;
};

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

const pssMegabytes = ({ child }: Started): number =>
  Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/smaps_rollup`, "utf8"))?.[1]) / 1024;

test.each([
  ["as it is installed by npm", []],
  ["with the flags of the packages", HEAP_FLAGS],
])("fifty sandboxes run at once, and each is reset: %s", async (how, flags) => {
  const alone: Started[] = [];
  for (let count = 0; count < 5; count += 1) {
    const one = await started(flags);
    alone.push(one);
    await ended(one);
  }
  const all: Started[] = [];
  for (let count = 0; count < SANDBOXES; count += 1) all.push(await started(flags));
  const [first] = all;
  if (!first) throw new Error("no sandbox was started");
  const millis: number[] = [];
  for (let count = 0; count < RESETS; count += 1) millis.push(await reset(first));
  for (const one of all) await reset(one);
  const memory = all.map(pssMegabytes).reduce((sum, one) => sum + one, 0);
  await Promise.all(all.map(ended));
  console.log(
    `${how}: ready in ${median(alone.map(({ readyMillis }) => readyMillis)).toFixed(0)} ms, ` +
      `reset in ${median(millis).toFixed(1)} ms, ${SANDBOXES} sandboxes in ${memory.toFixed(0)} MB (PSS)`,
  );
  expect(millis).toHaveLength(RESETS);
});
