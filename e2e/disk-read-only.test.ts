import { describe, expect, test } from "vitest";
import { OperatorLine } from "./support/operator-line.ts";
import { Program } from "./support/program.ts";
import { RunningHome } from "./support/running-home.ts";
import { SmallDisk } from "./support/small-disk.ts";

const obstacle = SmallDisk.whyNot();
if (obstacle !== undefined) console.warn(`Disks that can only be read are not tested: ${obstacle}.`);
const title = "a disk that can only be read";

const DISK_KILOBYTES = 16_384;
const rename = (name: string) => ({ command: "device.rename", with: { device: "LX20101-0001", name } }) as const;

/** A disk with a home whose last changes are in its log alone if it was killed, and the lists of that home. */
async function diskWithHome(end: "stop" | "kill") {
  const disk = SmallDisk.mounted(DISK_KILOBYTES);
  const home = await RunningHome.on(disk.stateFolder);
  const line = await home.operator();
  await line.done({ command: "room.add", with: { name: "Hall" } });
  await line.done({ command: "device.move", with: { device: "Porch", room: "Hall" } });
  await line.done(rename("Front door"));
  const lists = await home.lists();
  await home[end]();
  return { disk, lists };
}

describe.skipIf(obstacle !== undefined)(obstacle === undefined ? title : `${title} (skipped: ${obstacle})`, () => {
  test.each(["stop", "kill"] as const)("after a %s, all of the home is served; it heals by itself", async (end) => {
    const { disk, lists } = await diskWithHome(end);
    disk.makeReadOnly();
    const home = await RunningHome.on(disk.stateFolder);
    expect(await home.lists()).toEqual(lists);
    await home.program.says(/^Changes cannot be stored \(the data folder cannot be written to\)\. .* refuses changes/m);
    await home.program.says(/^Commands cannot be accepted at \S+control\.sock \(EROFS\)\. .*retrying\.$/m);
    await expect(OperatorLine.open(disk.stateFolder)).rejects.toThrow();

    disk.makeWritable();
    await home.program.says(/^Changes can be stored again\.$/m);
    await home.program.says(/^Commands are accepted again\.$/m);
    expect(await home.lists()).toEqual(lists);
    await home.done(rename("Back door"));
    await home.done({ command: "scene.add", with: { room: "Hall", name: "Welcome", colours: ["2700K"] } });
    const after = await home.lists();
    await home.kill();
    const again = await RunningHome.on(disk.stateFolder);
    expect(await again.lists()).toEqual(after);
    expect(after.light).toContain('"name":"Back door"');
    expect(again.program.output).toMatch(/^Luxgate/);
  });

  test("SIGTERM ends the gateway in good order, and leaves the disk as it was", async () => {
    const { disk, lists } = await diskWithHome("kill");
    disk.makeReadOnly();
    expect(await (await RunningHome.on(disk.stateFolder)).stop()).toBe(0);
    disk.makeWritable();
    expect(await (await RunningHome.on(disk.stateFolder)).lists()).toEqual(lists);
  });

  test("without a home the gateway says what is wrong, and does not start", async () => {
    const disk = SmallDisk.mounted(DISK_KILOBYTES);
    disk.makeReadOnly();
    const program = Program.serveFrom(disk.stateFolder);
    expect(await program.end()).toBe(1);
    expect(program.output).toBe("");
    expect(program.errors).toMatch(
      /^The data folder \/\S+\/state cannot be used \([^\n]*\): [^\n]* --data-dir [^\n]*\.\n$/,
    );
  });
});
