import { ABILITY_WEIGHTS, type WireLight } from "../../../core/contract/light.ts";
import type { WireScene } from "../../../core/contract/scene.ts";
import type { Home } from "../home.ts";
import { shown } from "../report/shown.ts";
import type { Kind } from "../resources.ts";
import type { RuleId } from "../rules.ts";
import type { Session } from "../session.ts";
import { LISTS } from "./lists.ts";

export interface Agreement {
  readonly rule: RuleId;
  readonly of: { readonly id: string; readonly type: Kind };
  readonly holds: boolean;
  readonly expected: string;
  readonly found: unknown;
}

/** Checks something about one resource of a list. */
export const expectAgreement = (session: Session, { rule, of, holds, expected, found }: Agreement): void =>
  session.expect(rule, holds, { where: `GET ${LISTS[of.type].path} → ${of.id}`, expected, found: shown(found) });

/** Checks that the fields of a light, and of a scene, agree with each other. */
export function checkAgreement(session: Session, home: Home): void {
  for (const light of home.light.sound) checkLight(session, light);
  for (const scene of home.scene.sound) checkScene(session, scene);
  for (const room of home.room.sound) expectName(session, "room.name", room);
  for (const scene of home.scene.sound) expectName(session, "scene.name", scene);
}

/** The document allows an empty name on lights and sync boxes, and on nothing else. */
export const expectName = (session: Session, rule: RuleId, of: Agreement["of"] & { readonly name: string }): void =>
  expectAgreement(session, { rule, of, holds: of.name.trim() !== "", expected: "a name", found: of.name });

const { colourTemperature, colour, segments, dynamicEffects } = ABILITY_WEIGHTS;
const XY_MODE = 1;
const MULTI_GROUP_MODE = 3;
const OPTIONAL_RESERVED = ["pack", "position_x", "position_y"] as const;

function checkLight(session: Session, of: WireLight): void {
  const { ability, support_segment, support_dynamic, color_mode } = of;
  const { color_len, color_arr, color_rgb_arr = color_arr } = of;
  expectAgreement(session, {
    rule: "light.support",
    of,
    holds: support_segment === Number((ability & segments) !== 0),
    expected: "support_segment equal to bit 4 of ability",
    found: { ability, support_segment },
  });
  expectAgreement(session, {
    rule: "light.dynamic",
    of,
    holds: support_dynamic === Number((ability & dynamicEffects) !== 0),
    expected: "support_dynamic equal to bit 6 of ability",
    found: { ability, support_dynamic },
  });
  checkMode(session, of);
  expectAgreement(session, {
    rule: "light.segments",
    of,
    holds: color_len === color_arr.length && color_len === color_rgb_arr.length,
    expected: `color_len ${color_arr.length}, and the same number in color_rgb_arr`,
    found: { color_len, color_rgb_arr: color_rgb_arr.length },
  });
  if (color_mode === MULTI_GROUP_MODE) {
    expectAgreement(session, {
      rule: "light.segment-count",
      of,
      holds: color_len > 0 || support_segment === 0,
      expected: "color_len above 0, because color_mode is 3",
      found: color_len,
    });
    expectAgreement(session, {
      rule: "light.segment-colours",
      of,
      holds: color_arr.length > 0,
      expected: "colours in color_arr, because color_mode is 3",
      found: color_arr,
    });
  }
  const missing = OPTIONAL_RESERVED.filter((name) => of[name] === undefined);
  expectAgreement(session, {
    rule: "light.reserved",
    of,
    holds: missing.length === 0,
    expected: OPTIONAL_RESERVED.join(", "),
    found: `no ${missing.join(", ")}`,
  });
}

/** A lamp without cool/warm white may have any mode, as it must have one; HSV is the 0 of lamps that have no colour. */
function checkMode(session: Session, of: WireLight): void {
  const { ability, support_segment, color_mode } = of;
  const isColourless = (ability & colourTemperature) !== 0 && (ability & colour) === 0;
  const isUnable =
    color_mode === MULTI_GROUP_MODE ? support_segment === 0 || isColourless : color_mode === XY_MODE && isColourless;
  expectAgreement(session, {
    rule: "light.mode",
    of,
    holds: !isUnable,
    expected: "a color_mode that the light supports",
    found: { color_mode, ability, support_segment },
  });
}

const COLOURS_OF_SCENE = 5;
const PICTURE_SCENE = 2;

function checkScene(session: Session, of: WireScene): void {
  const { colors, scene_type, picture_id, picture_url } = of;
  const isUsual = colors.every((colour) => colour >>> 24 === 0xff) && [0, COLOURS_OF_SCENE].includes(colors.length);
  expectAgreement(session, {
    rule: "scene.colors",
    of,
    holds: isUsual,
    expected: "five, each 0xFFrrggbb",
    found: colors,
  });
  if (scene_type !== PICTURE_SCENE) return;
  expectAgreement(session, {
    rule: "scene.picture",
    of,
    holds: picture_id !== "" && picture_url !== "",
    expected: "a picture_id and a picture_url",
    found: { picture_id, picture_url },
  });
  expectAgreement(session, {
    rule: "scene.picture-url",
    of,
    holds: picture_url === "" || URL.canParse(picture_url),
    expected: "a URL",
    found: picture_url,
  });
}
