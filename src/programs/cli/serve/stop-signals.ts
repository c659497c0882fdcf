import { constants, readFileSync, readlinkSync } from "node:fs";
import { basename } from "node:path";
import { isatty } from "node:tty";

const STOP_SIGNALS = ["SIGINT", "SIGTERM"] as const;
/** What the system sends when a terminal's window is closed or its connection is lost. */
const HANGUP = "SIGHUP";

const SAME_SIGNAL_MILLIS = 1_000;

const ignore = (): void => undefined;

/**
 * Calls back on the first signal to stop; the next SIGINT or SIGTERM ends the process at once. Gives what unsubscribes. The
 * same signal right behind the first is no other one: npm passes on the SIGINT that a terminal sends to all. A hangup
 * comes from the system and then from the shell again, and takes the terminal away: only the first one counts, and what
 * is still written there does no harm. A process without a terminal, or one that is to outlive it, reloads its settings
 * instead, as services do, if it has any.
 */
export function onStopSignal(stop: () => void, reload?: () => void): () => void {
  const end = () => {
    for (const signal of STOP_SIGNALS) process.off(signal, stopOnce);
    process.off(HANGUP, onHangup);
  };
  const stopOnce = (signal?: NodeJS.Signals) => {
    end();
    process.on(HANGUP, ignore);
    if (signal) ignoreForAMoment(signal);
    stop();
  };
  const hangUp = () => {
    for (const output of [process.stdout, process.stderr]) output.on("error", ignore);
    stopOnce();
  };
  for (const signal of STOP_SIGNALS) process.on(signal, stopOnce);
  const livesOn = ignoresHangup() || (reload !== undefined && !hasTerminal());
  const onHangup = livesOn ? (reload ?? ignore) : hangUp;
  process.on(HANGUP, onHangup);
  return end;
}

function ignoreForAMoment(signal: NodeJS.Signals): void {
  process.on(signal, ignore);
  setTimeout(() => process.off(signal, ignore), SAME_SIGNAL_MILLIS).unref();
}

/** The lowest bit of a set of signals, as Linux writes it. */
const HANGUP_BIT = 1n;

/**
 * Whether this program was started to live on when its terminal is gone. A program that is started so has SIGHUP
 * ignored, but Node sets every signal back to its default before our first line runs (`nohup node` dies of SIGHUP), so
 * only traces are left: what a shell notes as the command that it ran, what `nohup` puts in the place of a terminal's
 * input, and a parent that ignores SIGHUP, as a script under `nohup` or behind `trap '' HUP` does.
 */
const ignoresHangup = (): boolean => isRunByNohup() || hasInputOfNohup() || hasDeafParent();

function isRunByNohup(): boolean {
  const { _: command = "" } = process.env;
  return basename(command) === "nohup";
}

/** GNU's takes /dev/null, opened so that it cannot be read; nobody else does. */
function hasInputOfNohup(): boolean {
  if (linkAt("/proc/self/fd/0") !== "/dev/null") return false;
  const [, octal = "0"] = /^flags:\s+([0-7]+)$/m.exec(textOf("/proc/self/fdinfo/0")) ?? [];
  return (Number.parseInt(octal, 8) & (constants.O_WRONLY | constants.O_RDWR)) === constants.O_WRONLY;
}

function hasDeafParent(): boolean {
  const [, ignored = "0"] = /^SigIgn:\s+([0-9a-f]+)$/m.exec(textOf(`/proc/${process.ppid}/status`)) ?? [];
  return (BigInt(`0x${ignored}`) & HANGUP_BIT) !== 0n;
}

/** Whether a terminal can hang up on this process; known at the start only, as a hangup takes the terminal away. */
function hasTerminal(): boolean {
  const [, terminal] = /^.*\) \S+ \S+ \S+ \S+ (-?\d+) /s.exec(textOf("/proc/self/stat")) ?? [];
  return terminal === undefined ? [0, 1, 2].some((descriptor) => isatty(descriptor)) : terminal !== "0";
}

/** Systems without these files, and processes that are gone, tell nothing. */
function orNothing(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}

const textOf = (path: string): string => orNothing(() => readFileSync(path, "utf8"));
const linkAt = (path: string): string => orNothing(() => readlinkSync(path));
