import type { Clock } from "../../../../shared/clock.ts";
import type { BridgeAddress } from "../bridge/link/transport.ts";
import { Recorder, type RecorderOptions, type Tally } from "./recording-write.ts";

export interface SessionOptions
  extends Pick<RecorderOptions, "file" | "mayOverwrite" | "version" | "startedAt" | "secret"> {
  readonly bridge: BridgeAddress;
  readonly clock: Clock;
  /** Undefined for a recording without a limit. */
  readonly millis?: number | undefined;
  /** Ends the recording. */
  readonly ended: AbortSignal;
}

/** How a recording ended. */
export type Ending =
  | { readonly because: "enough" }
  /** No message came within the time in which retained ones do. */
  | { readonly because: "silence" }
  | { readonly because: "unreachable"; readonly reason: string }
  /** The file cannot be written. */
  | { readonly because: "fault"; readonly fault: unknown };

export interface Session {
  readonly tally: Tally;
  /** Since the first connection; 0 before. */
  readonly millis: number;
  /** Why there is no connection at the moment. */
  readonly problem: string | undefined;
  readonly ending: Promise<Ending>;
}

/** Retained messages of a bridge arrive at once: a base topic that is silent for so long has no bridge. */
const SILENCE_MILLIS = 10_000;

/** Records the messages of a bridge until the time is over, the signal comes, or the recording fails. */
export function startRecording({ bridge, clock, millis, ended, ...options }: SessionOptions): Session {
  let openedAtMillis: number | undefined;
  let problem: string | undefined;
  const timers: (() => void)[] = [];
  let end: (ending: Ending) => void = () => undefined;
  const over = new Promise<Ending>((resolve) => {
    end = resolve;
  });
  const sinceOpened = () => (openedAtMillis === undefined ? 0 : clock.now() - openedAtMillis);
  const recorder = new Recorder({
    ...options,
    nowMillis: sinceOpened,
    onFault: (fault) => end({ because: "fault", fault }),
  });

  const opened = () => {
    problem = undefined;
    recorder.onOpened();
    if (openedAtMillis !== undefined) return;
    openedAtMillis = clock.now();
    timers.push(clock.after(SILENCE_MILLIS, () => isSilent(recorder.tally) && end({ because: "silence" })));
    if (millis !== undefined) timers.push(clock.after(millis, () => end({ because: "enough" })));
  };
  const closed = (reason: string) => {
    problem = reason;
    recorder.onClosed();
    if (openedAtMillis === undefined) end({ because: "unreachable", reason });
  };
  const transport = bridge.open({ onOpened: opened, onClosed: closed, onMessage: recorder.onMessage });
  const stop = () => end({ because: "enough" });
  ended.addEventListener("abort", stop);
  const ending = over.then(async (how) => {
    for (const cancel of timers) cancel();
    ended.removeEventListener("abort", stop);
    const outcome = outcomeOf(recorder, how);
    await transport.stop();
    return outcome;
  });
  return {
    get tally() {
      return recorder.tally;
    },
    get millis() {
      return sinceOpened();
    },
    get problem() {
      return problem;
    },
    ending,
  };
}

/** Ends a recording; the existing file may turn out not to be replaceable only now. */
function outcomeOf(recorder: Recorder, how: Ending): Ending {
  try {
    recorder.end();
    return how;
  } catch (fault) {
    return { because: "fault", fault };
  }
}

const isSilent = ({ messages, leftOut }: Tally): boolean => messages + leftOut === 0;
