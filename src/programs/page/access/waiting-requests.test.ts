import { expect, test } from "vitest";
import { DrivenClock } from "../../../libraries/testing/driven-clock.ts";
import type { RequestView } from "../operator/page-commands.ts";
import { WaitingRequests } from "./waiting-requests.ts";

const request = (code: string): RequestView => ({
  code,
  name: "Ann's phone",
  address: "192.168.1.7",
  browser: "Safari on iPhone",
  since: "2026-11-18T20:00:00.000Z",
  endsAt: "2026-11-18T20:05:00.000Z",
});

test("an operator hears of the first browser that asks, and of more only by their number, however many ask", async () => {
  const clock = new DrivenClock();
  const tab = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const answers = [["A"], ["A", "B"], ["A", "B", "C"], [], ["D"]].map((codes) => codes.map(request));
  const heard: string[] = [];
  const requests = new WaitingRequests(
    async () => answers.shift() ?? [],
    ({ code }) => heard.push(code),
    { clock, tab },
  );
  const stop = requests.watch();
  const seen: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
    seen.push(requests.all.value.map(({ code }) => code).join());
    clock.advance(1_000);
  }
  expect(seen).toEqual(["A", "A,B", "A,B,C", "", "D"]);
  expect(heard).toEqual(["A", "D"]);
  stop();
  expect(requests.all.value).toEqual([]);
});
