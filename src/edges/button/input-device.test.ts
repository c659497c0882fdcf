import { chmodSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ManualClock } from "../../../test/support/gateway/manual-clock.ts";
import { inputEventBytes } from "../../../test/support/network/input-event-bytes.ts";
import { PipeDevice } from "../../../test/support/network/pipe-device.ts";
import { type InputDeviceState, watchInputDevice } from "./input-device.ts";

const NOBODY = 65_534;
const LONG_BYTES = ["arm", "ia32"].includes(process.arch) ? 4 : 8;
const key = (value: number, atMillis: number) => inputEventBytes({ type: 1, code: 28, value, atMillis }, LONG_BYTES);

/** What a watch tells, on a clock that the test drives. */
class Watched {
  readonly clock = new ManualClock();
  readonly states: InputDeviceState[] = [];
  presses = 0;
  onPress: () => void = () => undefined;
  readonly stop: () => void;

  constructor(path: string) {
    const watch = watchInputDevice({
      path,
      clock: this.clock,
      onPress: () => {
        this.presses += 1;
        this.onPress();
      },
      onState: (state) => this.states.push(state),
    });
    this.stop = () => watch.stop();
    onTestFinished(this.stop);
  }
}

/** As a user to whom files can be barred, which they cannot be to root. */
function asOrdinaryUser<Result>(action: () => Result): Result {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(NOBODY);
  try {
    return action();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

test("a press is told soon after the key went down", () => {
  const device = new PipeDevice();
  const watched = new Watched(device.path);
  expect(watched.states).toEqual([{ reading: true }]);
  device.gives(key(1, 5_000));
  watched.clock.advance(100);
  expect(watched.presses).toBe(1);
  expect(watched.states).toHaveLength(1);
});

test("bounce, auto-repeat and release are no presses, and two presses between two looks are two", () => {
  const device = new PipeDevice();
  const watched = new Watched(device.path);
  device.gives(key(1, 5_000), key(0, 5_003), key(1, 5_006), key(2, 5_250), key(2, 5_283), key(0, 5_300));
  watched.clock.advance(100);
  expect(watched.presses).toBe(1);
  device.gives(key(1, 7_000), key(0, 7_060), key(1, 7_120), key(0, 7_180));
  watched.clock.advance(100);
  expect(watched.presses).toBe(3);
});

test("a device that does not say when something happened is taken at the time of looking", () => {
  const device = new PipeDevice();
  const watched = new Watched(device.path);
  for (const presses of [1, 2, 3]) {
    device.gives(key(1, 0), key(0, 0));
    watched.clock.advance(100);
    expect(watched.presses).toBe(presses);
  }
});

test("an event that comes in pieces is put together", () => {
  const device = new PipeDevice();
  const watched = new Watched(device.path);
  for (const byte of key(1, 5_000)) {
    expect(watched.presses).toBe(0);
    device.gives(Uint8Array.of(byte));
    watched.clock.advance(100);
  }
  expect(watched.presses).toBe(1);
});

test("a device that is missing is told once, tried every two seconds and read once it is there", () => {
  const device = new PipeDevice();
  const elsewhere = `${device.path}-elsewhere`;
  renameSync(device.path, elsewhere);
  const watched = new Watched(device.path);
  watched.clock.advance(60_000);
  expect(watched.states).toEqual([{ reading: false, reason: "ENOENT" }]);
  renameSync(elsewhere, device.path);
  watched.clock.advance(1_999);
  expect(watched.states).toHaveLength(1);
  watched.clock.advance(1);
  device.gives(key(1, 5_000));
  watched.clock.advance(100);
  expect(watched.states.slice(1)).toEqual([{ reading: true }]);
  expect(watched.presses).toBe(1);
});

test("a device that is unplugged is told once and read again, with half an event and a held key forgotten", () => {
  const device = new PipeDevice();
  const watched = new Watched(device.path);
  device.gives(key(1, 5_000), key(0, 5_100).subarray(0, 7));
  watched.clock.advance(100);
  device.unplug();
  watched.clock.advance(10_000);
  expect(watched.states).toEqual([{ reading: true }, { reading: false, reason: "EOF" }]);
  device.plugIn();
  watched.clock.advance(2_000);
  device.gives(key(1, 20_000));
  watched.clock.advance(100);
  expect(watched.states.slice(2)).toEqual([{ reading: true }]);
  expect(watched.presses).toBe(2);
});

test("a device that this user may not read is told, and read once it is allowed", () => {
  const device = new PipeDevice();
  chmodSync(dirname(device.path), 0o755);
  chmodSync(device.path, 0o000);
  const watched = asOrdinaryUser(() => new Watched(device.path));
  asOrdinaryUser(() => watched.clock.advance(10_000));
  expect(watched.states).toEqual([{ reading: false, reason: "EACCES" }]);
  chmodSync(device.path, 0o444);
  asOrdinaryUser(() => watched.clock.advance(2_000));
  expect(watched.states.slice(1)).toEqual([{ reading: true }]);
});

test("each reason why it cannot be read is told", () => {
  const device = new PipeDevice({ pluggedIn: false });
  const watched = new Watched(device.path);
  rmSync(device.path);
  watched.clock.advance(10_000);
  expect(watched.states.map((state) => "reason" in state && state.reason)).toEqual(["EOF", "ENOENT"]);
});

test.each<[string, string, InputDeviceState]>([
  ["an idle character device is read", "/dev/ptmx", { reading: true }],
  ["a device that never ends to give bytes is read a little at a time", "/dev/zero", { reading: true }],
  ["a device that ends at once is told once", "/dev/null", { reading: false, reason: "EOF" }],
  ["a folder is no device", "/dev", { reading: false, reason: "not-a-device" }],
  ["a file is no device, whatever stands in it", "package.json", { reading: false, reason: "not-a-device" }],
])("%s", (_title, path, state) => {
  const watched = new Watched(path);
  watched.clock.advance(10_000);
  expect(watched.states).toEqual([state]);
  expect(watched.presses).toBe(0);
});

test("once stopped, it has let go of the device and calls nobody back", () => {
  const device = new PipeDevice();
  const watched = new Watched(device.path);
  device.gives(key(1, 5_000));
  watched.stop();
  watched.stop();
  watched.clock.advance(60_000);
  expect(watched.presses).toBe(0);
  expect(watched.states).toEqual([{ reading: true }]);
  expect(device.hasReader()).toBe(false);
});

test("it can be stopped while it waits for a device, and from within a press", () => {
  const missing = new Watched("/dev/no-such-device");
  missing.stop();
  missing.clock.advance(60_000);
  expect(missing.states).toHaveLength(1);

  const device = new PipeDevice();
  const watched = new Watched(device.path);
  watched.onPress = watched.stop;
  device.gives(key(1, 5_000), key(0, 5_100), key(1, 5_200));
  watched.clock.advance(60_000);
  expect(watched.presses).toBe(1);
  expect(device.hasReader()).toBe(false);
});
