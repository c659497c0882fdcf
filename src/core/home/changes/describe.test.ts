import fc from "fast-check";
import { expect, test } from "vitest";
import { anyChange, anyContents } from "../../../../test/support/home/any-change.ts";
import { aDevice, aKey, aRoom, aScene } from "../../../../test/support/home/builders.ts";
import { FOUNDED } from "../../../../test/support/home/founded-home.ts";
import { idAt, LitHome, lampJoined, lounge, study } from "../../../../test/support/home/lit-home.ts";
import { MutableHome } from "../home.ts";
import type { Change } from "./change.ts";
import { describe as described } from "./describe.ts";

const lit = new LitHome();
lit.lamp("1");
lit.scene("1", { name: "Dusk" });
lit.make({ kind: "keyAdded", key: aKey({ id: idAt("1") }) });

test.each<readonly [change: Change, words: string]>([
  [lampJoined("2"), '"A lamp" joined'],
  [{ kind: "deviceAdmitted", deviceId: idAt("1") }, '"A lamp" admitted'],
  [
    { kind: "deviceAdmitted", deviceId: idAt("1"), name: "Sun", place: { roomId: lounge.id } },
    '"A lamp" admitted as "Sun", moved to "Lounge"',
  ],
  [{ kind: "deviceRenamed", deviceId: idAt("1"), name: "Sun\u001b[2J" }, '"A lamp" renamed to "Sun [2J"'],
  [{ kind: "deviceReached", deviceId: idAt("1"), online: true }, '"A lamp" online'],
  [{ kind: "deviceReached", deviceId: idAt("1"), online: false }, '"A lamp" offline'],
  [{ kind: "deviceUpdateFound", deviceId: idAt("1"), newVersion: "2.0" }, '"A lamp" has an update to "2.0"'],
  [{ kind: "deviceUpdated", deviceId: idAt("1"), softwareVersion: "2.0" }, '"A lamp" updated to "2.0"'],
  [{ kind: "deviceMoved", deviceId: idAt("1"), roomId: lounge.id }, '"A lamp" moved to "Lounge"'],
  [{ kind: "deviceMoved", deviceId: idAt("1"), roomId: null }, '"A lamp" moved from "Lounge" to no room'],
  [{ kind: "deviceMoved", deviceId: idAt("1"), roomId: study.id }, '"A lamp" moved from "Lounge" to "Study"'],
  [
    { kind: "deviceMoved", deviceId: idAt("1"), roomId: lounge.id, byHand: false },
    '"A lamp" placed automatically again',
  ],
  [{ kind: "deviceMoved", deviceId: idAt("1"), roomId: null, byHand: true }, '"A lamp" moved from "Lounge" to no room'],
  [
    { kind: "deviceMoved", deviceId: idAt("1"), roomId: null, byHand: false },
    '"A lamp" moved from "Lounge" to no room',
  ],
  [
    { kind: "deviceDescribed", device: aDevice({ id: idAt("1"), name: "Sun" }), lights: [] },
    '"A lamp" description updated',
  ],
  [{ kind: "deviceLinkQualityReported", deviceId: idAt("1"), linkQuality: 7 }, '"A lamp" link quality reported'],
  [{ kind: "deviceTakenAsLamp", deviceId: idAt("1"), asLamp: true }, '"A lamp" served as a lamp'],
  [{ kind: "deviceTakenAsLamp", deviceId: idAt("1"), asLamp: false }, '"A lamp" no longer served as a lamp'],
  [{ kind: "deviceLeft", deviceId: idAt("1") }, '"A lamp" removed from "Lounge"'],
  [
    { kind: "lightChanged", lightId: idAt("1"), state: { on: true, brightnessPercent: 3 } },
    'light "A lamp" set (on, 3%)',
  ],
  [
    { kind: "lightsChanged", deviceId: idAt("1"), state: { on: true, brightnessPercent: 3 } },
    'lights of "A lamp" set (on, 3%)',
  ],
  [{ kind: "roomAdded", room: aRoom({ name: "Hall" }) }, 'room "Hall" added'],
  [{ kind: "roomRenamed", roomId: lounge.id, name: "Den" }, 'room "Lounge" renamed to "Den"'],
  [{ kind: "roomTypeChanged", roomId: lounge.id, type: "den" }, 'room "Lounge" given the type "den"'],
  [{ kind: "roomsOrdered", roomIds: [] }, "rooms put in order"],
  [{ kind: "roomRemoved", roomId: lounge.id }, 'room "Lounge" removed'],
  [{ kind: "sceneAdded", scene: aScene({ name: "Dawn" }) }, 'scene "Dawn" added'],
  [{ kind: "sceneChanged", sceneId: idAt("1"), scene: {} }, 'scene "Dusk" changed'],
  [{ kind: "sceneActivated", sceneId: idAt("1") }, 'scene "Dusk" activated'],
  [{ kind: "sceneSaved", sceneId: idAt("1"), lamps: [], colours: [] }, 'scene "Dusk" saved as its lamps are now'],
  [{ kind: "scenesOrdered", roomId: lounge.id, sceneIds: [] }, 'scenes of room "Lounge" put in order'],
  [{ kind: "sceneOver", sceneId: idAt("1") }, 'scene "Dusk" ended'],
  [{ kind: "sceneRemoved", sceneId: idAt("1") }, 'scene "Dusk" removed'],
  [{ kind: "keyAdded", key: aKey({ name: "acme#\u001b[2J" }) }, 'key for "acme# [2J" created'],
  [{ kind: "keyUsed", keyId: idAt("1"), at: "2026-11-15T07:00:00.000Z" }, 'key for "acme#panel" used'],
  [{ kind: "keyRevoked", keyId: idAt("1") }, 'key for "acme#panel" revoked'],
  [{ kind: "homeReplaced", contents: FOUNDED }, "whole home replaced"],
])("$0.kind is told in a few words", (change, words) => {
  expect(described(change, lit.gateway.home)).toBe(words);
});

test("where several have a name, the room tells which is meant", () => {
  const home = new LitHome();
  for (const digit of ["1", "2"]) {
    home.lamp(digit, { room: digit === "1" ? lounge : study });
    home.scene(digit, { name: "Dusk", roomId: digit === "1" ? lounge.id : study.id });
  }
  const words = (change: Change) => described(change, home.gateway.home);
  expect(words({ kind: "lightChanged", lightId: idAt("2"), state: { on: true } })).toBe(
    'light "A lamp" (Study) set (on)',
  );
  expect(words({ kind: "deviceReached", deviceId: idAt("1"), online: false })).toBe('"A lamp" (Lounge) offline');
  expect(words({ kind: "sceneActivated", sceneId: idAt("2") })).toBe('scene "Dusk" (Study) activated');
  home.make({ kind: "deviceRenamed", deviceId: idAt("1"), name: "Sun" }, { kind: "sceneRemoved", sceneId: idAt("1") });
  expect(words({ kind: "lightChanged", lightId: idAt("2"), state: { on: true } })).toBe('light "A lamp" set (on)');
  expect(words({ kind: "sceneActivated", sceneId: idAt("2") })).toBe('scene "Dusk" activated');
});

test("any change is told in one short line that does nothing to a terminal", () => {
  fc.assert(
    fc.property(anyContents, anyChange, (contents, change) => {
      const words = described(change, new MutableHome(contents));
      expect(words).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
      expect(words.length).toBeLessThan(800);
    }),
  );
});
