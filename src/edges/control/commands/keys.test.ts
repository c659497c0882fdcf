import { describe, expect, test } from "vitest";
import { OperatedGateway, type OperatedOptions } from "../../../../test/support/gateway/operated-gateway.ts";
import { aKey } from "../../../../test/support/home/builders.ts";
import { idAt } from "../../../../test/support/home/lit-home.ts";
import { PlainHome } from "../../../../test/support/home/plain-home.ts";
import { CommandedStore } from "../../../../test/support/store/commanded-store.ts";
import { contentsOf } from "../../../core/home/home.ts";

const panel = aKey({ id: idAt("1"), name: "acme#panel" });
const phone = aKey({ id: idAt("2"), name: "acme#phone", lastUsedAt: "2026-11-16T12:00:00.000Z" });

/** A gateway with which two clients have paired, the phone after the panel. */
async function operatedByClients(options: OperatedOptions = {}): Promise<OperatedGateway> {
  const operated = await OperatedGateway.start(options);
  for (const key of [panel, phone]) expect(await operated.gateway.ask({ kind: "keyAdded", key })).toBe("done");
  return operated;
}

describe("keys", () => {
  test("are listed with who has them and since when, the newest last, and with nothing that could be used", async () => {
    const operated = await operatedByClients();
    expect(await operated.ask("key.list", {})).toEqual([
      { id: panel.id, name: "acme#panel", madeAt: "2026-11-15T07:00:00.000Z", lastUsedAt: null },
      { id: phone.id, name: "acme#phone", madeAt: panel.madeAt, lastUsedAt: "2026-11-16T12:00:00.000Z" },
    ]);
  });

  test("are none at first", async () => {
    const operated = await OperatedGateway.start();
    expect(await operated.ask("key.list", {})).toEqual([]);
    expect(await operated.refusal("key.revoke", { key: "acme#panel" })).toEqual([
      'No key matches "acme#panel". List them with: luxgate keys',
    ]);
  });

  test("are revoked one by one, and a key that is revoked is not there to be revoked again", async () => {
    const operated = await operatedByClients();
    expect(await operated.ask("key.revoke", { key: "22222222" })).toMatchObject({ id: phone.id, name: "acme#phone" });
    expect((await operated.ask("key.list", {})).map(({ id }) => id)).toEqual([panel.id]);
    expect(await operated.refusal("key.revoke", { key: phone.id })).toHaveLength(1);
    expect(operated.gateway.home.keys.all()).toEqual([panel]);
  });

  test("count no more from the moment they are revoked, and the operator hears so once that would survive a loss of power", async () => {
    const store = new CommandedStore(contentsOf(PlainHome.demo().home));
    const operated = await operatedByClients({ store });
    store.hold();
    let isDone = false;
    const revoking = operated.ask("key.revoke", { key: "acme#phone" }).then(() => {
      isDone = true;
    });
    await expect.poll(() => operated.gateway.home.keys.get(phone.id)).toBeUndefined();
    await operated.ask("key.list", {});
    expect([isDone, store.contents?.keys]).toEqual([false, [panel, phone]]);
    store.letGo();
    await revoking;
    expect(store.contents?.keys).toEqual([panel]);
  });

  test("stay when their end cannot be stored, and the operator hears that", async () => {
    const store = new CommandedStore(contentsOf(PlainHome.demo().home));
    const operated = await operatedByClients({ store });
    store.refuse();
    expect(await operated.refusal("key.revoke", { key: "acme#phone" })).toEqual([
      expect.stringMatching(/^Nothing was changed.*\(the disk is full\)/),
    ]);
    expect(operated.gateway.home.keys.all()).toEqual([panel, phone]);
  });
});
