import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Change, ChangeOf } from "../../../src/core/home/changes/change.ts";
import type { Impossible } from "../../../src/core/home/changes/replacement.ts";
import type { Home } from "../../../src/core/home/home.ts";
import type { Device } from "../../../src/core/home/model/device.ts";
import type { DeviceId } from "../../../src/core/home/model/ids.ts";
import type { Light, LightState } from "../../../src/core/home/model/light.ts";
import type { Backend } from "../../../src/edges/backends/backend.ts";
import { allAtOnce } from "../../../src/shared/steps.ts";

/** A back end with a home before it and devices behind it that the test operates. */
export interface BackendUnderTest {
  readonly backend: Backend;
  /** A home that takes the reports. At least one lamp in it is admitted, online, and can be dimmed. */
  readonly home: Home;
  /** Everything that was reported so far, and what the home made of it. */
  readonly reports: readonly { readonly change: Change; readonly outcome: "done" | Impossible }[];
  /** Changes the home as a gateway does for a command. */
  submit(change: Change): unknown;
  /** Waits until every command has been reported, or would have been. */
  settle(): Promise<void>;
  setReachable(deviceId: DeviceId, isReachable: boolean): Promise<void>;
  useWallSwitch(light: Light, on: boolean): Promise<void>;
  /** A device asks to join: one that was here before, or any other. */
  askToJoin(again?: Device): Promise<void>;
}

