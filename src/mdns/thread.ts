import { Worker } from "node:worker_threads";
import type { Clock } from "../home/clock.ts";
import type { MdnsState } from "./state.ts";
import type { MdnsTask } from "./task.ts";

/** Probing takes a second; where many have the same name, another two for each of them. */
const ANNOUNCED_WITHIN_MILLIS = 60_000;
const GOODBYE_MILLIS = 400;

/** Small, so that a fault in it grows nothing but itself. */
const LIMITS = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 32 };

interface ThreadOptions {
  readonly path: string;
  readonly task: MdnsTask;
  readonly clock: Clock;
  /** Told of every state. After one that is not `announced` the thread has ended, or is about to. */
  readonly onState: (state: MdnsState) => void;
  /** Told when the thread runs. */
  readonly onThread?: (() => void) | undefined;
}

/** Ciao in a thread of its own: its exceptions, its output, its exits and its endless loops stay there. */
export class MdnsThread {
  readonly #worker: Worker;
  readonly #clock: Clock;
  readonly #exited: Promise<void>;
  #onState: (state: MdnsState) => void;

  private constructor(worker: Worker, { clock, onState }: ThreadOptions) {
    this.#worker = worker;
    this.#clock = clock;
    this.#onState = onState;
    this.#exited = new Promise((resolve) => worker.once("exit", () => resolve()));
  }

  static start(options: ThreadOptions): MdnsThread {
    const kept = { env: {}, stdout: true, stderr: true, resourceLimits: LIMITS };
    const thread = new MdnsThread(new Worker(options.path, { workerData: options.task, ...kept }), options);
    if (options.onThread) thread.#worker.once("online", options.onThread);
    thread.#follow();
    return thread;
  }

  /** Says goodbye to the network, and ends at once if that is not done in time. */
  async stop(): Promise<void> {
    this.#hush();
    this.#worker.postMessage("goodbye");
    const callOff = this.#clock.after(GOODBYE_MILLIS, () => void this.#worker.terminate());
    await this.#exited;
    callOff();
  }

  /** Without a goodbye. */
  async end(): Promise<void> {
    this.#hush();
    await this.#worker.terminate();
  }

  #follow(): void {
    const worker = this.#worker;
    const fail = (reason: string) => {
      const tell = this.#onState;
      void this.end();
      tell({ announced: false, reason });
    };
    const callOff = this.#clock.after(ANNOUNCED_WITHIN_MILLIS, () => fail("it takes too long"));
    worker.on("message", (state: MdnsState) => {
      callOff();
      if (state.announced) this.#onState(state);
      else fail(state.reason);
    });
    worker.on("error", (error) => fail(error.message));
    worker.on("exit", () => {
      callOff();
      fail("its thread ended");
    });
    worker.stdout.resume();
    worker.stderr.resume();
  }

  #hush(): void {
    this.#onState = () => undefined;
  }
}
