import { expect, test } from "vitest";
import { DrivenClock } from "../../../libraries/testing/driven-clock.ts";
import { UnconfirmedLamps } from "./unconfirmed-lamps.ts";

test("lamps are unsure until an answer says otherwise: not because none came, but once nobody may know", async () => {
  const clock = new DrivenClock();
  const tab = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const answers: (() => Promise<readonly { readonly id: string }[]>)[] = [
    async () => [{ id: "a" }, { id: "b" }],
    () => Promise.reject(new Error("The gateway is away.")),
    async () => [{ id: "b" }],
  ];
  const lamps = new UnconfirmedLamps(() => answers.shift()?.() ?? Promise.resolve([]), { clock, tab });
  const stop = lamps.watch();
  const seen: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
    seen.push([...lamps.ids.value].join());
    clock.advance(5_000);
  }
  expect(seen).toEqual(["a,b", "a,b", "b"]);
  stop();
  expect(lamps.ids.value.size).toBe(0);
});
