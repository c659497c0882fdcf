import { realpathSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "./support/program.ts";
import { RunningHome } from "./support/running-home.ts";
import { commandWithFaults, whyNoTracing } from "./support/traced-program.ts";

const obstacle = whyNoTracing();
if (obstacle !== undefined) console.warn(`Errors of a disk are not tested: ${obstacle}.`);
const title = obstacle === undefined ? "errors of the disk" : `errors of the disk (skipped: ${obstacle})`;

const rename = (name: string) => ({ command: "device.rename", with: { device: "LX20101-0001", name } }) as const;
const SYNCS = "fsync,fdatasync";

describe.skipIf(obstacle !== undefined)(title, () => {
  test.each([
    [SYNCS, "EIO", "disk I/O error"],
    [SYNCS, "ENOSPC", "disk I/O error"],
    ["pwrite64", "EIO", "disk I/O error"],
    ["pwrite64", "ENOSPC", "the disk is full"],
    ["pwrite64", "EDQUOT", "disk I/O error"],
  ])("%s with %s: no false acknowledgement, reads go on, and it heals", async (calls, error, words) => {
    const folder = join(realpathSync(temporaryFolder()), "state");
    const command = commandWithFaults(join(folder, "home.db-wal"), { calls, error, when: "8..10" });
    const home = await RunningHome.on(folder, { command });
    const line = await home.operator();
    const refusals: string[] = [];
    let acknowledged = "Porch";
    let isHealed = false;
    for (let count = 1; !isHealed; count += 1) {
      const before = await home.lists();
      const answer = await line.ask(rename(`Name ${count}`));
      if (answer === "lost") throw new Error(home.program.errors);
      isHealed = "result" in answer && refusals.length > 0;
      if ("result" in answer) acknowledged = `Name ${count}`;
      else {
        refusals.push(...answer.refused);
        expect(await home.lists()).toEqual(before);
        await home.program.says(/^Changes can be stored again\.$/m);
      }
    }
    expect(refusals).toContainEqual(expect.stringContaining(`(${words})`));
    const lists = await home.lists();
    expect(lists.light).toContain(`"name":"${acknowledged}"`);
    await home.kill();
    const again = await RunningHome.on(folder);
    expect(await again.lists()).toEqual(lists);
    expect(again.program.output).toMatch(/^Luxgate/);
  });
});
