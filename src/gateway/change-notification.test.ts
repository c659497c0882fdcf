import { describe, expect, test } from "vitest";
import { aDevice, aLight } from "../../test/support/home/builders.ts";
import { FOUNDED } from "../../test/support/home/founded-home.ts";
import { idAt, lampJoined } from "../../test/support/home/lit-home.ts";
import { StoredGateway } from "../../test/support/store/stored-gateway.ts";
import type { Replacement } from "../home/changes/replacement.ts";
import { coalesce } from "./change-notification.ts";

const [dim, bright] = [1, 99].map((brightnessPercent) => aLight({ brightnessPercent }));
const became = (before?: typeof dim, after?: typeof dim): Replacement => ({ in: "lights", before, after });

describe("several replacements of one resource", () => {
  const light = aLight();

  test.each<readonly [what: string, given: readonly Replacement[], coalesced: readonly Replacement[]]>([
    ["it changed twice", [became(light, dim), became(dim, bright)], [became(light, bright)]],
    ["it changed and changed back", [became(light, dim), became(dim, light)], []],
    ["it was added and changed", [became(undefined, dim), became(dim, bright)], [became(undefined, bright)]],
    ["it changed and was removed", [became(light, dim), became(dim, undefined)], [became(light, undefined)]],
    ["it was added and removed", [became(undefined, dim), became(dim, undefined)], []],
    [
      "it was removed and added again",
      [became(light, undefined), became(undefined, dim), became(dim, bright)],
      [became(light, undefined), became(undefined, bright)],
    ],
    [
      "it was added, removed and added",
      [became(undefined, dim), became(dim), became(undefined, light)],
      [became(undefined, light)],
    ],
  ])("are coalesced into what differs in the end: %s", (_what, given, coalesced) => {
    expect(coalesce(given)).toEqual(coalesced);
  });

  test("stay apart from those of other resources, of another kind with the same id too", () => {
    const device = aDevice({ id: aLight().id as never });
    const replacements: readonly Replacement[] = [
      became(light, dim),
      { in: "devices", before: device, after: undefined },
    ];
    expect(coalesce(replacements)).toEqual(replacements);
  });
});

describe("a batch of reports", () => {
  test("gives one notification, once all of it is applied, for the batches inside it too", () => {
    const { gateway, notifications } = new StoredGateway(FOUNDED);
    gateway.batch(() => {
      gateway.submit(lampJoined("1"));
      gateway.batch(() => gateway.submit({ kind: "deviceReached", deviceId: idAt("1"), online: false }));
      expect([notifications.length, gateway.home.devices.get(idAt("1"))?.online]).toEqual([0, false]);
    });
    expect(notifications).toMatchObject([
      { cause: "report", replacements: [{ in: "devices", after: { online: false } }, { in: "lights" }] },
    ]);
  });

  test("that fails half-way gives a notification of the part that was applied", () => {
    const { gateway, notifications } = new StoredGateway(FOUNDED);
    const fault = new Error("a fault");
    const failing = () => {
      gateway.submit(lampJoined("1"));
      throw fault;
    };
    expect(() => gateway.batch(failing)).toThrow(fault);
    gateway.submit(lampJoined("2"));
    expect(notifications.map(({ replacements }) => replacements.length)).toEqual([2, 2]);
  });
});
