import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type { Clock } from "../../shared/clock.ts";
import { errorCode, reasonOf } from "../../shared/error-code.ts";
import { Debounce } from "./debounce.ts";
import { InputEvents, type KeyTransition } from "./input-events.ts";

/** Polled: net and tty refuse the device, and a blocking read() would keep the process from exiting. */
const LOOK_MILLIS = 100;
const RETRY_MILLIS = 2_000;
const LOOK_BYTES = 4_096;
const LONG_BYTES = ["arm", "ia32"].includes(process.arch) ? 4 : 8;

export interface InputDeviceOptions {
  /** Such as /dev/input/event3, or a link to it in /dev/input/by-id. */
  readonly path: string;
  readonly clock: Clock;
  readonly onPress: () => void;
  /** Called with the first state and each change, so that a person can see why a button does nothing. */
  readonly onState: (state: InputDeviceState) => void;
}

export type InputDeviceState =
  | { readonly reading: true }
  /** The reason is the system's error code, `EOF` or `not-a-device`. */
  | { readonly reading: false; readonly reason: string };

export interface InputDeviceWatch {
  /** No callback is called after this, even from within a callback. */
  stop(): void;
}

/** Watches a button that is an input device of Linux. A device that is missing, barred or unplugged is tried again. */
export function watchInputDevice({ path, clock, onPress, onState }: InputDeviceOptions): InputDeviceWatch {
  const device = new InputDevice(path);
  let lastState: InputDeviceState | undefined;
  let cancel: () => void = () => undefined;
  let isStopped = false;

  const look = () => {
    const { state, presses } = device.look(clock.now());
    cancel = clock.after(state.reading ? LOOK_MILLIS : RETRY_MILLIS, look);
    const isChange = !isDeepStrictEqual(state, lastState);
    lastState = state;
    if (isChange) onState(state);
    for (let left = presses; left > 0 && !isStopped; left -= 1) onPress();
  };

  look();
  return {
    stop() {
      isStopped = true;
      cancel();
      device.close();
    },
  };
}

/** A device that is opened at the first look that finds it. */
class InputDevice {
  readonly #path: string;
  #opened: { readonly file: number; readonly events: InputEvents; readonly debounce: Debounce } | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** The state, and how often the button was pressed since the last look. */
  look(nowMillis: number): { readonly state: InputDeviceState; readonly presses: number } {
    try {
      this.#opened ??= { file: openDevice(this.#path), events: new InputEvents(LONG_BYTES), debounce: new Debounce() };
      const { file, events, debounce } = this.#opened;
      const transitions = events.transitionsIn(bytesWaiting(file)).map((transition) => timed(transition, nowMillis));
      const presses = transitions.filter((transition) => debounce.isPress(transition)).length;
      return { state: { reading: true }, presses };
    } catch (error) {
      this.close();
      return { state: { reading: false, reason: reasonOf(error) }, presses: 0 };
    }
  }

  close(): void {
    if (this.#opened) closeSync(this.#opened.file);
    this.#opened = undefined;
  }
}

/** A device without timestamps is taken to report at once. */
const timed = (transition: KeyTransition, nowMillis: number): KeyTransition =>
  transition.atMillis === 0 ? { ...transition, atMillis: nowMillis } : transition;

/** A plain file would be read from its beginning again at each attempt. */
function openDevice(path: string): number {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const kind = fstatSync(file);
  if (kind.isCharacterDevice() || kind.isFIFO()) return file;
  closeSync(file);
  throw withCode("not-a-device");
}

/** The bytes that can be read without blocking, possibly none. */
function bytesWaiting(file: number): Uint8Array {
  const bytes = new Uint8Array(LOOK_BYTES);
  try {
    const count = readSync(file, bytes);
    if (count > 0) return bytes.subarray(0, count);
  } catch (error) {
    if (errorCode(error) === "EAGAIN") return new Uint8Array();
    throw error;
  }
  throw withCode("EOF");
}

const withCode = (code: string): Error => Object.assign(new Error(code), { code });
