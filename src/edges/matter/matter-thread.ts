import { Worker } from "node:worker_threads";
import { SYSTEM_CLOCK } from "../../shared/system-clock.ts";
import { within } from "../../shared/within.ts";
import type { MatterNews, MatterTask, NodeAnswer } from "./messages.ts";

type Request =
  | { readonly do: "open-window" | "close-window" }
  | { readonly do: "remove-fabric"; readonly index: number };

interface ThreadListeners {
  readonly onNews: (news: Exclude<MatterNews, { readonly news: "answer" }>) => void;
  /** The thread has ended by itself, or does not answer. */
  readonly onEnd: (why: string) => void;
}

/** Node 22 warns that SQLite is experimental, which helps nobody who runs a gateway. */
const NO_SQLITE_WARNING = ["--disable-warning=ExperimentalWarning"];

/** By default, garbage that nobody has collected yet would be half of the thread's memory. */
const LITTLE_GARBAGE = { maxYoungGenerationSizeMb: 4 };

/** How long the node may take to say goodbye to ecosystems. */
const STOP_MILLIS = 4_000;

/** How long the node may take for what it is asked for. */
const ANSWER_MILLIS = 30_000;

/** The bridge's thread as the rest of the gateway sees it. */
export class MatterThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, (answer: NodeAnswer | { readonly fault: string }) => void>();
  #requests = 0;
  #isStopping = false;
  readonly #onEnd: (why: string) => void;
  readonly #ended: Promise<void>;

  constructor(path: string, { onNews, onEnd }: ThreadListeners) {
    this.#onEnd = onEnd;
    this.#worker = new Worker(path, { execArgv: NO_SQLITE_WARNING, resourceLimits: LITTLE_GARBAGE });
    this.#worker.on("message", (news: MatterNews) => {
      if (news.news !== "answer") return onNews(news);
      this.#waiting.get(news.request)?.(news.answer);
      this.#waiting.delete(news.request);
    });
    let why = "its thread has ended";
    this.#worker.on("error", (error) => {
      why = error.message;
    });
    this.#ended = new Promise((resolve) => {
      this.#worker.once("exit", () => {
        for (const answer of this.#waiting.values()) answer({ fault: why });
        this.#waiting.clear();
        resolve();
        if (!this.#isStopping) onEnd(why);
      });
    });
  }

  post(task: MatterTask): void {
    this.#worker.postMessage(task);
  }

  async request(request: Request): Promise<NodeAnswer> {
    if (this.#isStopping) throw new Error("the Matter bridge is stopping");
    this.#requests += 1;
    const number = this.#requests;
    const answered = new Promise<NodeAnswer | { readonly fault: string }>((resolve) => {
      this.#waiting.set(number, resolve);
      this.post({ ...request, request: number });
    });
    const answer = await within(SYSTEM_CLOCK, ANSWER_MILLIS, answered);
    if (answer === undefined) {
      const why = "its thread does not answer";
      this.#waiting.delete(number);
      this.#onEnd(why);
      throw new Error(`Matter: ${why}`);
    }
    if (typeof answer === "object" && "fault" in answer) throw new Error(`Matter: ${answer.fault}`);
    return answer;
  }

  /** Resolves once the thread has ended; one that takes too long is ended. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.post({ do: "stop" });
    const timer = setTimeout(() => void this.#worker.terminate(), STOP_MILLIS);
    await this.#ended;
    clearTimeout(timer);
  }
}
