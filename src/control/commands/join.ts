import { Type } from "typebox";
import type { Happened } from "../../gateway/gateway.ts";
import type { Device } from "../../home/device.ts";
import { command } from "../command.ts";
import type { Controls } from "../controls.ts";
import { given } from "../values.ts";
import { DeviceView, viewOfDevice } from "../views/device-view.ts";

/** How soon it is noticed that somebody else shut joining. */
const LOOK_MILLIS = 1_000;

/** Lets new devices in, tells of each, and ends when joining is shut, with what became of them; the operator may shut it before its time. */
export const JOINING_COMMANDS = {
  join: command({
    given: given({ seconds: Type.Number({ minimum: 1, maximum: 3600, description: "1 to 3600 seconds" }) }),
    news: DeviceView,
    result: Type.Array(DeviceView),
    run: async ({ seconds }, controls, { tell, ended }) => {
      const { home } = controls.gateway;
      const joined: Device[] = [];
      const endWatch = controls.gateway.watch((happened) => {
        for (const device of newcomersIn(happened)) {
          joined.push(device);
          tell(viewOfDevice(home, device));
        }
      });
      controls.backend.openJoining(seconds * 1_000);
      await untilShut(controls, ended);
      endWatch();
      return { result: joined.map((device) => viewOfDevice(home, home.devices.get(device.id) ?? device)) };
    },
  }),
};

const newcomersIn = ({ replacements, because }: Happened): readonly Device[] =>
  replacements.flatMap((replacement) => {
    if (because !== "reported" || replacement.in !== "devices" || replacement.before || !replacement.after) return [];
    return [replacement.after];
  });

/** The operator may shut it too; once it is shut, that no longer shuts what somebody else opens. */
const untilShut = ({ backend, clock }: Controls, ended: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    let callOff: () => void = () => undefined;
    const look = () => {
      if (ended.aborted) backend.openJoining(0);
      callOff();
      const millisLeft = backend.joiningMillisLeft();
      if (millisLeft > 0) {
        callOff = clock.after(Math.min(millisLeft, LOOK_MILLIS), look);
      } else {
        ended.removeEventListener("abort", look);
        resolve();
      }
    };
    ended.addEventListener("abort", look);
    look();
  });
