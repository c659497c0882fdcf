import { isDeepStrictEqual } from "node:util";
import { ABILITY_WEIGHTS, type WireLight } from "../../contract/light.ts";
import type { WireRoom } from "../../contract/room.ts";
import type { WireSync } from "../../contract/sync.ts";
import { dataOf, isNotFound, isPlainRefusal, outcomeOf } from "../answer.ts";
import { WRONG_KEY } from "../gateway.ts";
import type { Home } from "../home.ts";
import { shown } from "../report/shown.ts";
import type { Session } from "../session.ts";
import { targetOf, Wishing } from "./command-trials.ts";
import { isSuccess, LISTS } from "./lists.ts";
import { NOBODY } from "./single-reads.ts";
import { can, colourless, type TrialLamp, trialLamps, wishFor } from "./trial-lamp.ts";

/** A colour and a white that any lamp with colours or whites can show. */
const ORANGE = { color_x: 32768, color_y: 26214 };
const ORANGE_RGB = 0xff8800;
const WARM = { color_cw: 3000 };
/** 153 mired, which clients offer as the coolest white. */
const TOO_COOL = { color_cw: 6535 };
/** How far a lamp may be from a colour. */
const NEAR = { color_x: 1500, color_y: 1500, color_rgb: 0x0fffff };
/** How far the coolest white of a lamp may be from the coolest of all. */
const COOLEST = { color_cw: 2500 };

export interface WishOptions {
  readonly key: string;
  /** Told what could not be put back. */
  readonly onNote: (line: string) => void;
}

/** Wishes something of a lamp and of a sync box, and puts them back as they were. */
export async function checkWishes(
  session: Session,
  { home, rooms, key, onNote }: WishOptions & { readonly home: Home; readonly rooms: readonly WireRoom[] },
): Promise<void> {
  const wishing = new Wishing(session, key);
  const lamps = trialLamps(home, rooms);
  const [lamp] = lamps;
  if (lamp) await restoring(wishing, lamp.light, onNote, () => checkLamp(session, wishing, lamp));
  const plain = colourless(lamps);
  if (plain)
    await restoring(wishing, plain.light, onNote, () =>
      wishing.expectRefused("wish.ability", { of: plain.light, wish: ORANGE }),
    );
  const [box] = home.sync;
  if (box) await restoring(wishing, box, onNote, () => checkBox(wishing, box));
}

/** Whatever happens in between, the resource is put back, and if it cannot be, that is said. */
async function restoring(
  wishing: Wishing,
  of: WireLight | WireSync,
  onNote: (line: string) => void,
  task: () => Promise<void>,
): Promise<void> {
  try {
    await task();
  } finally {
    const before = of.type === "light" ? wishFor(of) : { brightness: of.brightness, mode: of.mode };
    await wishing.put(targetOf(of), before);
    const after = await wishing.read(of);
    if (!isDeepStrictEqual(after, of))
      onNote(`The ${of.type} ${shown(of.name)} (${of.id}) could not be put back wholly as it was.`);
  }
}

async function checkLamp(session: Session, wishing: Wishing, { light, device }: TrialLamp): Promise<void> {
  await checkRefusals(session, wishing, light);
  const other = light.brightness === 50 ? 60 : 50;
  const answer = await wishing.put(targetOf(light), { on: true, brightness: other });
  session.expect("wish.answer", isSuccess(answer) && isDeepStrictEqual(dataOf(answer), { arr: [], obj: {} }), {
    where: answer.asked,
    expected: 'code 0 and {"arr":[],"obj":{}}',
    found: `${outcomeOf(answer)}, ${shown(dataOf(answer))}`,
  });
  const shows = { on: 1, brightness: other } as const;
  const now = await wishing.expectShown("wish.shown", { of: light, wish: shows, shows });
  const rest = { on: light.on, brightness: light.brightness };
  session.expect("wish.rest", isDeepStrictEqual({ ...now, ...rest }, light), {
    where: `${targetOf(light)} ${JSON.stringify(shows)}`,
    expected: "the rest as it was",
    found: shown(now),
  });
  for (const [on, off] of [
    [true, false],
    [1, 0],
  ]) {
    await wishing.expectShown("wish.switch", { of: light, wish: { on: off }, shows: { on: 0 } });
    await wishing.expectShown("wish.switch", { of: light, wish: { on }, shows: { on: 1 } });
  }
  await wishing.expectShown("wish.faintest", { of: light, wish: { on: 1, brightness: 0 }, shows: { brightness: 1 } });
  const target = `${LISTS.device.path}/${device.id}/light`;
  await wishing.expectShown("wish.by-device", {
    of: light,
    target,
    wish: { brightness: other },
    shows: { brightness: other },
  });
  await checkColours(wishing, light);
}

/** What must not be granted comes first, while the lamp is as it was. */
async function checkRefusals(session: Session, wishing: Wishing, light: WireLight): Promise<void> {
  const wish = { on: light.on };
  for (const key of [null, WRONG_KEY]) {
    const answer = await wishing.put(targetOf(light), wish, key);
    session.expect("wish.key", isPlainRefusal(answer), {
      where: `${answer.asked} ${key === null ? "without a key" : "with a wrong key"}`,
      expected: "HTTP 200 and a code other than 0",
      found: outcomeOf(answer),
    });
  }
  const unknown = await wishing.put(`${LISTS.light.path}/${NOBODY}`, wish);
  session.expect("wish.unknown", isNotFound(unknown), {
    where: unknown.asked,
    expected: "HTTP 404, code -1",
    found: outcomeOf(unknown),
  });
  await wishing.expectRefused("wish.range", { of: light, wish: { brightness: 101 } });
  await wishing.expectRefused("wish.empty", { of: light, wish: {} });
  const malformed = await wishing.put(targetOf(light), "{");
  session.expect("wish.malformed", malformed.status === 400, {
    where: `${malformed.asked} {`,
    expected: "HTTP 400",
    found: outcomeOf(malformed),
  });
}

async function checkColours(wishing: Wishing, light: WireLight): Promise<void> {
  const { colourTemperature, colour } = ABILITY_WEIGHTS;
  const white = { ...WARM, color_mode: 2 } as const;
  const coloured = { ...ORANGE, color_mode: 1 } as const;
  const isWhite = can(light, colourTemperature);
  if (isWhite) {
    await wishing.expectShown("wish.white", { of: light, wish: WARM, shows: white });
    const coolest = { ...white, on: 1, color_cw: 6500 } as const;
    const asked = { of: light, wish: { on: 1, ...TOO_COOL }, shows: coolest, within: COOLEST };
    await wishing.expectShown("wish.nearest-white", asked);
  }
  if (!can(light, colour)) return;
  const near = { of: light, within: NEAR };
  await wishing.expectShown("wish.colour", { ...near, wish: ORANGE, shows: coloured });
  if (isWhite) await wishing.expectShown("wish.precedence", { ...near, wish: { ...WARM, ...ORANGE }, shows: coloured });
  const rgb = { color_rgb: ORANGE_RGB };
  await wishing.expectShown("wish.rgb", { ...near, wish: rgb, shows: { ...rgb, color_mode: 1 } });
}

async function checkBox(wishing: Wishing, of: WireSync): Promise<void> {
  const shows = { brightness: of.brightness === 50 ? 60 : 50, mode: of.mode === 1 ? 0 : 1 } as const;
  await wishing.expectShown("wish.sync", { of, wish: shows, shows });
  await wishing.expectRefused("wish.sync-range", { of, wish: { color_config: 9 } });
}
