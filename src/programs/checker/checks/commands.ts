import { isDeepStrictEqual } from "node:util";
import { ABILITY_WEIGHTS, type WireLight } from "../../../core/contract/light.ts";
import type { WireSync } from "../../../core/contract/sync.ts";
import { dataOf, isNotFound, isPlainRefusal, outcomeOf } from "../answer.ts";
import { WRONG_KEY } from "../gateway.ts";
import type { Home } from "../home.ts";
import { shown } from "../report/shown.ts";
import type { Session } from "../session.ts";
import { CommandTrials, targetOf } from "./command-trials.ts";
import { isSuccess, LISTS } from "./lists.ts";
import { checkRoomCommands, trialRoom } from "./room-commands.ts";
import type { Rooms } from "./rooms.ts";
import { NOBODY } from "./single-reads.ts";
import { can, colourless, restoringCommand, type TrialLamp, trialLamps } from "./trial-lamp.ts";

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

export interface CommandCheckOptions {
  readonly key: string;
  /** Called with a line for what could not be put back. */
  readonly onNote: (line: string) => void;
  /** Ends the trials; what they changed is put back all the same. */
  readonly ended: AbortSignal;
}

/** Sends commands to a lamp and to a sync box, and puts both back as they were. */
export async function checkCommands(
  session: Session,
  { home, rooms, key, onNote, ended }: CommandCheckOptions & { readonly home: Home; readonly rooms: Rooms },
): Promise<void> {
  const trials = new CommandTrials(session, key, ended);
  const restorer = { commands: new CommandTrials(session, key), onNote };
  const lamps = trialLamps(home, rooms);
  const [lamp] = lamps;
  if (lamp) await restoring(restorer, lamp.light, () => checkLamp(session, trials, lamp));
  const plain = colourless(lamps);
  if (plain)
    await restoring(restorer, plain.light, () =>
      trials.expectRefused("command.ability", { of: plain.light, command: ORANGE }),
    );
  const room = trialRoom(home, rooms);
  if (room) await restoringAll(restorer, room.lamps, () => checkRoomCommands(session, trials, room));
  const [box] = home.sync.sound;
  if (box) await restoring(restorer, box, () => checkBox(trials, box));
}

/** Commands that nothing interrupts. */
interface Restorer {
  readonly commands: CommandTrials;
  readonly onNote: (line: string) => void;
}

/** Does the task, then puts the resource back; a note says if that failed. */
async function restoring(
  { commands, onNote }: Restorer,
  of: WireLight | WireSync,
  task: () => Promise<void>,
): Promise<void> {
  try {
    await task();
  } finally {
    const before = of.type === "light" ? restoringCommand(of) : { brightness: of.brightness, mode: of.mode };
    await commands.put(targetOf(of), before);
    const after = await commands.read(of);
    if (!isDeepStrictEqual(after, of))
      onNote(`The ${of.type} ${shown(of.name)} (${of.id}) could not be fully restored to its earlier state.`);
  }
}

/** The same with all lamps of a room. */
const restoringAll = (restorer: Restorer, lamps: readonly TrialLamp[], task: () => Promise<void>): Promise<void> =>
  lamps.reduce<() => Promise<void>>(
    (inner, { light }) =>
      () =>
        restoring(restorer, light, inner),
    task,
  )();

