import { Worker } from "node:worker_threads";
import type { Clock } from "../shared/clock.ts";
import type { MdnsState } from "./state.ts";
import type { MdnsTask } from "./task.ts";

/** Probing takes a second; where many have the same name, another two for each of them. */
const ANNOUNCED_WITHIN_MILLIS = 60_000;
const GOODBYE_MILLIS = 400;

/** Small, so that a leak in ciao ends its thread and not the process. */
const LIMITS = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 32 };

interface ThreadOptions {
  readonly path: string;
  readonly task: MdnsTask;
  readonly clock: Clock;
  /** Called with every state. After a state that is not `announced` the thread has ended, or is about to. */
  readonly onState: (state: MdnsState) => void;
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
    const workerOptions = { env: {}, stdout: true, stderr: true, resourceLimits: LIMITS };
    const thread = new MdnsThread(new Worker(options.path, { workerData: options.task, ...workerOptions }), options);
    thread.#follow();
    return thread;
  }

  /** Sends goodbye packets, and terminates the thread if that takes too long. */
  async stop(): Promise<void> {
    this.#mute();
    this.#worker.postMessage("goodbye");
    const cancel = this.#clock.after(GOODBYE_MILLIS, () => void this.#worker.terminate());
    await this.#exited;
    cancel();
  }

  /** Without a goodbye. */
  async end(): Promise<void> {
    this.#mute();
    await this.#worker.terminate();
  }

  #follow(): void {
    const worker = this.#worker;
    const fail = (reason: string) => {
      const tell = this.#onState;
      void this.end();
      tell({ announced: false, reason });
    };
    const cancel = this.#clock.after(ANNOUNCED_WITHIN_MILLIS, () => fail("it takes too long"));
    worker.on("message", (state: MdnsState) => {
      cancel();
      if (state.announced) this.#onState(state);
      else fail(state.reason);
    });
    worker.on("error", (error) => fail(error.message));
    worker.on("exit", () => {
      cancel();
      fail("its thread ended");
    });
    worker.stdout.resume();
    worker.stderr.resume();
  }

  #mute(): void {
    this.#onState = () => undefined;
  }
}
