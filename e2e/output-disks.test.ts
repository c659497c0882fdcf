import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { aBulb, ieeeAddress } from "../test/support/zigbee2mqtt/devices.ts";
import { StandInZigbee2Mqtt } from "../test/support/zigbee2mqtt/stand-in.ts";
import { ControlledHome } from "./support/controlled-home.ts";
import { Mosquitto } from "./support/mosquitto.ts";
import { temporaryFolder } from "./support/program.ts";
import { ShellLine } from "./support/shell-line.ts";
import { SmallDisk } from "./support/small-disk.ts";

const obstacle = SmallDisk.whyNot();
if (obstacle !== undefined) console.warn(`Output to full disks is not tested: ${obstacle}.`);

/** A disk with a good file and hardly any room, and a home that needs more. */
async function fullDisk() {
  const home = await ControlledHome.start();
  const disk = SmallDisk.mounted(256);
  const file = join(disk.path, "good");
  writeFileSync(file, "good\n", { mode: 0o640 });
  disk.fill({ leaving: 4_096 });
  return { home, disk, file };
}

describe.skipIf(obstacle !== undefined)(
  `on a disk that is nearly full${obstacle === undefined ? "" : ` (skipped: ${obstacle})`}`,
  () => {
    test("what is printed fails with a line and an exit code, though some of it had room", async () => {
      const { home, disk } = await fullDisk();
      const [environment, folder] = [{ LUXGATE_DATA_DIR: home.folder }, disk.path];
      const { code, errors } = await ShellLine.run("luxgate > out", ["export"], { environment, folder });
      expect({ code, errors }).toEqual({
        code: 1,
        errors: "Standard output could not be written (ENOSPC): the output is incomplete.\n",
      });
      expect(statSync(join(folder, "out")).size).toBeGreaterThan(0);
    });

    test("an export leaves the good file as it was, and nothing beside it", async () => {
      const { home, disk, file } = await fullDisk();
      expect(await home.luxgate("export", file, "--force")).toEqual({
        code: 1,
        output: "",
        errors: `${file} cannot be written (ENOSPC).\n`,
      });
      expect(readFileSync(file, "utf8")).toBe("good\n");
      disk.makeRoom();
      expect(readdirSync(disk.path)).toEqual(["good"]);
      expect((await home.luxgate("export", file, "--force")).code).toBe(0);
      expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ format: expect.any(String) });
      expect(statSync(file).mode & 0o777).toBe(0o640);
    });

    test("a report for CI does the same, with the exit code that says so", async () => {
      const { home, disk, file } = await fullDisk();
      const { url } = await home.program.ready();
      const { code, errors } = await home.luxgate("check", url, "--junit", file);
      expect({ code, said: errors.endsWith(`${file} cannot be written (ENOSPC).\n`) }).toEqual({ code: 2, said: true });
      expect(readFileSync(file, "utf8")).toBe("good\n");
      disk.makeRoom();
      expect(readdirSync(disk.path)).toEqual(["good"]);
    });

    test("so does a recording", async () => {
      const { home, disk, file } = await fullDisk();
      const mosquitto = await Mosquitto.start();
      const devices = Array.from({ length: 40 }, (_, index) => aBulb({ ieee: ieeeAddress(index + 1) }));
      const bridge = await StandInZigbee2Mqtt.start({ url: mosquitto.url, devices });
      onTestFinished(() => bridge.stop());
      const { code, errors } = await home.luxgate("record", mosquitto.url, file, "--force");
      expect({ code, said: errors.endsWith(`${file} cannot be written (ENOSPC).\n`) }).toEqual({ code: 1, said: true });
      expect(readFileSync(file, "utf8")).toBe("good\n");
      disk.makeRoom();
      expect(readdirSync(disk.path)).toEqual(["good"]);
    });
  },
);

test("a pipe is written to, not replaced", async () => {
  const home = await ControlledHome.start();
  const folder = temporaryFolder();
  const environment = { LUXGATE_DATA_DIR: home.folder };
  const line = "mkfifo pipe; cat pipe & luxgate; wait";
  const piped = await ShellLine.run(line, ["export", "pipe", "--force"], { environment, folder });
  expect(piped).toMatchObject({ code: 0, output: expect.stringContaining('"format"') });
  expect(statSync(join(folder, "pipe")).isFIFO()).toBe(true);
});
