import { expect, test, vi } from "vitest";
import type { Wire } from "../test/support/http/http-client.ts";
import { idIn, withId } from "./support/crash-subjects.ts";
import { listsAt } from "./support/lists.ts";
import type { OperatorLine } from "./support/operator-line.ts";
import { temporaryFolder } from "./support/program.ts";
import { RunningHome } from "./support/running-home.ts";

const PATIENCE_MILLIS = 60_000;
const MOST_MILLIS = 5_000;
const ROUNDS = 5;
const DEVICES = ["Porch", "Ceiling", "Worktop", "Wardrobe", "TV bar", "Sync box", "Dial", "Desk spot"];

/** Renames a device until the gateway is gone; gives the last name that was acknowledged and the one after it. */
async function renameUntilGone(line: OperatorLine, device: Wire, onDone: () => void) {
  const { id } = device;
  for (let count = 1, last = device.name; ; count += 1) {
    const name = `${device.name} ${count}`;
    const answer = await line.ask({ command: "device.rename", with: { device: id, name } });
    if (answer === "lost") return { id, possible: [last, name] };
    expect(answer).toHaveProperty("result");
    last = name;
    onDone();
  }
}

test(`SIGTERM under changes ends the gateway within ${MOST_MILLIS / 1000} seconds; all that was acknowledged is there`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const folder = temporaryFolder();
    const home = await RunningHome.on(folder);
    const { device } = await listsAt(home.url);
    let done = 0;
    const onDone = () => {
      done += 1;
    };
    const lines = await Promise.all(DEVICES.map(() => home.operator()));
    const devices = DEVICES.map((name) => withId(device, idIn(device, name)));
    const renaming = lines.map((line, at) => renameUntilGone(line, devices[at], onDone));
    await vi.waitUntil(() => done > round * 17, { interval: 1, timeout: PATIENCE_MILLIS });
    const begun = performance.now();
    expect(await home.stop()).toBe(0);
    expect(performance.now() - begun).toBeLessThan(MOST_MILLIS);
    const renamed = await Promise.all(renaming);
    const again = await RunningHome.on(folder);
    const after = (await listsAt(again.url)).device;
    for (const { id, possible } of renamed) expect(possible).toContain(withId(after, id).name);
    expect(again.program.output).toMatch(/^Luxgate/);
    await again.kill();
  }
});
