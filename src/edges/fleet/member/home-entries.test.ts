import { expect, test } from "vitest";
import { IDENTITY } from "../../../../test/support/home/empty-gateway.ts";
import { idAt, LitHome, lounge } from "../../../../test/support/home/lit-home.ts";
import type { SceneId } from "../../../core/home/model/ids.ts";
import { savedLamp } from "../../../core/home/model/saved-lamps.ts";
import { lightsOf } from "../../../core/home/select.ts";
import { entryFrom } from "../fleet-entry.ts";
import { HomeEntries } from "./home-entries.ts";

test("G116: a front is told of a saved scene, and not of what was saved of each lamp", () => {
  const lit = new LitHome();
  lit.lamp("1");
  const { home } = lit.gateway;
  lit.scene("1", { lamps: home.devices.all().flatMap((device) => lightsOf(home, device).map(savedLamp)) });
  const key = `scenes.${idAt<SceneId>("1")}`;
  const value = new HomeEntries({ home, identity: IDENTITY }).valueOf(key, "epoch") ?? expect.fail("there is no entry");
  const entry = entryFrom(key, value);
  const { lamps, ...shown } = home.scenes.get(idAt<SceneId>("1")) ?? expect.fail("there is no scene");
  expect(lamps).toHaveLength(1);
  expect(entry).toMatchObject({ in: "scenes", resource: { ...shown, roomId: lounge.id } });
  expect(value).not.toContain('lamps":');
});
