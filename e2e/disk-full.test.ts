import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { OperatorLine } from "./support/operator-line.ts";
import { Program } from "./support/program.ts";
import { RunningHome } from "./support/running-home.ts";
import { SmallDisk } from "./support/small-disk.ts";

const obstacle = SmallDisk.whyNot();
if (obstacle !== undefined) console.warn(`Full disks are not tested: ${obstacle}.`);
const title = obstacle === undefined ? "a full disk" : `a full disk (skipped: ${obstacle})`;

const DISK_KILOBYTES = 4_096;
const FULL = expect.stringMatching(/^Nothing was changed.*\(the disk is full\)/);

const rename = (name: string) => ({ command: "device.rename", with: { device: "LX20101-0001", name } }) as const;
const activate = (scene: string) => ({ command: "scene.activate", with: { scene } }) as const;

/** There is room in files that are there already, so some changes are still stored; gives the last that was. */
async function renameUntilFull(line: OperatorLine): Promise<string> {
  for (let count = 1, last = "Porch"; ; count += 1) {
    const answer = await line.ask(rename(`Name ${count}`));
    if (answer === "lost") throw new Error("the gateway is gone");
    if ("refused" in answer) {
      expect(answer.refused).toEqual([FULL]);
      return last;
    }
    last = `Name ${count}`;
  }
}

/** A gateway on a disk that was filled after some changes. */
async function onFullDisk() {
  const disk = SmallDisk.mounted(DISK_KILOBYTES);
  const home = await RunningHome.on(disk.stateFolder);
  const line = await home.operator();
  await line.done(activate("Night"));
  disk.fill();
  const name = await renameUntilFull(line);
  return { disk, home, line, name };
}

describe.skipIf(obstacle !== undefined)(title, () => {
  test("reads go on, changes are refused whole and with the reason, until there is room again", async () => {
    const { disk, home, line, name } = await onFullDisk();
    await home.program.says(
      /^Changes cannot be stored \(the disk is full\)\. .* refuses changes until storage works again\.$/m,
    );
    const before = await home.lists();
    expect(before.device).toContain(`"name":"${name}"`);
    expect(before.light).toContain(`"name":"${name}"`);
    expect(await line.refusal(activate("Sunrise"))).toEqual(FULL);
    expect(await line.refusal({ command: "room.remove", with: { room: "Kitchen" } })).toEqual(FULL);
    expect(await home.lists()).toEqual(before);
    expect((await line.done({ command: "status", with: {} })).store.trouble).toBe("the disk is full");

    disk.makeRoom();
    await home.program.says(/^Changes can be stored again\.$/m);
    expect((await line.done({ command: "status", with: {} })).store.trouble).toBeNull();
    await line.done(activate("Sunrise"));
    await line.done(rename("After"));
    const after = await home.lists();
    await home.kill();
    expect(await (await RunningHome.on(disk.stateFolder)).lists()).toEqual(after);
  });

  test("what is refused in the middle of a scene is taken back from every lamp", async () => {
    const disk = SmallDisk.mounted(DISK_KILOBYTES);
    const home = await RunningHome.on(disk.stateFolder);
    const line = await home.operator();
    disk.fill();
    for (let before = await home.lists(); ; before = await home.lists()) {
      const scene = before.scene.match(/"name":"Night"[^}]*"is_active":1/) ? "Sunrise" : "Night";
      const answer = await line.ask(activate(scene));
      if (answer === "lost" || "result" in answer) continue;
      expect(answer.refused).toEqual([FULL]);
      await expect.poll(async () => (await home.lists()).light).toBe(before.light);
      return;
    }
  });

  test("SIGTERM ends the gateway in good order; what was acknowledged is there, room or not", async () => {
    const { disk, home } = await onFullDisk();
    const before = await home.lists();
    expect(await home.stop()).toBe(0);
    const onFull = await RunningHome.on(disk.stateFolder);
    expect(await onFull.lists()).toEqual(before);
    expect(await onFull.stop()).toBe(0);
    disk.makeRoom();
    const onFree = await RunningHome.on(disk.stateFolder);
    expect(await onFree.lists()).toEqual(before);
    expect(onFree.program.output).toMatch(/^Luxgate/);
  });

  test("after kill -9 the gateway starts on it, serves what was acknowledged, and heals", async () => {
    const { disk, home } = await onFullDisk();
    const before = await home.lists();
    await home.kill();
    disk.fill();
    const again = await RunningHome.on(disk.stateFolder);
    expect(await again.lists()).toEqual(before);
    const line = await again.operator();
    await renameUntilFull(line);
    disk.makeRoom();
    await again.program.says(/^Changes can be stored again\.$/m);
    await line.done(rename("After"));
  });

  test("a snapshot that does not fit is not taken, and harms neither the home nor the other snapshots", async () => {
    const { disk, home } = await onFullDisk();
    const whole = /^home-\d{12}-[\dTZ-]+\.db$/;
    const snapshots = () => readdirSync(join(disk.stateFolder, "snapshots")).filter((name) => whole.test(name));
    const before = snapshots();
    expect(before).toHaveLength(1);
    expect(await home.stop()).toBe(0);
    expect(snapshots()).toEqual(before);
    disk.makeRoom();
    for (const name of ["home.db", "home.db-wal"]) rmSync(join(disk.stateFolder, name), { force: true });
    const mended = await RunningHome.on(disk.stateFolder);
    expect(mended.program.output).toContain(`from the snapshot ${before[0]}.`);
    expect(mended.program.output).toMatch(/^ {2}home {8}14 devices, 11 lights, 3 rooms, 5 scenes$/m);
  });

  test.each([0, 4, 16, 64, 96, 128, 192, 256])(
    "the very first start with %i kilobytes free says what is wrong, or succeeds; nothing half is left",
    async (kilobytes) => {
      const disk = SmallDisk.mounted(DISK_KILOBYTES);
      disk.fill({ leaving: kilobytes * 1024 });
      const first = Program.serveFrom(disk.stateFolder);
      const outcome = await Promise.race([first.end(), first.ready().catch(() => first.end())]);
      if (typeof outcome === "number" || outcome === null) {
        expect(outcome).toBe(1);
        expect(first.output).toBe("");
        expect(first.errors).toMatch(
          /^The data folder \/\S+ cannot be used \(the disk is full\): [^\n]* --data-dir [^\n]*\.\n$/,
        );
        expect(readdirSync(disk.stateFolder)).not.toContain("home.db");
      } else {
        await first.stop("SIGKILL");
      }
      disk.makeRoom();
      const { program } = await RunningHome.on(disk.stateFolder);
      expect(program.output).toMatch(/^Luxgate .* 14 devices, 11 lights, 3 rooms, 5 scenes$/ms);
    },
  );
});
