import { type Static, Type } from "typebox";
import { budgetOf } from "../../../core/gateway/trail.ts";
import type { Change } from "../../../core/home/changes/change.ts";
import type { Device } from "../../../core/home/model/device.ts";
import { placedName } from "../../../core/home/placed-name.ts";
import { nothingSent } from "../../backends/nothing-sent.ts";
import { command, type Outcome, type Refused, refused } from "../command.ts";
import type { Controls } from "../controls.ts";
import { DeviceOrRoomWords, given, Wait, Words } from "../values.ts";
import { DeviceView, viewOfDevice } from "../views/device-view.ts";
import { quoted } from "../words/quoted.ts";
import { findSetTarget, isSettable, parseDeviceCommand, type SetCommand } from "../words/set-command.ts";
import { SetRoomView, setRoom } from "./command-room.ts";
import { Confirmations, giveCommand, gone, IN_TIME } from "./give-command.ts";

/** A device as it is shown now, and whether that is what it says itself. */
const SetView = Type.Object({ ...DeviceView.properties, confirmed: Type.Boolean() });

/**
 * Sets what a device, or every lamp of a room, shows, in a person's words: wholly or not at all. Who waits hears whether
 * it was done.
 */
export const SET_COMMANDS = {
  set: command({
    given: given({
      device: DeviceOrRoomWords,
      words: Type.Array(Words, { description: "words such as on, 40%, 2700K" }),
      wait: Wait,
    }),
    result: Type.Union([SetView, SetRoomView]),
    run: async ({ device: named, words, wait = false }, controls) => {
      const target = findSetTarget(controls.gateway.home, named);
      if ("refused" in target) return target;
      if ("room" in target) return setRoom(controls, { ...target, words, wait });
      return setDevice(controls, { ...target, words, wait });
    },
  }),
};

interface TypedCommand {
  readonly device: Device;
  readonly words: readonly string[];
  readonly wait: boolean;
}

async function setDevice(
  controls: Controls,
  { device, words, wait }: TypedCommand,
): Promise<Outcome<Static<typeof SetView>>> {
  const { by, gateway } = controls;
  const { home, trail } = gateway;
  const refusal = unreachable(device, controls);
  if (refusal) {
    const did = `${placedName(home, "devices", device.id)} set (${words.join(" ")})`;
    const why = refusal.refused.join(" ");
    trail.noteSparingly(budgetOf(by), { by, did, devices: [device.id], outcome: "refused", why });
    return refusal;
  }
  const parsed = parseDeviceCommand(home, device, words);
  if ("refused" in parsed) return parsed;
  return sendAndConfirm(controls, { device, ...changeFor(device, parsed), wait });
}

/** Why whoever stands between the gateway and a device would pass nothing on. */
function unreachable(device: Device, { backend }: Pick<Controls, "backend">): Refused | undefined {
  const reason = device.admitted && isSettable(device) ? backend.whyUnreachable(device) : undefined;
  return reason === undefined ? undefined : refused(nothingSent(reason));
}

const changeFor = ({ id: deviceId }: Device, command: SetCommand): Pick<Sending, "change" | "ids"> =>
  "box" in command
    ? { ids: [command.box.id], change: { kind: "syncBoxChanged", syncBoxId: command.box.id, state: command.desired } }
    : {
        ids: command.lights.map(({ id }) => id),
        change: { kind: "lightsChanged", deviceId, state: command.desired },
      };

interface Sending {
  readonly device: Device;
  readonly change: Change;
  /** Of its lights, or of its sync box. */
  readonly ids: readonly string[];
  readonly wait: boolean;
}

async function sendAndConfirm(
  controls: Controls,
  { device, change, ids, wait }: Sending,
): Promise<Outcome<Static<typeof SetView>>> {
  const { home } = controls.gateway;
  const confirmations = new Confirmations(controls);
  const refusal = await giveCommand(controls, change, { onSent: () => confirmations.follow(ids) });
  if (refusal) return refusal;
  const confirmed = wait && (await confirmations.unconfirmed()).length === 0;
  const after = home.devices.get(device.id);
  if (!after) return gone(controls);
  const view = viewOfDevice(home, after);
  if (!wait || confirmed) return { result: { ...view, confirmed } };
  return refused(
    `The command was sent, but ${quoted(device.name)} did not confirm it ${IN_TIME}. Its last known state: ${view.state}.`,
  );
}
