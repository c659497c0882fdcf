import type { Clock } from "../../../home/clock.ts";
import type { BridgeAddress } from "../bridge/link/transport.ts";
import { Recorder, type RecorderOptions, type Tally } from "./recording-write.ts";

export interface SessionOptions
  extends Pick<RecorderOptions, "file" | "mayOverwrite" | "version" | "startedAt" | "secret"> {
  readonly bridge: BridgeAddress;
  readonly clock: Clock;
  /** Without end when there is none. */
  readonly millis?: number | undefined;
  /** Somebody says that it is enough. */
  readonly ended: AbortSignal;
}

/** How a recording ended. */
export type Ending =
  | { readonly because: "enough" }
  /** Nothing was said for so long that nothing is to be expected, or the broker was never reached. */
  | { readonly because: "silence" }
  | { readonly because: "unreachable"; readonly reason: string }
  /** The file cannot be written. */
  | { readonly because: "fault"; readonly fault: unknown };

export interface Session {
  readonly tally: Tally;
  /** Since we hear the broker, and not at all before. */
  readonly millis: number;
  /** Why we hear nothing at the moment. */
  readonly trouble: string | undefined;
  readonly ending: Promise<Ending>;
}

/** A bridge keeps something to say at once for everybody who comes: whoever says nothing for so long is none. */
const LONGEST_SILENCE_MILLIS = 10_000;

/** Records what a bridge says, until it is enough. */
export function startRecording({ bridge, clock, millis, ended, ...options }: SessionOptions): Session {
  let openedAtMillis: number | undefined;
  let trouble: string | undefined;
  const callOffs: (() => void)[] = [];
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
    trouble = undefined;
    recorder.onOpened();
    if (openedAtMillis !== undefined) return;
    openedAtMillis = clock.now();
    callOffs.push(clock.after(LONGEST_SILENCE_MILLIS, () => isSilent(recorder.tally) && end({ because: "silence" })));
    if (millis !== undefined) callOffs.push(clock.after(millis, () => end({ because: "enough" })));
  };
  const closed = (reason: string) => {
    trouble = reason;
    recorder.onClosed();
    if (openedAtMillis === undefined) end({ because: "unreachable", reason });
  };
  const transport = bridge.open({ onOpened: opened, onClosed: closed, onMessage: recorder.onMessage });
  const stop = () => end({ because: "enough" });
  ended.addEventListener("abort", stop);
  const ending = over.then(async (how) => {
    for (const callOff of callOffs) callOff();
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
    get trouble() {
      return trouble;
    },
    ending,
  };
}

/** Ends a recording, and says how: its file may still turn out not to be replaceable. */
function outcomeOf(recorder: Recorder, how: Ending): Ending {
  try {
    recorder.end();
    return how;
  } catch (fault) {
    return { because: "fault", fault };
  }
}

const isSilent = ({ messages, leftOut }: Tally): boolean => messages + leftOut === 0;
