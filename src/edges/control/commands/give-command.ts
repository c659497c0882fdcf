import { askAgreed } from "../../../core/gateway/agreed-command.ts";
import type { Gateway } from "../../../core/gateway/gateway.ts";
import { StoreFault } from "../../../core/gateway/store.ts";
import type { Change } from "../../../core/home/changes/change.ts";
import type { DeviceId, RoomId, SceneId } from "../../../core/home/model/ids.ts";
import { CONFIRMATION_TIMEOUT_MILLIS } from "../../../shared/confirmation-timeout.ts";
import { type Outcome, type Refused, refused } from "../command.ts";
import type { Controls } from "../controls.ts";
import { type DeviceView, viewOfDevice } from "../views/device-view.ts";
import { type RoomView, type SceneView, viewOfRoom, viewOfScene } from "../views/room-view.ts";

/** What a command of an operator goes to. */
type CommandTargets = Pick<Controls, "gateway" | "backend" | "by">;

interface CommandOptions {
  /** Also where a device does not answer. */
  readonly isForced?: boolean;
  /** Called once the commands are sent to devices, before the change is stored. */
  readonly onSent?: () => void;
}

/**
 * Gives a command: those behind the gateway do their part first, then the home changes. Undefined once the change would
 * survive a loss of power; what those behind refuse is refused, and the home stays as it is.
 */
export async function giveCommand(
  { gateway, backend, by }: CommandTargets,
  change: Change,
  { isForced = false, onSent }: CommandOptions = {},
): Promise<Refused | undefined> {
  const outcome = await askAgreed({ gateway, backend }, { change, by, isForced, onSent });
  if (outcome === "done") return undefined;
  return typeof outcome === "object" ? refused(outcome.refused) : refusalOf(outcome, gateway);
}

/** A device once the command is done. */
export async function deviceAfter(
  controls: CommandTargets,
  deviceId: DeviceId,
  change: Change,
): Promise<Outcome<DeviceView>> {
  const { home } = controls.gateway;
  const refusal = await giveCommand(controls, change);
  const device = home.devices.get(deviceId);
  return refusal ?? (device ? { result: viewOfDevice(home, device) } : gone(controls));
}

export async function roomAfter(controls: CommandTargets, roomId: RoomId, change: Change): Promise<Outcome<RoomView>> {
  const { home } = controls.gateway;
  const refusal = await giveCommand(controls, change);
  const room = home.rooms.get(roomId);
  return refusal ?? (room ? { result: viewOfRoom(home, room) } : gone(controls));
}

export async function sceneAfter(
  controls: CommandTargets,
  sceneId: SceneId,
  change: Change,
): Promise<Outcome<SceneView>> {
  const { home } = controls.gateway;
  const refusal = await giveCommand(controls, change);
  const scene = home.scenes.get(sceneId);
  return refusal ?? (scene ? { result: viewOfScene(home, scene) } : gone(controls));
}

export const gone = ({ gateway }: Pick<Controls, "gateway">): Refused => refusalOf("not-found", gateway);

type AskOutcome = Awaited<ReturnType<Gateway["ask"]>> | "done-but-not-stored";

/** Why a command was not done, or not wholly, as lines for the operator. */
export function refusalOf(
  outcome: Exclude<AskOutcome, "done">,
  { storeProblem }: Pick<Gateway, "storeProblem">,
): Refused {
  const problem = storeProblem ?? "the storage refused it";
  switch (outcome) {
    case "not-stored":
      return refused(`Nothing was changed: the change could not be stored (${problem}).`);
    case "conflict":
      return refused("Nothing was changed: somebody else changed it at the same moment. Try again.");
    case "busy":
      return refused("Nothing was changed: too many changes are waiting to be stored. Try again in a moment.");
    case "done-but-not-stored":
      return refused(`The back end made the change, but the gateway could not store it (${problem}).`);
    case "not-found":
      return refused("Not found: somebody else removed it a moment ago.");
    case "already-there":
      return refused("It already exists: somebody else added it a moment ago.");
    case "not-allowed":
      return refused("Nothing was changed: this home does not allow that.");
    default:
      return outcome satisfies never;
  }
}

/** What cannot be stored is refused, in words. */
export async function orRefused<Result>(work: () => Promise<Outcome<Result>>): Promise<Outcome<Result>> {
  try {
    return await work();
  } catch (fault) {
    if (fault instanceof StoreFault) return refused(`Nothing was changed: ${fault.message}.`);
    throw fault;
  }
}

/** How long a device has to confirm a command, for people. */
export const IN_TIME = `within ${CONFIRMATION_TIMEOUT_MILLIS / 1_000} s`;

/** Whether lights and sync boxes confirm the commands that they were sent. */
export class Confirmations {
  readonly #optimisticState: Controls["optimisticState"];
  #unconfirmed: Promise<readonly string[]> = Promise.resolve([]);

  constructor({ optimisticState }: Pick<Controls, "optimisticState">) {
    this.#optimisticState = optimisticState;
  }

  /** To be called when the commands are sent, as a device that confirms at once must not be missed. */
  follow(ids: readonly string[]): void {
    const outcomes = ids.map(async (id) => ((await this.#optimisticState.isConfirmed(id)) ? [] : [id]));
    this.#unconfirmed = Promise.all(outcomes).then((lists) => lists.flat());
  }

  /** The ids of those that did not confirm in time, once that is known of all of them. */
  unconfirmed(): Promise<readonly string[]> {
    return this.#unconfirmed;
  }
}