async function checkLamp(session: Session, trials: CommandTrials, { light, device }: TrialLamp): Promise<void> {
  await checkRefusals(session, trials, light);
  const other = light.brightness === 50 ? 60 : 50;
  const answer = await trials.put(targetOf(light), { on: true, brightness: other });
  session.expect("command.answer", isSuccess(answer) && isDeepStrictEqual(dataOf(answer), { arr: [], obj: {} }), {
    where: answer.request,
    expected: 'code 0 and {"arr":[],"obj":{}}',
    found: `${outcomeOf(answer)}, ${shown(dataOf(answer))}`,
  });
  const shows = { on: 1, brightness: other } as const;
  const now = await trials.expectShown("command.shown", { of: light, command: shows, shows });
  await trials.expectListed(light);
  await trials.expectExtended(light);
  const rest = { on: light.on, brightness: light.brightness };
  if (now)
    session.expect("command.rest", isDeepStrictEqual({ ...now, ...rest }, light), {
      where: `${targetOf(light)} ${JSON.stringify(shows)}`,
      expected: "the other fields unchanged",
      found: shown(now),
    });
  for (const [on, off] of [
    [true, false],
    [1, 0],
  ]) {
    await trials.expectShown("command.switch", { of: light, command: { on: off }, shows: { on: 0 } });
    await trials.expectShown("command.switch", { of: light, command: { on }, shows: { on: 1 } });
  }
  await trials.expectShown("command.faintest", {
    of: light,
    command: { on: 1, brightness: 0 },
    shows: { brightness: 1 },
  });
  const target = `${LISTS.device.path}/${device.id}/light`;
  await trials.expectShown("command.by-device", {
    of: light,
    target,
    command: { brightness: other },
    shows: { brightness: other },
  });
  await checkColours(trials, light);
}

/** Commands that must be refused come first, while the lamp is as it was. */
async function checkRefusals(session: Session, trials: CommandTrials, light: WireLight): Promise<void> {
  const command = { on: light.on };
  for (const key of [null, WRONG_KEY]) {
    const answer = await trials.put(targetOf(light), command, key);
    session.expect("command.key", isPlainRefusal(answer), {
      where: `${answer.request} ${key === null ? "without a key" : "with an invalid key"}`,
      expected: "HTTP 200 and a code other than 0",
      found: outcomeOf(answer),
    });
  }
  const unknown = await trials.put(`${LISTS.light.path}/${NOBODY}`, command);
  session.expect("command.unknown", isNotFound(unknown), {
    where: unknown.request,
    expected: "HTTP 404, code -1",
    found: outcomeOf(unknown),
  });
  await trials.expectRefused("command.range", { of: light, command: { brightness: 101 } });
  await trials.expectRefused("command.empty", { of: light, command: {} });
  const malformed = await trials.put(targetOf(light), "{");
  session.expect("command.malformed", malformed.status === 400, {
    where: `${malformed.request} {`,
    expected: "HTTP 400",
    found: outcomeOf(malformed),
  });
}

async function checkColours(trials: CommandTrials, light: WireLight): Promise<void> {
  const { colourTemperature, colour } = ABILITY_WEIGHTS;
  const white = { ...WARM, color_mode: 2 } as const;
  const coloured = { ...ORANGE, color_mode: 1 } as const;
  const isWhite = can(light, colourTemperature);
  if (isWhite) {
    await trials.expectShown("command.white", { of: light, command: WARM, shows: white });
    const coolest = { ...white, on: 1, color_cw: 6500 } as const;
    const trial = { of: light, command: { on: 1, ...TOO_COOL }, shows: coolest, within: COOLEST };
    await trials.expectShown("command.nearest-white", trial);
  }
  if (!can(light, colour)) return;
  const near = { of: light, within: NEAR };
  await trials.expectShown("command.colour", { ...near, command: ORANGE, shows: coloured });
  if (isWhite)
    await trials.expectShown("command.precedence", { ...near, command: { ...WARM, ...ORANGE }, shows: coloured });
  const rgb = { color_rgb: ORANGE_RGB };
  await trials.expectShown("command.rgb", { ...near, command: rgb, shows: { ...rgb, color_mode: 1 } });
}

async function checkBox(trials: CommandTrials, of: WireSync): Promise<void> {
  const shows = { brightness: of.brightness === 50 ? 60 : 50, mode: of.mode === 1 ? 0 : 1 } as const;
  await trials.expectShown("command.sync", { of, command: shows, shows });
  await trials.expectListed(of);
  await trials.expectRefused("command.sync-range", { of, command: { color_config: 9 } });
}
