import type { Clock } from "../../../../shared/clock.ts";
import type { BridgeAddress, Listener, Transport } from "../bridge/link/transport.ts";
import { type Entry, entryIn, messageFrom } from "./recording-format.ts";
import { linesOf } from "./recording-lines.ts";
import type { Recording } from "./recording-read.ts";

export interface ReplayOptions {
  readonly recording: Recording;
  /** A factor: 1 is real time, `Infinity` as fast as possible. */
  readonly speed: number;
  readonly clock: Clock;
  /** The last message was delivered; from now on nothing changes any more. */
  readonly onEnded?: () => void;
}

/** Below the limit of timers in Node, which is some 24 days. */
const LONGEST_WAIT_MILLIS = 24 * 60 * 60 * 1000;

/** A recorded Zigbee2MQTT: its messages are delivered again, and nothing can be sent to it. */
export function replayBridge(options: ReplayOptions): BridgeAddress {
  const name = `replay:${options.recording.file}`;
  return {
    name,
    base: name,
    whyReadOnly: "is a recording and does not accept commands",
    open: (listener) => openReplay(options, listener),
  };
}

function openReplay({ recording, speed, clock, onEnded }: ReplayOptions, listener: Listener): Transport {
  const ending = new AbortController();
  const ended = ending.signal;

  const play = async () => {
    const startMillis = clock.now();
    listener.onOpened();
    for await (const entry of entriesOf(recording, ended)) {
      await waitUntil(startMillis + entry.millis / speed, clock, ended);
      if (ended.aborted) return;
      await deliver(entry, listener);
    }
    onEnded?.();
  };
  // Begins only after the caller got the transport.
  const playing = Promise.resolve()
    .then(() => (ended.aborted ? undefined : play()))
    .catch((error: unknown) => {
      if (!ended.aborted) listener.onClosed(error instanceof Error ? error.message : String(error));
    });
  return {
    publish: () => undefined,
    requestRetained: () => undefined,
    async stop() {
      ending.abort();
      await playing;
    },
  };
}

/** Settles when there is room for the next message. */
async function deliver(entry: Entry, listener: Listener): Promise<void> {
  if ("message" in entry) await listener.onMessage(messageFrom(entry.message));
  else if (entry.broker === "lost") listener.onClosed("the broker was unreachable at this point of the recording");
  else listener.onOpened();
}

async function* entriesOf({ file, tornLine }: Recording, ended: AbortSignal): AsyncGenerator<Entry, void, void> {
  for await (const { number, text } of linesOf(file, ended)) {
    if (number === 1) continue;
    if (number === tornLine) return;
    const entry = entryIn(text);
    if (!entry) throw new Error(`${file}:${number}: this line is damaged; the file has changed since the replay began`);
    yield entry;
  }
}

async function waitUntil(dueMillis: number, clock: Clock, ended: AbortSignal): Promise<void> {
  for (let left = dueMillis - clock.now(); left > 0 && !ended.aborted; left = dueMillis - clock.now()) {
    await new Promise<void>((resolve) => {
      const cancel = clock.after(Math.min(left, LONGEST_WAIT_MILLIS), done);
      function done(): void {
        cancel();
        ended.removeEventListener("abort", done);
        resolve();
      }
      ended.addEventListener("abort", done);
    });
  }
}