/** What every back end does, whatever is behind it. */
export function behavesAsBackend(name: string, setUp: () => Promise<BackendUnderTest>): void {
  describe(`${name} behaves as a back end`, () => {
    let under: BackendUnderTest;
    let lamp: Light;

    beforeEach(async () => {
      under = await setUp();
      lamp = someLamp(under.home);
    });
    afterEach(() => under.backend.stop());

    const shown = () => under.home.lights.get(lamp.id);
    const command = (state: Partial<LightState>) => {
      under.submit({ kind: "lightChanged", lightId: lamp.id, state });
      allAtOnce(under.backend.setLights([{ light: { ...lamp, ...shown() }, desired: state }]));
    };
    const deviceOf = ({ deviceId }: Light): Device => {
      const device = under.home.devices.get(deviceId);
      if (!device) throw new Error("the lamp belongs to no device");
      return device;
    };
    /** As `luxgate device remove` does it. */
    const remove = async ({ id: deviceId }: Device) => {
      expect(await under.backend.agree({ kind: "deviceLeft", deviceId })).toBeOneOf(["done", "no-part"]);
      under.submit({ kind: "deviceLeft", deviceId });
    };
    const lampReports = () =>
      under.reports.map(({ change }) => change).filter((change) => isAbout(change, lamp) && "state" in change);
    const joined = () => under.reports.map(({ change }) => change).filter((change) => change.kind === "deviceJoined");

    test("a command is obeyed and reported", async () => {
      command({ on: !lamp.on, brightnessPercent: 40 });
      await under.settle();
      expect(reportedState(lampReports())).toMatchObject({ on: !lamp.on, brightnessPercent: 40 });
      expect(shown()).toMatchObject({ on: !lamp.on, brightnessPercent: 40 });
    });

    test("a command that changes nothing is reported too", async () => {
      command({ on: lamp.on });
      await under.settle();
      expect(reportedState(lampReports())).toMatchObject({ on: lamp.on });
    });

    test("commands in a row end in the last one", async () => {
      for (const brightnessPercent of [10, 90, 30, 70, 50]) command({ brightnessPercent });
      await under.settle();
      expect(reportedState(lampReports())).toMatchObject({ brightnessPercent: 50 });
      expect(shown()?.brightnessPercent).toBe(50);
    });

    test("a device that goes out of reach and comes back is reported as such", async () => {
      await under.setReachable(lamp.deviceId, false);
      await under.settle();
      expect(under.home.devices.get(lamp.deviceId)?.online).toBe(false);
      await under.setReachable(lamp.deviceId, true);
      await under.settle();
      expect(under.home.devices.get(lamp.deviceId)?.online).toBe(true);
    });

    test("a command to a device out of reach is lost in silence", async () => {
      await under.setReachable(lamp.deviceId, false);
      await under.settle();
      const before = lampReports().length;
      command({ on: !lamp.on });
      await under.settle();
      expect(lampReports()).toHaveLength(before);
    });

    test("coming back, a device reports its actual state", async () => {
      await under.setReachable(lamp.deviceId, false);
      await under.settle();
      command({ on: !lamp.on });
      await under.setReachable(lamp.deviceId, true);
      await under.settle();
      expect(shown()?.on).toBe(lamp.on);
    });

    test("the wall switch is reported", async () => {
      await under.useWallSwitch(lamp, !lamp.on);
      await under.settle();
      expect(shown()?.on).toBe(!lamp.on);
    });

    test("devices join while joining is open, not admitted, and no longer once it is shut", async () => {
      expect(under.backend.joiningMillisLeft()).toBe(0);
      expect(await under.backend.openJoining(60_000)).toEqual({ isDone: true, problems: [] });
      expect(under.backend.joiningMillisLeft()).toBeGreaterThan(0);
      await under.askToJoin();
      await under.settle();
      expect(joined().map(({ device }) => device.admitted)).toContain(false);
      expect(await under.backend.openJoining(0)).toEqual({ isDone: true, problems: [] });
      expect(under.backend.joiningMillisLeft()).toBe(0);
      const before = joined().length;
      await under.askToJoin();
      await under.settle();
      expect(joined()).toHaveLength(before);
    });

    test("a device that was removed and joins again has the ids that it had", async () => {
      const device = deviceOf(lamp);
      await remove(device);
      await under.backend.openJoining(60_000);
      await under.askToJoin(device);
      await under.settle();
      expect(under.home.devices.get(device.id)).toMatchObject({ admitted: false, lightIds: device.lightIds });
      expect(shown()?.deviceId).toBe(device.id);
    });

    test("nothing is reported of a device that was removed", async () => {
      command({ on: !lamp.on });
      await remove(deviceOf(lamp));
      const before = under.reports.length;
      await under.settle();
      expect(under.reports.slice(before).filter(({ change }) => isAbout(change, lamp))).toEqual([]);
    });

    test("a name that is agreed on is the device's, for those behind it too", async () => {
      const change = { kind: "deviceRenamed", deviceId: lamp.deviceId, name: "Called otherwise" } as const;
      expect(await under.backend.agree(change)).toBeOneOf(["done", "no-part"]);
      under.submit(change);
      await under.settle();
      expect(deviceOf(lamp).name).toBe("Called otherwise");
      expect(shown()?.name).toBe("Called otherwise");
    });

    test("what is the home's own alone is agreed to without anybody", async () => {
      const change = { kind: "deviceMoved", deviceId: lamp.deviceId, roomId: null, byHand: true } as const;
      expect(await under.backend.agree(change)).toBe("no-part");
    });

    test("a lamp that is online can be reached", () => {
      expect(under.backend.whyUnreachable(deviceOf(lamp))).toBeUndefined();
    });

    test("after the stop joining is not opened, and nobody does anything", async () => {
      await under.backend.stop();
      expect(await under.backend.openJoining(60_000)).toEqual({ isDone: false, problems: [expect.any(String)] });
      expect(under.backend.joiningMillisLeft()).toBe(0);
      const change = { kind: "deviceRenamed", deviceId: lamp.deviceId, name: "Called otherwise" } as const;
      expect(await under.backend.agree(change)).not.toBe("done");
    });

    test("nothing is reported after the stop, and stopping twice does no harm", async () => {
      command({ on: !lamp.on });
      await under.backend.openJoining(60_000);
      await under.backend.stop();
      expect(under.backend.joiningMillisLeft()).toBe(0);
      const before = under.reports.length;
      command({ on: lamp.on });
      await under.useWallSwitch(lamp, !lamp.on);
      await under.settle();
      expect(under.reports).toHaveLength(before);
    });

    test("the home can take everything that is reported", async () => {
      await under.backend.openJoining(60_000);
      await under.askToJoin();
      command({ on: !lamp.on, brightnessPercent: 7 });
      await under.useWallSwitch(lamp, lamp.on);
      await under.setReachable(lamp.deviceId, false);
      await under.setReachable(lamp.deviceId, true);
      await under.settle();
      expect(under.reports.length).toBeGreaterThan(3);
      expect(under.reports.filter(({ outcome }) => outcome !== "done")).toEqual([]);
    });
  });
}

function someLamp(home: Home): Light {
  const lamp = home.lights.all().find(({ deviceId, abilities }) => {
    const device = home.devices.get(deviceId);
    return device?.online && device.admitted && abilities.includes("brightness");
  });
  if (!lamp) throw new Error("no lamp in this home is online, admitted and can be dimmed");
  return lamp;
}

const isAbout = (change: Change, { id, deviceId }: Light): boolean =>
  change.kind === "lightChanged" ? change.lightId === id : "deviceId" in change && change.deviceId === deviceId;

/** All reports of a light, the last one of each field. */
const reportedState = (changes: readonly Change[]): Partial<LightState> =>
  Object.assign(
    {},
    ...changes
      .filter((change): change is ChangeOf<"lightChanged"> => change.kind === "lightChanged")
      .map(({ state }) => state),
  );
