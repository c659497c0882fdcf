import { setImmediate as nextTurn } from "node:timers/promises";
import { OPERATIONS } from "../../../core/contract/operations.ts";
import { dimmedBy, dimmer, isDimmable } from "../../../core/home/dimming.ts";
import type { Home } from "../../../core/home/home.ts";
import { idFrom } from "../../../core/home/model/ids.ts";
import type { Light } from "../../../core/home/model/light.ts";
import { isReachableIn } from "../../../core/home/select.ts";
import type { Steps } from "../../../shared/steps.ts";
import { isRefusal } from "../../http/refusal.ts";
import { parseCommand } from "../../http/write/parse-body.ts";
import type { Member } from "./member.ts";

/** So many lights take about a millisecond. */
const STEPS_IN_A_TURN = 1_000;

/**
 * What each gateway is sent of a command that dims lights of all gateways: the mean that its own lights come to, so that
 * the ratios between gateways stay. Nothing of other commands, and of gateways none of whose lights is on: those get the
 * command as it came.
 */
export async function dimmingShares(
  home: Home,
  members: readonly Member[],
  { id, body }: { readonly id: string; readonly body: Uint8Array },
): Promise<ReadonlyMap<Member, Uint8Array>> {
  const command = parseCommand(OPERATIONS.setGroupLight.body, body);
  const roomId = home.groupLights.get(idFrom(id))?.roomId;
  if (isRefusal(command) || command.on !== undefined || command.brightness === undefined || !roomId) return new Map();
  const { brightness } = command;
  const litAt = ({ lit }: Member) => [...lit].flatMap((lightId) => home.lights.get(idFrom(lightId)) ?? []);
  const work = function* (): Steps<ReadonlyMap<Member, number>> {
    const lights = new Map<Member, readonly Light[]>();
    for (const member of members) {
      const lit = litAt(member).filter((light) => isDimmable(light) && isReachableIn(home, roomId, light));
      if (lit.length > 0) lights.set(member, lit);
      yield;
    }
    return yield* meansOf(lights, brightness);
  };
  const means = await inTurns(work());
  return new Map(
    [...means].map(([member, mean]) => [member, Buffer.from(JSON.stringify({ ...command, brightness: mean }))]),
  );
}

/** The means that the lights of each come to where all together have this one. */
function* meansOf<Owner>(lights: ReadonlyMap<Owner, readonly Light[]>, meanPercent: number): Steps<Map<Owner, number>> {
  const factorOf = yield* dimmer([...lights.values()].flat(), meanPercent);
  const means = new Map<Owner, number>();
  for (const [owner, own] of lights) {
    let sum = 0;
    for (const light of own) {
      sum += dimmedBy(light, factorOf(light)).brightnessPercent;
      yield;
    }
    means.set(owner, Math.max(1, Math.round(sum / own.length)));
  }
  return means;
}

async function inTurns<Result>(steps: Steps<Result>): Promise<Result> {
  for (let taken = 1; ; taken += 1) {
    const step = steps.next();
    if (step.done) return step.value;
    if (taken % STEPS_IN_A_TURN === 0) await nextTurn();
  }
}
