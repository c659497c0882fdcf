import { execFile } from "node:child_process";
import { codeOf } from "../../../shared/error-code.ts";

/** Comes with systemd: Node itself cannot send to the socket that a service manager listens on (decision 43). */
const NOTIFY_PROGRAM = "systemd-notify";

/** How long one message may take to be sent. */
const SEND_MILLIS = 10_000;

/** The watchdog is fed so often within the time that it waits: one message, or two, may be lost. */
const FEEDS_PER_TIMEOUT = 3;

/** Notifies the service manager of the state of this process. */
export class ServiceManager {
  readonly #onProblem: (reason: string) => void;
  #isProblemReported = false;
  #isFeeding = false;
  #watchdog: NodeJS.Timeout | undefined;

  constructor(onProblem: (reason: string) => void) {
    this.#onProblem = onProblem;
  }

  /**
   * The gateway serves. From now on the watchdog is fed out of the event loop: a loop that hangs stops feeding, and so does
   * a process that is stopped.
   */
  ready(status: string): void {
    void this.#tell(`--pid=${process.pid}`, "READY=1", `STATUS=${status}`);
    const timeoutMillis = watchdogMillis(process.env, process.pid);
    if (timeoutMillis !== undefined) {
      this.#watchdog = setInterval(() => void this.#feed(), timeoutMillis / FEEDS_PER_TIMEOUT);
    }
  }

  /** Settles once the service manager is notified, or cannot be. */
  async stopping(): Promise<void> {
    clearInterval(this.#watchdog);
    await this.#tell("STOPPING=1");
  }

  /** A message that is not taken does not pile up others behind it. */
  async #feed(): Promise<void> {
    if (this.#isFeeding) return;
    this.#isFeeding = true;
    await this.#tell("WATCHDOG=1");
    this.#isFeeding = false;
  }

  async #tell(...variables: readonly string[]): Promise<void> {
    const error = await sent(variables);
    if (!error || this.#isProblemReported) return;
    this.#isProblemReported = true;
    this.#onProblem(`${NOTIFY_PROGRAM}: ${codeOf(error)}`);
  }
}

/** Why a message could not be sent, if it could not; without memory for a process, Node throws that at once. */
const sent = (variables: readonly string[]): Promise<Error | null> =>
  new Promise<Error | null>((resolve) => {
    execFile(NOTIFY_PROGRAM, [...variables], { timeout: SEND_MILLIS }, (error) => resolve(error));
  }).catch((error: Error) => error);

/** How long a watchdog waits for this process; undefined when no watchdog does. */
export function watchdogMillis(
  { WATCHDOG_USEC = "", WATCHDOG_PID = "" }: Readonly<Record<string, string | undefined>>,
  pid: number,
): number | undefined {
  if (!/^[1-9]\d{0,15}$/.test(WATCHDOG_USEC) || (WATCHDOG_PID !== "" && WATCHDOG_PID !== String(pid))) return undefined;
  return Number(WATCHDOG_USEC) / 1_000;
}
