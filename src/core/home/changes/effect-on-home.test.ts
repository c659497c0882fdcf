import fc from "fast-check";
import { expect, test } from "vitest";
import { anyContents } from "../../../../test/support/home/any-change.ts";
import { aKey } from "../../../../test/support/home/builders.ts";
import { gatewayOf, IDENTITY, NOTHING } from "../../../../test/support/home/empty-gateway.ts";
import { FOUNDED } from "../../../../test/support/home/founded-home.ts";
import { idAt, LitHome } from "../../../../test/support/home/lit-home.ts";
import { ofIdentity } from "../../../../test/support/home/of-identity.ts";
import { contentsOf } from "../home.ts";
import type { HomeContents } from "../model/contents.ts";
import { effectOf } from "./effect.ts";

const lit = new LitHome();
lit.lamp("1");
lit.lamp("2", { room: null });
lit.scene("1", { active: true });
const LIT = contentsOf(lit.gateway.home);

const replacedBy = (contents: HomeContents) => ({ kind: "homeReplaced", contents }) as const;

test("a home that is replaced is just the other one, order included, whatever it was", () => {
  fc.assert(
    fc.property(fc.oneof(fc.constant(NOTHING), anyContents), anyContents, (old, next) => {
      const gateway = gatewayOf(old);
      expect(gateway.submit(replacedBy(next))).toBe("done");
      expect(JSON.stringify(contentsOf(gateway.home))).toBe(JSON.stringify(next));
    }),
  );
});

test("a home that is replaced by one in another order takes on that order", () => {
  const gateway = gatewayOf(LIT);
  const turned = { ...LIT, devices: LIT.devices.toReversed(), lights: LIT.lights.toReversed() };
  gateway.submit(replacedBy(turned));
  expect(contentsOf(gateway.home)).toEqual(turned);
});

test("a home that is replaced by itself stays the very same", () => {
  expect(effectOf(lit.gateway.home, replacedBy(LIT))).toEqual([]);
  expect(effectOf(lit.gateway.home, replacedBy(structuredClone(LIT)))).toEqual([]);
});

test("what goes goes before what comes, so that nothing is there twice", () => {
  const effect = effectOf(lit.gateway.home, replacedBy(FOUNDED));
  if (typeof effect === "string") throw new Error(effect);
  const firstThatComes = effect.findIndex(({ before }) => before === undefined);
  expect(effect.slice(0, firstThatComes).every(({ after }) => after === undefined)).toBe(true);
  expect(effect.slice(firstThatComes).every(({ before }) => before === undefined)).toBe(true);
});

test("a factory reset gives the gateway another identity", () => {
  const gateway = gatewayOf(LIT);
  const identity = { ...IDENTITY, resetId: "4D1C5AF0-7E0B-4C57-8F6D-6A4B6C0E2F11" };
  gateway.submit(replacedBy(ofIdentity(FOUNDED, identity)));
  expect(gateway.identity).toEqual(identity);
  expect(contentsOf(gateway.home)).toEqual(ofIdentity(FOUNDED, identity));
  expect(gateway.home.gateway?.id).toBe(identity.resetId);
});

test("the landmarks and places of a home that is replaced are those of the new one", () => {
  const gateway = gatewayOf(FOUNDED);
  gateway.submit(replacedBy(LIT));
  const { home } = gateway;
  expect(home.gateway).toBe(LIT.devices[0]);
  expect(home.roomIdOf(idAt("1"))).toBe(idAt("a"));
  expect(home.activeSceneIdIn(idAt("a"))).toBe(idAt("1"));
  gateway.submit(replacedBy(FOUNDED));
  expect([home.roomIdOf(idAt("1")), home.activeSceneIdIn(idAt("a"))]).toEqual([undefined, undefined]);
});

test.each<readonly [what: string, contents: HomeContents]>([
  ["holds nothing", NOTHING],
  ["contradicts itself", { ...LIT, lights: [] }],
  ["has the gateway under another id than its own", { ...LIT, identity: { ...IDENTITY, resetId: idAt("9") } }],
  ["has a name that cannot be printed", { ...LIT, rooms: LIT.rooms.map((room) => ({ ...room, name: "\u0007" })) }],
  ["has a number that is none", { ...LIT, lights: LIT.lights.map((light) => ({ ...light, brightnessPercent: NaN })) }],
])("a home is not replaced by one that %s", (_what, contents) => {
  expect(effectOf(lit.gateway.home, replacedBy(contents))).toBe("not-allowed");
});

test("an import takes nothing from the gateway that stays: neither its identity nor a key of the moment", () => {
  const gateway = gatewayOf({ ...LIT, keys: [aKey({ id: idAt("1") })] });
  const contents = ofIdentity(FOUNDED, { ...IDENTITY, resetId: "4D1C5AF0-7E0B-4C57-8F6D-6A4B6C0E2F11" });
  gateway.submit({ kind: "homeImported", contents: { ...contents, keys: [aKey({ id: idAt("2") })] } });
  expect(gateway.identity).toEqual(IDENTITY);
  expect(gateway.home.keys.all()).toEqual([aKey({ id: idAt("1") })]);
  expect(contentsOf(gateway.home).rooms).toEqual(FOUNDED.rooms);
});
