import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../../../../test/support/home/arbitraries.ts";
import { aDevice, aLight, aRoom, aScene, aSyncBox } from "../../../../test/support/home/builders.ts";
import { gatewayWith } from "../../../../test/support/home/empty-gateway.ts";
import { idAt, LitHome, lounge } from "../../../../test/support/home/lit-home.ts";
import type { Change } from "../changes/change.ts";
import { cleanName } from "./name.ts";

test.each([
  ["as it is when nothing is wrong with it", "Küche 2 – 厨房 \u{1f4a1}", "Küche 2 – 厨房 \u{1f4a1}"],
  ["without blanks around it", " \t\u00a0Hall\n", "Hall"],
  ["with a blank for each control character", "a\u0000b\u001b[2Jc\u009bd\u007f", "a b [2Jc d"],
  ["without marks that turn the writing round", "\u202egnp.exe\u2066\u2069", "gnp.exe"],
  ["without marks that tell which way to write", "\u200fa\u200eb\u061c", "a b"],
  ["in one line, whoever ends lines", "a\u2028b\u2029c\u0085d\u000be", "a b c d e"],
  ["without anything where nothing can be seen", "\u200b\u2060\ufeff\u00ad", ""],
  ["with what joins emoji and letters", "👩\u200d🚀 می\u200cخواهم", "👩\u200d🚀 می\u200cخواهم"],
  ["without halves of characters", "a\ud83db\udc00c", "a b c"],
  ["as text, whatever it looks like", '<script>","__proto__', '<script>","__proto__'],
  ["at 128 characters", "x".repeat(129), "x".repeat(128)],
  ["with characters counted as people do", "\u{1f4a1}".repeat(129), "\u{1f4a1}".repeat(128)],
  ["without a blank where it was cut", `${"x".repeat(127)} y`, "x".repeat(127)],
  ["short, however long it was", "x".repeat(1_000_000), "x".repeat(128)],
  ["empty when nothing can be printed", "\u0000\u202e \ud83d", ""],
])("a name is kept %s", (_how, text, kept) => {
  expect(cleanName(text)).toBe(kept);
});

test("any text at all becomes a name that is well formed, printable, short, and stays what it is", () => {
  fc.assert(
    fc.property(fc.oneof(anyText, fc.string({ unit: "binary", minLength: 500, maxLength: 1_000 })), (text) => {
      const name = cleanName(text);
      expect(name).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
      expect(name).toBe(name.trim());
      expect([...name].length).toBeLessThanOrEqual(128);
      expect(cleanName(name)).toBe(name);
    }),
  );
});

const lamp = aDevice({ id: idAt("1"), lightIds: [idAt("1")], syncBoxId: idAt("1"), name: "\u0000Lamp " });
const joined: Change = {
  kind: "deviceJoined",
  device: lamp,
  lights: [aLight({ id: idAt("1"), deviceId: lamp.id, name: "\u202eGlow" })],
  syncBox: aSyncBox({ id: idAt("1"), deviceId: lamp.id, name: "" }),
};

test("a device that joins is kept with clean names, and what has none is called after its product", () => {
  const { home } = gatewayWith([joined]);
  expect([home.devices, home.lights, home.syncBoxes].map((some) => some.all()[0]?.name)).toEqual([
    "Lamp",
    "Glow",
    "Colour Bulb",
  ]);
});

test("a device's lights and sync box are called as it is once it is renamed", () => {
  const { home } = gatewayWith([joined, { kind: "deviceRenamed", deviceId: lamp.id, name: " New\n" }]);
  expect([home.devices, home.lights, home.syncBoxes].map((some) => some.all()[0]?.name)).toEqual(["New", "New", "New"]);
});

test("one of several lights keeps what tells it from the others when its device is renamed", () => {
  const names = ["Lamp l1", "Lamp l2", "Lampion"];
  const lights = names.map((name, index) => aLight({ id: idAt(`${index}`), deviceId: lamp.id, name }));
  const device = { ...lamp, lightIds: lights.map(({ id }) => id), syncBoxId: null };
  const { home } = gatewayWith([
    { kind: "deviceJoined", device, lights, syncBox: null },
    { kind: "deviceRenamed", deviceId: lamp.id, name: "Shade" },
  ]);
  expect(home.lights.all().map(({ name }) => name)).toEqual(["Shade l1", "Shade l2", "Shade"]);
});

test("rooms and scenes are kept with clean names", () => {
  const home = new LitHome();
  home.scene("1", { name: " Dawn" });
  home.make(
    { kind: "roomAdded", room: aRoom({ id: idAt("c"), name: "Hall\u0007" }) },
    { kind: "roomRenamed", roomId: lounge.id, name: "\u2066Den" },
    { kind: "sceneAdded", scene: aScene({ id: idAt("2"), roomId: lounge.id, name: "Dusk\u0000" }) },
    { kind: "sceneChanged", sceneId: idAt("1"), scene: { name: "\tNoon" } },
  );
  const { rooms, scenes } = home.gateway.home;
  expect([rooms.get(lounge.id), rooms.get(idAt("c"))].map((room) => room?.name)).toEqual(["Den", "Hall"]);
  expect(scenes.all().map(({ name }) => name)).toEqual(["Noon", "Dusk"]);
});

test.each<Change>([
  { kind: "deviceRenamed", deviceId: idAt("1"), name: "\u202e" },
  { kind: "deviceAdmitted", deviceId: idAt("1"), name: "\u202e" },
  { kind: "roomAdded", room: aRoom({ id: idAt("c"), name: "" }) },
  { kind: "roomRenamed", roomId: lounge.id, name: " " },
  { kind: "sceneAdded", scene: aScene({ id: idAt("2"), roomId: lounge.id, name: "\u0000" }) },
  { kind: "sceneChanged", sceneId: idAt("1"), scene: { name: "\ud83d" } },
])("$kind is not allowed with a name of which nothing can be printed", (change) => {
  const home = new LitHome();
  home.lamp("1");
  home.scene("1");
  expect(home.gateway.submit(change)).toBe("not-allowed");
});
