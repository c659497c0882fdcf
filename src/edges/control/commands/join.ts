import { Type } from "typebox";
import type { ChangeNotification } from "../../../core/home/changes/change-notification.ts";
import type { Device } from "../../../core/home/model/device.ts";
import { command, refused } from "../command.ts";
import type { Controls } from "../controls.ts";
import { given } from "../values.ts";
import { DeviceView, viewOfDevice } from "../views/device-view.ts";

/** How soon it is noticed that somebody else shut joining. */
const LOOK_MILLIS = 1_000;

/** Joining was opened, or could not be shut; with a line for each place where joining is not as commanded. */
const JoiningNews = Type.Object({ joining: Type.Enum(["open", "still-open"]), troubles: Type.Array(Type.String()) });

/** Lets new devices in, tells of each, and ends when joining is shut, with what became of them; the operator may shut it before its time. */
export const JOINING_COMMANDS = {
  join: command({
    given: given({ seconds: Type.Number({ minimum: 1, maximum: 3600, description: "1 to 3600 seconds" }) }),
    news: Type.Union([JoiningNews, DeviceView]),
    result: Type.Array(DeviceView),
    run: async ({ seconds }, controls, { tell, ended }) => {
      const { backend, gateway, by } = controls;
      const { home } = gateway;
      const joined: Device[] = [];
      const endWatch = gateway.watch((notification) => {
        for (const device of newcomersIn(notification)) {
          joined.push(device);
          tell(viewOfDevice(home, device));
        }
      });
      const opened = await backend.openJoining(seconds * 1_000);
      if (opened.isDone) {
        gateway.trail.note({ by, did: `joining opened for ${seconds} s`, devices: [], outcome: "done" });
        tell({ joining: "open", troubles: [...opened.problems] });
        await untilShut(controls, ended);
        // Once it is shut, an operator who goes no longer shuts what somebody else opens.
        const shut = backend.joiningMillisLeft() > 0 ? await backend.openJoining(0) : opened;
        if (!shut.isDone) tell({ joining: "still-open", troubles: [...shut.problems] });
      }
      endWatch();
      if (!opened.isDone) return refused(...opened.problems);
      return { result: joined.map((device) => viewOfDevice(home, home.devices.get(device.id) ?? device)) };
    },
  }),
};

const newcomersIn = ({ replacements, cause }: ChangeNotification): readonly Device[] =>
  replacements.flatMap((replacement) => {
    if (cause !== "report" || replacement.in !== "devices" || replacement.before || !replacement.after) return [];
    return [replacement.after];
  });

/** Until it is over, or the operator has enough. */
const untilShut = ({ backend, clock }: Controls, ended: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    let cancel: () => void = () => undefined;
    const look = () => {
      cancel();
      const millisLeft = backend.joiningMillisLeft();
      if (millisLeft > 0 && !ended.aborted) {
        cancel = clock.after(Math.min(millisLeft, LOOK_MILLIS), look);
      } else {
        ended.removeEventListener("abort", look);
        resolve();
      }
    };
    ended.addEventListener("abort", look);
    look();
  });
