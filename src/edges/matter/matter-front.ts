import type { Gateway } from "../../core/gateway/gateway.ts";
import type { Clock } from "../../shared/clock.ts";
import { duration } from "../../shared/duration.ts";
import type { MatterBridge, MatterState } from "./bridge.ts";
import { LampFeed } from "./lamp-feed.ts";
import { changeFor } from "./lamps/change-for.ts";
import { MatterThread } from "./matter-thread.ts";
import type { LampCommand, MatterNews, NodeReport, NodeSettings } from "./messages.ts";
import { PairingNews } from "./pairing-news.ts";

export interface MatterFrontOptions {
  readonly gateway: Gateway;
  readonly clock: Clock;
  /** The program of the bridge's thread. */
  readonly workerPath: string;
  readonly settings: NodeSettings;
  readonly only: readonly string[];
  readonly most: number;
  /** Whether all that devices are reached through has answered. */
  readonly areDevicesKnown: () => boolean;
  /** Makes the stored pairings this gateway's own, each time before the thread starts. Returns what was damaged, a line each. */
  readonly claim: () => Promise<readonly string[]>;
  readonly onState: (state: MatterState) => void;
  readonly onLog: (level: "info" | "warn" | "error", text: string) => void;
}

/** A bridge that could not start tries again: its port may be free by then. */
const RETRY_MILLIS = 10_000;

/** How long a start may take: many times what it takes on a small machine. A bridge that hangs must not do so for ever. */
const START_MILLIS = 120_000;
const START_MILLIS_PER_LAMP = 1_000;

/** Ecosystems stay paired while the bridge is not online. */
const OFFLINE = { window: undefined, openedBy: undefined, sessions: 0, subscriptions: 0 } as const;

const NOTHING = { ...OFFLINE, fabrics: undefined, refusedPasscodes: 0 } as const;

const wordsOf = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault));

/** The Matter bridge in the main thread: it follows the home, and gives the commands of ecosystems like any other client. */
export class MatterFront implements MatterBridge {
  readonly #options: MatterFrontOptions;
  readonly #feed: LampFeed;
  readonly #pairingNews = new PairingNews();
  readonly #unsubscribe: () => void;
  #thread: MatterThread | undefined;
  #state: MatterState;
  #cancelRetry: (() => void) | undefined;
  #cancelStartLimit: (() => void) | undefined;
  #isStopped = false;
  /** The end of the thread before. */
  #ended: Promise<void> = Promise.resolve();

