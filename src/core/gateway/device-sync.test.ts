import { describe, expect, test } from "vitest";
import { aDevice, aSyncBox } from "../../../test/support/home/builders.ts";
import { FOUNDED, furthered } from "../../../test/support/home/founded-home.ts";
import { idAt, lampJoined, lounge } from "../../../test/support/home/lit-home.ts";
import { StoredGateway, settled } from "../../../test/support/store/stored-gateway.ts";
import type { Steps } from "../../shared/steps.ts";
import type { Change } from "../home/changes/change.ts";
import { type DevicePort, startDeviceSync } from "./device-sync.ts";
import { OptimisticState } from "./optimistic-state.ts";

const box = aSyncBox({ id: idAt("9"), deviceId: idAt("9"), areaId: lounge.id, on: true, stopAction: "lightsOff" });
const CONTENTS = furthered(FOUNDED, [
  { kind: "roomAdded", room: lounge },
  lampJoined("1", { on: true, brightnessPercent: 50 }),
  { kind: "deviceMoved", deviceId: idAt("1"), roomId: lounge.id },
  {
    kind: "deviceJoined",
    device: aDevice({ id: idAt("9"), lightIds: [], syncBoxId: box.id }),
    lights: [],
    syncBox: box,
  },
]);

const lamp = (state: object): Change => ({ kind: "lightChanged", lightId: idAt("1"), state });
const boxOff: Change = { kind: "syncBoxChanged", syncBoxId: box.id, state: { on: false } };

/** Devices behind the port, which only note what they get. */
class NotedCommands implements DevicePort {
  readonly all: unknown[] = [];
  readonly followed: string[] = [];

  *setLights(commands: Parameters<DevicePort["setLights"]>[0]): Steps<void> {
    for (const { desired } of commands) {
      this.all.push(["light", desired]);
      yield;
    }
  }
  setSyncBox(_box: unknown, desired: object): void {
    this.all.push(["sync box", desired]);
  }
  attainable(_light: unknown, desired: object): object {
    return desired;
  }
  follow(replacements: Parameters<DevicePort["follow"]>[0]): void {
    this.followed.push(...replacements.map(({ in: name }) => name));
  }
}

function synced() {
  const stored = new StoredGateway(CONTENTS);
  const { gateway, clock } = stored;
  const optimisticState = new OptimisticState(clock, (change) => gateway.submit(change));
  const commands = new NotedCommands();
  const stop = startDeviceSync({ gateway, optimisticState, devices: commands });
  return { stored, gateway, optimisticState, commands, stop };
}

describe("devices are sent", () => {
  test("a command whole, with the fields that the home shows already", async () => {
    const { gateway, commands } = synced();
    await gateway.ask(lamp({ on: true, brightnessPercent: 7 }));
    await gateway.ask(lamp({ on: true }));
    expect(commands.all).toEqual([
      ["light", { on: true, brightnessPercent: 7 }],
      ["light", { on: true }],
    ]);
    expect(commands.followed).toEqual(["lights"]);
  });

  test("none of their own reports", () => {
    const { optimisticState, commands } = synced();
    optimisticState.report(lamp({ on: false }));
    expect([commands.all, commands.followed]).toEqual([[], []]);
  });

  test("off, where they are lights of a sync box that reports itself off", () => {
    const { gateway, optimisticState, commands } = synced();
    expect(gateway.home.lights.get(idAt("1"))).toMatchObject({ on: true });
    optimisticState.report(boxOff);
    expect(commands.all).toEqual([["light", expect.objectContaining({ on: false })]]);
  });

  test("a sync box's command, with what follows for its lights", async () => {
    const { gateway, commands } = synced();
    await gateway.ask(boxOff);
    expect(commands.all).toEqual([
      ["sync box", { on: false }],
      ["light", expect.objectContaining({ on: false })],
    ]);
  });

  test("the state before a command that could not be stored, as they may have obeyed", async () => {
    const { gateway, stored, commands } = synced();
    stored.store.refuse();
    expect(await gateway.ask(lamp({ brightnessPercent: 7 }))).toBe("not-stored");
    expect(commands.all).toEqual([
      ["light", { brightnessPercent: 7 }],
      ["light", { brightnessPercent: 50 }],
    ]);
  });

  test("that state also where they reported already that they obey; what was done by hand since stays", async () => {
    const { gateway, stored, optimisticState, commands } = synced();
    stored.store.hold();
    stored.store.refuse();
    const outcome = stored.ask(lamp({ on: false, brightnessPercent: 7 }));
    optimisticState.report(lamp({ on: false, brightnessPercent: 8 }));
    optimisticState.report(lamp({ on: true }));
    stored.store.letThrough();
    await settled();
    expect(outcome.outcome).toBe("not-stored");
    expect(commands.all.slice(1)).toEqual([["light", { brightnessPercent: 50 }]]);
    optimisticState.report(lamp({ brightnessPercent: 50 }));
    expect(gateway.home.lights.get(idAt("1"))).toMatchObject({ on: true, brightnessPercent: 50 });
  });

  test("nothing after the end", async () => {
    const { gateway, commands, stop } = synced();
    stop();
    void gateway.ask(lamp({ brightnessPercent: 7 }));
    await settled();
    expect(commands.all).toEqual([]);
  });
});

test("a light that is removed is waited for no longer", async () => {
  const { gateway, optimisticState } = synced();
  await gateway.ask(lamp({ brightnessPercent: 7 }));
  const isConfirmed = optimisticState.isConfirmed(idAt("1"));
  await gateway.ask({ kind: "deviceLeft", deviceId: idAt("1") });
  expect(await isConfirmed).toBe(false);
});
