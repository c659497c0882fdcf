import { cpus } from "node:os";
import { setTimeout as pause } from "node:timers/promises";

const LOOK_MILLIS = 1_000;

/** Which share of its cores this machine spends on others, from 0 to 1: figures are worth little when it is large. */
export async function otherWork(): Promise<number> {
  const before = spent();
  await pause(LOOK_MILLIS);
  const after = spent();
  return (after.busy - before.busy) / (after.busy + after.idle - before.busy - before.idle);
}

function spent(): { readonly busy: number; readonly idle: number } {
  const times = cpus().map((core) => core.times);
  const sum = (key: keyof (typeof times)[number]) => times.reduce((total, core) => total + core[key], 0);
  return { busy: sum("user") + sum("nice") + sum("sys") + sum("irq"), idle: sum("idle") };
}
