import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type { Clock } from "../home/clock.ts";
import { Debounce } from "./debounce.ts";
import { InputEvents, type KeyTransition } from "./input-events.ts";

/** We ask, for we cannot wait: net and tty refuse the device, and a read() that blocks keeps the process from exit. */
const LOOK_MILLIS = 100;
const RETRY_MILLIS = 2_000;
const LOOK_BYTES = 4_096;
const LONG_BYTES = ["arm", "ia32"].includes(process.arch) ? 4 : 8;

export interface InputDeviceOptions {
  /** Such as /dev/input/event3, or a link to it in /dev/input/by-id. */
  readonly path: string;
  readonly clock: Clock;
  readonly onPress: () => void;
  /** Told of the first state and of each change, so that a person can see why a button does nothing. */
  readonly onState: (state: InputDeviceState) => void;
}

export type InputDeviceState =
  | { readonly reading: true }
  /** The reason is the system's error code, `EOF` or `not-a-device`. */
  | { readonly reading: false; readonly reason: string };

export interface InputDeviceWatch {
  /** Nobody is called back any more, from within a call neither. */
  stop(): void;
}

/** Watches a button that is an input device of Linux. One that is missing, barred or unplugged is tried again. */
export function watchInputDevice({ path, clock, onPress, onState }: InputDeviceOptions): InputDeviceWatch {
  const device = new InputDevice(path);
  let told: InputDeviceState | undefined;
  let callOff: () => void = () => undefined;
  let isStopped = false;

  const look = () => {
    const { state, presses } = device.look(clock.now());
    callOff = clock.after(state.reading ? LOOK_MILLIS : RETRY_MILLIS, look);
    const isNews = !isDeepStrictEqual(state, told);
    told = state;
    if (isNews) onState(state);
    for (let left = presses; left > 0 && !isStopped; left -= 1) onPress();
  };

  look();
  return {
    stop() {
      isStopped = true;
      callOff();
      device.close();
    },
  };
}

/** A device that is opened when somebody looks and it can be had. */
class InputDevice {
  readonly #path: string;
  #opened: { readonly file: number; readonly events: InputEvents; readonly debounce: Debounce } | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** How it stands, and how often it was pressed since the last look. */
  look(nowMillis: number): { readonly state: InputDeviceState; readonly presses: number } {
    try {
      this.#opened ??= { file: openDevice(this.#path), events: new InputEvents(LONG_BYTES), debounce: new Debounce() };
      const { file, events, debounce } = this.#opened;
      const transitions = events.transitionsIn(bytesWaiting(file)).map((transition) => timed(transition, nowMillis));
      const presses = transitions.filter((transition) => debounce.isPress(transition)).length;
      return { state: { reading: true }, presses };
    } catch (error) {
      this.close();
      return { state: { reading: false, reason: codeOf(error) }, presses: 0 };
    }
  }

  close(): void {
    if (this.#opened) closeSync(this.#opened.file);
    this.#opened = undefined;
  }
}

/** A device that does not say when something happened is taken to say it at once. */
const timed = (transition: KeyTransition, nowMillis: number): KeyTransition =>
  transition.atMillis === 0 ? { ...transition, atMillis: nowMillis } : transition;

/** Anything but a device would be read from its beginning again at each try. */
function openDevice(path: string): number {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const kind = fstatSync(file);
  if (kind.isCharacterDevice() || kind.isFIFO()) return file;
  closeSync(file);
  throw withCode("not-a-device");
}

/** What can be read at once, nothing if need be. */
function bytesWaiting(file: number): Uint8Array {
  const bytes = new Uint8Array(LOOK_BYTES);
  try {
    const count = readSync(file, bytes);
    if (count > 0) return bytes.subarray(0, count);
  } catch (error) {
    if (codeOf(error) === "EAGAIN") return new Uint8Array();
    throw error;
  }
  throw withCode("EOF");
}

const withCode = (code: string): Error => Object.assign(new Error(code), { code });

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : String(error);
