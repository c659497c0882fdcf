import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../../test/support/depth.ts";
import { anyContents, anyEdits } from "../../../../test/support/home/any-change.ts";
import { idAt, LitHome, lounge, study } from "../../../../test/support/home/lit-home.ts";
import { contentsOf, MutableHome } from "../home.ts";
import type { HomeContents } from "../model/contents.ts";
import type { DeviceId } from "../model/ids.ts";
import type { Room } from "../model/room.ts";
import { devicesIn } from "../select.ts";
import type { Change } from "./change.ts";
import { effectOf } from "./effect.ts";

/** A home after changes, each of which is possible; else why one is not. */
function after(contents: HomeContents, changes: readonly Change[]): string {
  const home = new MutableHome(contents);
  for (const change of changes) {
    const effect = effectOf(home, change);
    if (typeof effect === "string") return effect;
    for (const replacement of effect) home.replace(replacement);
  }
  return JSON.stringify(contentsOf(home));
}

test("edits of devices, moved and renamed at once too, come to the same as one after the other, or to the same refusal", () => {
  fc.assert(
    fc.property(anyContents, anyEdits, (contents, edits) => {
      expect(after(contents, [{ kind: "devicesEdited", edits }])).toBe(after(contents, edits));
    }),
    { numRuns: times(500) },
  );
});

test("devices that change places in one edit are in each other's room, in whatever order they are named", () => {
  const moves = [
    { kind: "deviceMoved", deviceId: idAt<DeviceId>("1"), roomId: study.id },
    { kind: "deviceMoved", deviceId: idAt<DeviceId>("2"), roomId: lounge.id },
    { kind: "deviceMoved", deviceId: idAt<DeviceId>("3"), roomId: lounge.id },
  ] as const;
  for (const edits of [moves, moves.toReversed()]) {
    const home = new LitHome();
    home.lamp("1", { room: lounge });
    home.lamp("2", { room: study });
    home.lamp("3", { room: null });
    home.make({ kind: "devicesEdited", edits });
    const membersOf = (room: Room) => devicesIn(home.gateway.home, home.gateway.home.rooms.get(room.id));
    expect(membersOf(lounge).map(({ id }) => id)).toEqual(
      edits.filter(({ roomId }) => roomId === lounge.id).map(({ deviceId }) => deviceId),
    );
    expect(membersOf(study).map(({ id }) => id)).toEqual([idAt("1")]);
    for (const { deviceId, roomId } of edits) expect(home.gateway.home.roomIdOf(deviceId)).toBe(roomId);
  }
});
