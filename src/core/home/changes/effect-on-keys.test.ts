import { expect, test } from "vitest";
import { aKey } from "../../../../test/support/home/builders.ts";
import { gatewayWith } from "../../../../test/support/home/empty-gateway.ts";
import { idAt } from "../../../../test/support/home/lit-home.ts";
import type { AccessKey } from "../model/access-key.ts";
import type { AccessKeyId } from "../model/ids.ts";
import type { Change } from "./change.ts";
import { effectOf } from "./effect.ts";

const panel = aKey({ id: idAt("1"), name: "acme#panel" });
const phone = aKey({ id: idAt("2"), name: "acme#phone", hash: "b".repeat(64) });
const stranger = aKey({ id: idAt("3"), hash: "c".repeat(64) });
const NOON = "2026-11-16T12:00:00.000Z";

const added = (key: AccessKey): Change => ({ kind: "keyAdded", key });
const used = (keyId: AccessKeyId, at = NOON): Change => ({ kind: "keyUsed", keyId, at });
const revoked = (keyId: AccessKeyId): Change => ({ kind: "keyRevoked", keyId });

const { home } = gatewayWith([added(panel), added(phone)]);

test("a key that is added comes last, and is its own one even beside another of the same name", () => {
  const namesake = { ...stranger, name: panel.name };
  expect(effectOf(home, added(namesake))).toEqual([{ in: "keys", before: undefined, after: namesake }]);
  expect(gatewayWith([added(panel), added(phone), added(namesake)]).home.keys.all()).toEqual([panel, phone, namesake]);
});

test("a key's name is kept without what cannot be printed, and a client needs one", () => {
  const disguised = { ...stranger, name: ` acme\u0007\u202e#panel${"!".repeat(600)}` };
  const effect = effectOf(home, added(disguised));
  expect(effect).toMatchObject([{ after: { name: expect.stringMatching(/^acme {2}#panel!{116}$/) } }]);
  for (const name of ["", " ", "\u0007"]) expect(effectOf(home, added({ ...stranger, name }))).toBe("not-allowed");
});

test("a key that is there already stays the one it is", () => {
  expect(effectOf(home, added({ ...stranger, id: panel.id }))).toBe("already-there");
});

test("a key that is used is the same one, with the time of it", () => {
  const after = { ...panel, lastUsedAt: NOON };
  expect(effectOf(home, used(panel.id))).toEqual([{ in: "keys", before: panel, after }]);
  const again = gatewayWith([added(panel), used(panel.id)]);
  expect(effectOf(again.home, used(panel.id))).toEqual([]);
});

test("a key that is revoked is gone, and no other with it", () => {
  expect(effectOf(home, revoked(panel.id))).toEqual([{ in: "keys", before: panel, after: undefined }]);
  const left = gatewayWith([added(panel), added(phone), revoked(panel.id)]).home.keys;
  expect([left.all(), left.get(panel.id)]).toEqual([[phone], undefined]);
});

test("a key that is not there can be neither used nor revoked: what is revoked does not come back by its use", () => {
  const { home: left } = gatewayWith([added(panel), revoked(panel.id)]);
  expect([effectOf(left, used(panel.id)), effectOf(left, revoked(panel.id))]).toEqual(["not-found", "not-found"]);
});
