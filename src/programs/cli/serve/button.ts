import { readFileSync } from "node:fs";
import { isatty } from "node:tty";
import { EnterKey } from "../../../edges/button/enter-key.ts";
import { watchInputDevice } from "../../../edges/button/input-device.ts";
import { SYSTEM_CLOCK } from "../../../shared/system-clock.ts";
import { log } from "./log.ts";

const ENTER_HINT =
  "Press Enter alone to press the button; typed text is ignored. For commands, use another terminal: luxgate help";

const NO_MORE_ENTER =
  "The terminal's input has ended (Ctrl-D). Enter no longer presses the button. Use instead: luxgate press";

/**
 * Calls back on each press: SIGUSR2, Enter alone while the program is in front, or a key of the input device at a path.
 * Returns what lets go of the button.
 */
export function watchButton(onPress: () => void, devicePath: string | undefined): () => void {
  const enter = new EnterKey({ clock: SYSTEM_CLOCK, onPress, onOther: () => log(ENTER_HINT) });
  const onInput = (input: Buffer) => enter.take(input);
  const followTerminal = () => {
    if (mayReadInput()) process.stdin.resume();
    else process.stdin.pause();
  };
  process.stdin.on("error", () => undefined);
  process.stdin.on("data", onInput);
  process.stdin.on("end", () => isatty(0) && log(NO_MORE_ENTER));
  followTerminal();
  process.on("SIGUSR2", onPress);
  process.on("SIGCONT", followTerminal);
  const device = devicePath === undefined ? undefined : watchDevice(devicePath, onPress);
  return () => {
    device?.stop();
    process.off("SIGUSR2", onPress);
    process.off("SIGCONT", followTerminal);
    process.stdin.off("data", onInput).pause();
    enter.stop();
  };
}

const watchDevice = (path: string, onPress: () => void) =>
  watchInputDevice({
    path,
    clock: SYSTEM_CLOCK,
    onPress,
    onState: (state) =>
      log(
        state.reading
          ? `Watching the button at ${path}.`
          : `The button at ${path} cannot be read (${state.reason}). Retrying.`,
      ),
  });

/** A program in the background that reads its terminal is stopped by it. */
function mayReadInput(): boolean {
  if (!isatty(0) || process.platform !== "linux") return true;
  const [, , group, , , foreground] = readFileSync("/proc/self/stat", "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return group === foreground;
}
