import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../test/support/depth.ts";
import { anyHistory } from "../../../test/support/home/any-change.ts";
import { FOUNDED } from "../../../test/support/home/founded-home.ts";
import { idAt, LitHome, lounge } from "../../../test/support/home/lit-home.ts";
import { effectOf } from "./changes/effect.ts";
import { type Home, MutableHome } from "./home.ts";
import type { GroupLight } from "./model/group-light.ts";
import type { Room } from "./model/room.ts";
import { reachableLightsIn } from "./select.ts";

const groupIn = ({ gateway }: LitHome, room: Room = lounge) => gateway.home.groupLights.get(room.groupLightId);

const within = (percent: number): number => Math.min(100, Math.max(0, percent));

/** The same, gone through light by light. */
function counted(home: Home, room: Room): GroupLight {
  const lights = reachableLightsIn(home, room);
  const dimmable = lights.filter(({ abilities }) => abilities.includes("brightness"));
  const lit = lights.filter(({ on }) => on);
  const meant = dimmable.filter(({ on }) => on || lit.length === 0);
  const sum = meant.reduce((total, { brightnessPercent }) => total + Math.round(within(brightnessPercent) * 1_000), 0);
  return {
    id: room.groupLightId,
    roomId: room.id,
    name: room.name,
    on: lights.some(({ on }) => on),
    brightnessPercent: meant.length === 0 ? 100 : Math.round(sum / meant.length / 1_000),
    abilities: expect.toSatisfy((some: readonly string[]) => {
      const all = new Set(lights.flatMap(({ abilities }) => abilities));
      return some.length === all.size && some.every((ability) => all.has(ability as never));
    }),
  };
}

test("whatever happens to a home, and is undone again, its groups are what their lights come to", () => {
  fc.assert(
    fc.property(anyHistory, (history) => {
      const home = new MutableHome(FOUNDED);
      const isRight = () => {
        const rooms = home.rooms.all();
        expect(home.groupLights.all()).toEqual(rooms.map((room) => counted(home, room)));
        for (const { groupLightId } of rooms) expect(home.groupLights.get(groupLightId)?.id).toBe(groupLightId);
      };
      const undo: (() => void)[] = [];
      for (const change of history) {
        const effect = effectOf(home, change);
        if (typeof effect === "string") continue;
        undo.push(home.replaceAll(effect));
        isRight();
      }
      for (const step of undo.toReversed()) step();
      isRight();
    }),
    { numRuns: times(300) },
  );
});

test("a group is the very same value until it is another", () => {
  const home = new LitHome();
  home.lamp("1", { brightnessPercent: 40 });
  const before = groupIn(home);
  const all = home.gateway.home.groupLights.all();
  expect(home.gateway.home.groupLights.all()).toBe(all);
  home.set("1", { brightnessPercent: 40.2 });
  expect(groupIn(home)).toBe(before);
  home.set("1", { brightnessPercent: 41 });
  expect(groupIn(home)).toEqual({ ...before, brightnessPercent: 41 });
});

test("a lamp that reports an absurd brightness counts as fully bright, and leaves nothing behind", () => {
  const home = new LitHome();
  home.lamp("1", { brightnessPercent: 40 });
  home.lamp("2", { brightnessPercent: 1e300 });
  expect(groupIn(home)).toMatchObject({ brightnessPercent: 70 });
  home.set("2", { brightnessPercent: -1e300 });
  expect(groupIn(home)).toMatchObject({ brightnessPercent: 20 });
  home.set("2", { brightnessPercent: 60 });
  expect(groupIn(home)).toMatchObject({ brightnessPercent: 50 });
});

test("a room without lamps is off, and can do nothing", () => {
  expect(groupIn(new LitHome())).toMatchObject({ on: false, brightnessPercent: 100, abilities: [] });
});

test("a lamp that is moved takes its light along", () => {
  const home = new LitHome();
  home.lamp("1", { on: true });
  expect(groupIn(home)?.on).toBe(true);
  home.make({ kind: "deviceMoved", deviceId: idAt("1"), roomId: null });
  expect(groupIn(home)?.on).toBe(false);
  const { unassigned } = home.gateway.home;
  expect(unassigned && groupIn(home, unassigned)?.on).toBe(true);
});
