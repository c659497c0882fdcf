import { describe, expect, test } from "vitest";
import { aDevice, aLight } from "../../test/support/builders.ts";
import { FOUNDED } from "../../test/support/founded-home.ts";
import { idAt, lampJoined } from "../../test/support/lit-home.ts";
import { StoredGateway } from "../../test/support/stored-gateway.ts";
import type { Replacement } from "../home/replacement.ts";
import { netted } from "./netted.ts";

const [dim, bright] = [1, 99].map((brightnessPercent) => aLight({ brightnessPercent }));
const became = (before?: typeof dim, after?: typeof dim): Replacement => ({ in: "lights", before, after });

describe("several replacements of one resource", () => {
  const light = aLight();

  test.each<readonly [what: string, given: readonly Replacement[], net: readonly Replacement[]]>([
    ["it became another, twice", [became(light, dim), became(dim, bright)], [became(light, bright)]],
    ["it is as it was", [became(light, dim), became(dim, light)], []],
    ["it came, and became another", [became(undefined, dim), became(dim, bright)], [became(undefined, bright)]],
    ["it became another, and went", [became(light, dim), became(dim, undefined)], [became(light, undefined)]],
    ["it came and went", [became(undefined, dim), became(dim, undefined)], []],
    [
      "it went and came again",
      [became(light, undefined), became(undefined, dim), became(dim, bright)],
      [became(light, undefined), became(undefined, bright)],
    ],
    [
      "it came, went and came",
      [became(undefined, dim), became(dim), became(undefined, light)],
      [became(undefined, light)],
    ],
  ])("come to what is left of them: %s", (_what, given, net) => {
    expect(netted(given)).toEqual(net);
  });

  test("are apart from those of others, of another kind with the same id too", () => {
    const device = aDevice({ id: aLight().id as never });
    const replacements: readonly Replacement[] = [
      became(light, dim),
      { in: "devices", before: device, after: undefined },
    ];
    expect(netted(replacements)).toEqual(replacements);
  });
});

describe("what is submitted together", () => {
  test("is told as one thing, once all of it was made, and what is submitted within it belongs to it", () => {
    const { gateway, heard } = new StoredGateway(FOUNDED);
    gateway.together(() => {
      gateway.submit(lampJoined("1"));
      gateway.together(() => gateway.submit({ kind: "deviceReached", deviceId: idAt("1"), online: false }));
      expect([heard.length, gateway.home.devices.get(idAt("1"))?.online]).toEqual([0, false]);
    });
    expect(heard).toMatchObject([
      { because: "reported", replacements: [{ in: "devices", after: { online: false } }, { in: "lights" }] },
    ]);
  });

  test("is told when something goes wrong in the midst of it, as far as it was made", () => {
    const { gateway, heard } = new StoredGateway(FOUNDED);
    const fault = new Error("a fault");
    const failing = () => {
      gateway.submit(lampJoined("1"));
      throw fault;
    };
    expect(() => gateway.together(failing)).toThrow(fault);
    gateway.submit(lampJoined("2"));
    expect(heard.map(({ replacements }) => replacements.length)).toEqual([2, 2]);
  });
});