  constructor(options: MatterFrontOptions) {
    this.#options = options;
    this.#state = { phase: "starting", port: options.settings.port, lamps: 0, leftOut: [], commands: 0, ...NOTHING };
    this.#feed = new LampFeed({
      ...options,
      home: () => options.gateway.home,
      post: (task) => this.#thread?.post(task),
      onRemark: ({ level, line }) => options.onLog(level, line),
      onCount: (counts) => this.#become(counts),
    });
    this.#unsubscribe = options.gateway.watch((notification) => this.#feed.follow(notification));
    void this.#start();
  }

  state(): MatterState {
    return this.#state;
  }

  async openWindow(): ReturnType<MatterBridge["openWindow"]> {
    if (this.#state.phase !== "online" || !this.#thread) return "not-online";
    const answer = await this.#thread.request({ do: "open-window" });
    if (typeof answer === "object") {
      this.#become({ window: answer });
      return answer;
    }
    return answer === "open-by-ecosystem" ? answer : "full";
  }

  async closeWindow(): ReturnType<MatterBridge["closeWindow"]> {
    if (this.#state.phase !== "online" || !this.#thread) return "was-closed";
    const answer = await this.#thread.request({ do: "close-window" });
    this.#become({ window: undefined, openedBy: undefined });
    return answer === "closed" ? answer : "was-closed";
  }

  async removeFabric(index: number): ReturnType<MatterBridge["removeFabric"]> {
    if (this.#state.phase !== "online" || !this.#thread) return "not-online";
    this.#pairingNews.removes(index);
    const answer = await this.#thread.request({ do: "remove-fabric", index });
    if (answer === "removed") return "removed";
    this.#pairingNews.keeps(index);
    return "not-found";
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#unsubscribe();
    this.#feed.end();
    this.#cancelRetry?.();
    this.#endThread();
    await this.#ended;
    this.#become({ phase: "stopped", ...NOTHING });
  }

  async #start(): Promise<void> {
    this.#cancelRetry = undefined;
    const { workerPath, settings, claim, onLog } = this.#options;
    // The port and the database are free again by then.
    await this.#ended;
    try {
      for (const line of await claim()) onLog("warn", line);
    } catch (fault) {
      // Pairings that may be another gateway's must not control this one.
      return this.#failed(wordsOf(fault));
    }
    if (this.#isStopped) return;
    const thread = new MatterThread(workerPath, {
      // A thread that has failed says nothing more that counts.
      onNews: (news) => this.#thread === thread && this.#take(news),
      onEnd: (why) => this.#thread === thread && this.#failed(why),
    });
    this.#thread = thread;
    this.#limitStart(START_MILLIS);
    thread.post({ do: "open", settings });
  }

  #take(news: Exclude<MatterNews, { readonly news: "answer" }>): void {
    switch (news.news) {
      case "opened":
        this.#feed.begin(news);
        this.#limitStart(START_MILLIS + this.#state.lamps * START_MILLIS_PER_LAMP);
        break;
      case "paired":
        this.#become({ fabrics: news.fabrics });
        break;
      case "online":
        this.#cancelStartLimit?.();
        this.#become({ phase: "online", why: undefined });
        this.#feed.taken();
        break;
      case "shown":
        this.#feed.taken();
        break;
      case "not-shown":
        this.#feed.notShown(news.id);
        break;
      case "new-network":
        this.#options.onLog("info", "this machine has another network, so the bridge starts again");
        this.#endThread();
        this.#become({ phase: "starting", why: undefined, ...OFFLINE });
        void this.#start();
        break;
      case "failed":
        this.#failed(news.why);
        break;
      case "report":
        this.#report(news.report);
        break;
      case "command":
        void this.#command(news);
        break;
      case "log":
        this.#options.onLog(news.level, news.text);
        break;
      default:
        news satisfies never;
    }
  }

  #limitStart(millis: number): void {
    this.#cancelStartLimit?.();
    this.#cancelStartLimit = this.#options.clock.after(millis, () => {
      this.#failed(`it was not online within ${duration(millis)}`);
    });
  }

  #endThread(): void {
    this.#cancelStartLimit?.();
    const thread = this.#thread;
    this.#thread = undefined;
    this.#feed.end();
    if (thread) this.#ended = thread.stop();
  }

  #failed(why: string): void {
    if (this.#isStopped) return;
    this.#endThread();
    this.#become({ phase: "failed", why, ...OFFLINE });
    this.#cancelRetry = this.#options.clock.after(RETRY_MILLIS, () => void this.#start());
  }

  /** What the node says first, it says before it is online: of who was paired before. */
  #report(report: NodeReport): void {
    const before = this.#state;
    this.#become(report);
    if (before.phase !== "online") return;
    for (const { entry, line } of this.#pairingNews.of(before, this.#state)) {
      this.#options.gateway.trail.note(entry);
      this.#options.onLog("info", line);
    }
  }

  /** Carries out a command as any client's; the thread learns what became of it. */
  async #command(command: LampCommand): Promise<void> {
    const { id, by } = command;
    const { gateway, onLog } = this.#options;
    try {
      const change = changeFor(gateway.home, command);
      if (change) {
        this.#become({ commands: this.#state.commands + 1 }, { isQuiet: true });
        await gateway.ask(change, { kind: "ecosystem", name: by });
      }
    } catch (fault) {
      // What came from outside must not end the gateway, nor leave the lamp waiting for ever.
      onLog("error", `a command for ${id} could not be carried out: ${wordsOf(fault)}`);
    }
    this.#thread?.post({ do: "settle", id, lamp: this.#feed.lampToSettle(id) });
  }

  #become(changed: Partial<MatterState>, { isQuiet = false } = {}): void {
    this.#state = { ...this.#state, ...changed };
    if (!isQuiet) this.#options.onState(this.#state);
  }
}
