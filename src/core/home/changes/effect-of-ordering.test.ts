import { describe, expect, test } from "vitest";
import { idAt, LitHome, lounge, study } from "../../../../test/support/home/lit-home.ts";
import type { RoomId, SceneId } from "../model/ids.ts";
import { effectOf } from "./effect.ts";

/** The numbers of what stands in a list, by the digits of their ids. */
const numbers = (all: readonly { readonly id: string; readonly sequence: number }[]) =>
  Object.fromEntries(all.map(({ id, sequence }) => [id.charAt(0).toLowerCase(), sequence]));

function ordered(): LitHome {
  const home = new LitHome();
  home.make({ kind: "roomNumbered", roomId: study.id, sequence: 7 });
  for (const [digit, sequence] of [
    ["1", 2],
    ["2", 5],
    ["3", 9],
  ] as const)
    home.scene(digit, { sequence });
  return home;
}

describe("G118: an order gives the numbers out anew", () => {
  test("of rooms; the two that follow from the rest keep theirs", () => {
    const home = ordered();
    home.make({ kind: "roomsOrdered", roomIds: [study.id, lounge.id] });
    const { a, b } = numbers(home.gateway.home.rooms.all().filter(({ kind }) => kind === "normal"));
    expect([b, a]).toEqual([1, 7]);
    expect(home.gateway.home.wholeHouse?.sequence).toBe(0);
  });

  test("of the scenes of a room", () => {
    const home = ordered();
    home.make({ kind: "scenesOrdered", roomId: lounge.id, sceneIds: ["3", "1", "2"].map((at) => idAt<SceneId>(at)) });
    expect(numbers(home.gateway.home.scenes.all())).toEqual({ 3: 2, 1: 5, 2: 9 });
  });
});

describe("an order is refused", () => {
  test.each<readonly [what: string, roomIds: readonly RoomId[]]>([
    ["that leaves a room out", [lounge.id]],
    ["that names a room twice", [lounge.id, lounge.id]],
    ["that names a room too many", [lounge.id, study.id, idAt("9")]],
  ])("%s", (_what, roomIds) => {
    expect(effectOf(ordered().gateway.home, { kind: "roomsOrdered", roomIds })).toBe("not-allowed");
  });

  test("of the scenes of a room that does not exist, or that are another room's", () => {
    const { home } = ordered().gateway;
    const sceneIds = [idAt<SceneId>("1")];
    expect(effectOf(home, { kind: "scenesOrdered", roomId: idAt("9"), sceneIds })).toBe("not-found");
    expect(effectOf(home, { kind: "scenesOrdered", roomId: study.id, sceneIds })).toBe("not-allowed");
  });
});
