import { expect, test } from "vitest";
import { aKey } from "../../test/support/home/builders.ts";
import { gatewayOf } from "../../test/support/home/empty-gateway.ts";
import { FOUNDED } from "../../test/support/home/founded-home.ts";
import { idAt, lampJoined } from "../../test/support/home/lit-home.ts";
import type { Change } from "../core/home/changes/change.ts";
import type { AccessKeyId } from "../core/home/model/ids.ts";
import { isAnyKeyGone } from "./key-gone.ts";

const keyId = idAt<AccessKeyId>("1");

test.each<readonly [string, Change, boolean]>([
  ["is used", { kind: "keyUsed", keyId, at: "2026-11-19T10:00:00.000Z" }, false],
  ["stays while the home is replaced by an import", { kind: "homeImported", contents: FOUNDED }, false],
  ["is revoked", { kind: "keyRevoked", keyId }, true],
  ["goes with a factory reset", { kind: "homeReplaced", contents: FOUNDED }, true],
])("whether clients may have lost their key when one %s", (_what, change, isGone) => {
  const gateway = gatewayOf({ ...FOUNDED, keys: [aKey({ id: keyId })] });
  gateway.submit(lampJoined("2"));
  const told: boolean[] = [];
  gateway.watch((notification) => told.push(isAnyKeyGone(gateway.home, notification)));
  expect(gateway.submit(change)).toBe("done");
  expect(told).toEqual([isGone]);
});
