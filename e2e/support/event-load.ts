import { setTimeout as pause } from "node:timers/promises";
import { type Pace, PacedChanges } from "./event-load-changes.ts";
import { WatchedGateway } from "./event-load-gateway.ts";
import { type Heard, Hearing } from "./event-load-hearing.ts";
import { type HangUp, idleByHttp, idleByMqtt, listenByHttp, listenByMqtt } from "./event-load-listeners.ts";
import { EventOrder } from "./event-load-order.ts";

export const KINDS = ["http", "mqtt"] as const;
export type Kind = (typeof KINDS)[number];

/** What came of some changes, for the clients of one kind that read. */
export interface Told extends Readonly<Heard> {
  readonly expected: number;
}

const LISTEN = { http: listenByHttp, mqtt: listenByMqtt };
const IDLE = { http: idleByHttp, mqtt: idleByMqtt };
const PATIENCE_MILLIS = 10_000;

/** A gateway that some clients of each kind follow while its lamps are changed; others ask for events and never read. */
export class EventLoad {
  readonly gateway: WatchedGateway;
  readonly #changes: PacedChanges;
  readonly #order: EventOrder;
  #heard = { http: nothing(), mqtt: nothing() };
  readonly #hearings: Readonly<Record<Kind, readonly Hearing[]>>;
  readonly #hangUps: HangUp[] = [];

  private constructor(gateway: WatchedGateway, changes: PacedChanges, clientsOfEach: number) {
    this.gateway = gateway;
    this.#changes = changes;
    this.#order = new EventOrder(changes);
    const hearings = (kind: Kind) =>
      Array.from({ length: clientsOfEach }, () => new Hearing(this.#order, this.#heard[kind]));
    this.#hearings = { http: hearings("http"), mqtt: hearings("mqtt") };
  }

  /** On the gateway of a state folder, with so many clients of each kind that read. */
  static async on(
    folder: string,
    { clientsOfEach, lamps }: { clientsOfEach: number; lamps: number },
  ): Promise<EventLoad> {
    const gateway = await WatchedGateway.on(folder);
    const load = new EventLoad(gateway, new PacedChanges(await gateway.pairedChanger(lamps)), clientsOfEach);
    for (const kind of KINDS) {
      const listening = load.#hearings[kind].map((hearing) => LISTEN[kind](gateway.ports[kind], hearing));
      load.#hangUps.push(...(await Promise.all(listening)));
    }
    return load;
  }

  /** So many more of each kind, none of which ever reads. */
  async idle(countOfEach: number): Promise<void> {
    const idlers = KINDS.flatMap((kind) =>
      Array.from({ length: countOfEach }, () => IDLE[kind](this.gateway.ports[kind])),
    );
    this.#hangUps.push(...(await Promise.all(idlers)));
  }

  /** Changes lamps; gives what was heard of that. */
  async change(pace: Pace): Promise<Readonly<Record<Kind, Told>>> {
    const count = await this.#changes.make(pace);
    await this.allTold();
    const { http, mqtt } = this.#heard;
    this.#heard = { http: nothing(), mqtt: nothing() };
    for (const kind of KINDS) for (const hearing of this.#hearings[kind]) hearing.begin(this.#heard[kind]);
    const expected = count * this.#hearings.http.length;
    const told = (heard: Heard): Told => ({ ...heard, faults: [...heard.faults, ...this.#order.faults], expected });
    return { http: told(http), mqtt: told(mqtt) };
  }

  async allTold(): Promise<void> {
    const deadlineMillis = performance.now() + PATIENCE_MILLIS;
    while (!this.#isAllTold && performance.now() < deadlineMillis) await pause(10);
  }

  async end(): Promise<void> {
    for (const hangUp of this.#hangUps) hangUp();
    this.#changes.close();
    await this.gateway.leave();
  }

  get #isAllTold(): boolean {
    const isComplete = KINDS.every((kind) => this.#hearings[kind].every((hearing) => hearing.isComplete));
    return isComplete && this.#order.changesTold === this.#changes.sentMillis.length;
  }
}

const nothing = (): Heard => ({ delaysMillis: [], lost: 0, doubled: 0, faults: [] });
