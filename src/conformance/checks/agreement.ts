import type { WireDevice } from "../../contract/device.ts";
import { ABILITY_WEIGHTS, type WireLight } from "../../contract/light.ts";
import type { WireScene } from "../../contract/scene.ts";
import type { Home } from "../home.ts";
import { shown } from "../report/shown.ts";
import type { Kind } from "../resources.ts";
import type { RuleId } from "../rules.ts";
import type { Session } from "../session.ts";
import { LISTS } from "./lists.ts";
import { isSurelyNotNewer } from "./versions.ts";

/** Whether the fields of a resource agree with each other. */
export function checkAgreement(session: Session, home: Home): void {
  const lights = new Map(home.light.map((light) => [light.id, light]));
  for (const device of home.device) checkDevice(session, device, lights);
  for (const light of home.light) checkLight(session, light);
  for (const scene of home.scene) checkScene(session, scene);
  const gateways = home.device.filter(({ product }) => product.cat1_id === 1).length;
  session.expect("device.gateway", gateways > 0, {
    where: `GET ${LISTS.device.path}`,
    expected: "a device with cat1_id 1",
    found: "none",
  });
}

interface Agreement {
  readonly rule: RuleId;
  readonly of: { readonly id: string; readonly type: Kind };
  readonly holds: boolean;
  readonly expected: string;
  readonly found: unknown;
}

const expect = (session: Session, { rule, of, holds, expected, found }: Agreement): void =>
  session.expect(rule, holds, { where: `GET ${LISTS[of.type].path} → ${of.id}`, expected, found: shown(found) });

function checkDevice(session: Session, of: WireDevice, lights: ReadonlyMap<string, WireLight>): void {
  const { product, has_new, new_version, services } = of;
  const { cat1_id, cat2_id, cat3_id } = product;
  expect(session, {
    rule: "device.categories",
    of,
    holds: Math.floor(cat2_id / 100) === cat1_id && Math.floor(cat3_id / 100) === cat2_id,
    expected: "category ids that begin with each other",
    found: { cat1_id, cat2_id, cat3_id },
  });
  expect(session, {
    rule: "device.new-version",
    of,
    holds: new_version !== undefined && (new_version !== "") === (has_new === 1),
    expected: has_new === 1 ? "the newer version" : "an empty new_version",
    found: new_version,
  });
  if (has_new === 1 && new_version !== undefined && new_version !== "")
    expect(session, {
      rule: "device.newer",
      of,
      holds: !isSurelyNotNewer(new_version, product.software_version),
      expected: `a version newer than ${shown(product.software_version)}`,
      found: new_version,
    });
  const { manufacturer, model } = product;
  expect(session, {
    rule: "device.maker",
    of,
    holds: manufacturer.trim() !== "" && model.trim() !== "",
    expected: "a manufacturer and a model",
    found: { manufacturer, model },
  });
  const own = services.flatMap(({ rid }) => lights.get(rid) ?? []);
  const needed = ABILITY_OF_KIND.get(cat2_id);
  for (const { ability } of needed === undefined ? [] : own)
    expect(session, {
      rule: "device.kind",
      of,
      holds: (ability & BASIC) === needed,
      expected: `lights with the ability of kind ${cat2_id}, ${needed}`,
      found: ability,
    });
}

const { onOff, brightness, colourTemperature, colour, segments, dynamicEffects } = ABILITY_WEIGHTS;
const BASIC = onOff | brightness | colourTemperature | colour;

/** What clients take a lamp to be able to do, by its `cat2_id` (G4). */
const ABILITY_OF_KIND: ReadonlyMap<number, number> = new Map([
  [201, onOff],
  [202, onOff | brightness],
  [203, onOff | brightness | colourTemperature],
  [204, onOff | brightness | colour],
  [205, BASIC],
]);

function checkLight(session: Session, of: WireLight): void {
  const { ability, support_segment, support_dynamic, color_len, color_arr, color_rgb_arr = color_arr } = of;
  expect(session, {
    rule: "light.support",
    of,
    holds:
      support_segment === Number((ability & segments) !== 0) &&
      support_dynamic === Number((ability & dynamicEffects) !== 0),
    expected: "bits 4 and 6 of ability",
    found: { ability, support_segment, support_dynamic },
  });
  expect(session, {
    rule: "light.segments",
    of,
    holds: color_len === color_arr.length && color_len === color_rgb_arr.length,
    expected: `color_len ${color_arr.length}, and as many in color_rgb_arr`,
    found: { color_len, color_rgb_arr: color_rgb_arr.length },
  });
}

const COLOURS_OF_SCENE = 5;

function checkScene(session: Session, of: WireScene): void {
  const { colors, scene_type, picture_id, picture_url } = of;
  const isUsual = colors.every((colour) => colour >>> 24 === 0xff) && [0, COLOURS_OF_SCENE].includes(colors.length);
  expect(session, { rule: "scene.colors", of, holds: isUsual, expected: "five, each 0xFFrrggbb", found: colors });
  if (scene_type === 2)
    expect(session, {
      rule: "scene.picture",
      of,
      holds: picture_id !== "" && URL.canParse(picture_url),
      expected: "a picture_id and an address",
      found: { picture_id, picture_url },
    });
}
