import fc from "fast-check";
import type { IPublishPacket } from "mqtt-packet";
import { expect, test } from "vitest";
import { times } from "../../../../test/support/depth.ts";
import { LoggedGateway, ORIGIN } from "../../../../test/support/events/mqtt-gateway.ts";
import { pubackPacket } from "../../../../test/support/events/mqtt-packets.ts";
import { ResyncWitness } from "../../../../test/support/events/mqtt-resync-witness.ts";
import { anyChange } from "../../../../test/support/home/any-change.ts";
import { mostlyJust } from "../../../../test/support/home/any-resource.ts";
import { FURNISHED, nth } from "../../../../test/support/home/furnished-home.ts";
import type { Change } from "../../../core/home/changes/change.ts";
import type { LightId } from "../../../core/home/model/ids.ts";
import type { TurnTaker } from "../../../shared/fair-turns.ts";
import { PACKET } from "../connection/packet-stream.ts";
import { MQTT_LIMITS } from "./limits.ts";
import { Resync } from "./resync.ts";
import { Session } from "./session.ts";

const TURN_MILLIS = 4;

interface Sent {
  readonly packet: IPublishPacket;
  readonly left: () => void;
  readonly sentAt: number;
}

/** What a client does, or what is done for it. */
type ClientAction =
  | { readonly kind: "subscribe"; readonly filters: readonly string[]; readonly qos: number }
  | { readonly kind: "unsubscribe"; readonly filters: readonly string[] }
  | { readonly kind: "receive"; readonly count: number }
  | { readonly kind: "leave" | "send" };

/** A client that is told over a connection of its own, at its own pace, and a witness beside it. */
class Client {
  readonly #logged: LoggedGateway;
  readonly #resync: Resync;
  readonly #window: number;
  readonly witness: ResyncWitness;
  #pending: Sent[] = [];
  readonly #due = new Set<Session>();
  #session: Session | undefined;
  #stateTurn: TurnTaker | undefined;

  constructor(logged: LoggedGateway, resync: Resync, window: number) {
    this.#logged = logged;
    this.#resync = resync;
    this.#window = window;
    this.witness = new ResyncWitness(logged.gateway.home);
  }

  get isQuiet(): boolean {
    return this.#pending.length === 0;
  }

  #subscribe(filters: readonly string[], qos: number): void {
    this.#session ??= this.#connect();
    const session = this.#session;
    const granted = filters.filter((filter) => session.subscribe(filter, qos));
    if (this.#session !== session) return;
    session.subscribed(granted);
    this.witness.subscribed(granted);
  }

  send(): void {
    while (this.#session?.sendSome());
  }

  take(step: ClientAction): void {
    switch (step.kind) {
      case "subscribe":
        this.#subscribe(step.filters, step.qos);
        break;
      case "unsubscribe":
        this.#session?.unsubscribe(step.filters);
        this.witness.unsubscribed(step.filters);
        break;
      case "receive":
        this.receive(step.count);
        break;
      default:
        this[step.kind]();
    }
  }

  /** Takes what has come. Whatever is not acknowledged has left long before. */
  receive(count: number): void {
    this.#receive(count);
    // As the broker gives turns to those who are due.
    for (const session of this.#due) {
      this.#due.delete(session);
      if (session === this.#session) session.sendSome();
    }
  }

  #receive(count: number): void {
    for (const { packet, left } of this.#pending) if (packet.qos === 0) left();
    for (const { packet, sentAt } of this.#pending.splice(0, count)) {
      this.witness.received(received(packet), sentAt);
      if (packet.qos === 1) this.#session?.admit({ kind: PACKET.puback, bytes: pubackPacket(1) });
    }
  }

  /** Its connection is cut: what is under way is lost. */
  leave(): void {
    if (this.#stateTurn) this.#resync.remove(this.#stateTurn);
    this.#stateTurn = undefined;
    this.#session = undefined;
    this.#pending = [];
    this.witness.disconnected();
  }

  #connect(): Session {
    const { messages, clock } = this.#logged;
    const stateTurn: TurnTaker = { owner: "127.0.0.1", takeTurn: () => session.sendState() };
    this.#stateTurn = stateTurn;
    const session: Session = new Session({
      messages,
      resyncCursor: this.#resync.cursor(),
      limits: { ...MQTT_LIMITS, window: { messages: this.#window, bytes: 4_000 } },
      clock,
      clientAddress: "127.0.0.1",
      origin: ORIGIN,
      send: (packet, left) => {
        this.#pending.push({
          packet,
          left: once(left ?? (() => undefined)),
          sentAt: this.witness.sent(received(packet)),
        });
      },
      corked: (sendAll) => sendAll(),
      onDue: () => this.#due.add(session),
      onStateDue: () => this.#resync.add(stateTurn),
      isBlocked: () => false,
      drop: () => {
        if (this.#session === session) this.leave();
      },
      onConnected: () => undefined,
    });
    return session;
  }
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}

const received = ({ topic, payload }: IPublishPacket) => ({ topic, payload: Buffer.from(payload).toString("utf8") });

const FILTERS = [
  ["res/#"],
  ["#"],
  ["res/light/update"],
  ["res/light/#", "res/light/update", "+/light/+"],
  ["res/device/update"],
  ["res/+/update", "res/room/#"],
  ["+/room/update", "res/scene/#"],
  ["res/light/add", "res/light/remove"],
  ["res/sync/update", "$SYS/#", "zigbee2mqtt/#"],
] as const;

type Step =
  | (ClientAction & { readonly who: number })
  | { readonly kind: "change"; readonly change: Change }
  | { readonly kind: "turn" };

/**
 * Mostly one and the same lamp: what is told in the wrong order is seen only where something changes again and again.
 */
const anyDimming: fc.Arbitrary<Change> = fc.record({
  kind: fc.constant("lightChanged"),
  lightId: mostlyJust<LightId>(nth(1), fc.constant(nth(2))),
  state: fc.record({ brightnessPercent: fc.integer({ min: 1, max: 9 }) }),
});

const who = fc.nat({ max: 1 });
const filters = fc.constantFrom(...FILTERS);
const anySteps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("subscribe"), who, filters, qos: fc.nat({ max: 2 }) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("unsubscribe"), who, filters }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("leave", "send"), who }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("receive"), who, count: fc.nat({ max: 6 }) }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant("change"), change: anyChange }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant("change"), change: anyDimming }) },
    { weight: 4, arbitrary: fc.constant({ kind: "turn" }) },
  ) as fc.Arbitrary<Step>,
  { maxLength: 40, size: "max" },
);

/** A home, what happens to it, and two clients that come, go and read as they like. */
class Scene {
  readonly #logged: LoggedGateway;
  readonly #clients: readonly Client[];

  constructor(remembered: number, window: number) {
    this.#logged = new LoggedGateway(FURNISHED, { events: remembered, length: 1_000_000 });
    const { gateway, clock } = this.#logged;
    const resync = new Resync({ home: gateway.home, clock });
    this.#clients = [new Client(this.#logged, resync, window), new Client(this.#logged, resync, window)];
  }

  take(step: Step): void {
    if (step.kind === "turn") this.#logged.clock.advance(TURN_MILLIS);
    else if (step.kind === "change") this.#change(step.change);
    else this.#clients[step.who]?.take(step);
  }

  /** Everybody reads until nobody is told any more. */
  end(): void {
    do {
      for (const client of this.#clients) {
        client.receive(Number.POSITIVE_INFINITY);
        client.send();
      }
      this.#logged.clock.advance(TURN_MILLIS);
    } while (this.#clients.some((client) => !client.isQuiet));
    for (const { witness } of this.#clients) witness.expectAllDelivered();
  }

  #change(change: Change): void {
    if (this.#logged.gateway.submit(change) !== "done") return;
    for (const { witness } of this.#clients) witness.changed(change);
  }
}

test.each([
  { remembered: 1_000, window: 3 },
  { remembered: 4, window: 3 },
  { remembered: 1_000, window: 32 },
])(
  "whoever subscribes, at whatever moment, ends up knowing what the reads answer: $remembered remembered, $window under way",
  ({ remembered, window }) => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        const scene = new Scene(remembered, window);
        for (const step of steps) scene.take(step);
        expect(() => scene.end()).not.toThrow();
      }),
      { numRuns: times(300) },
    );
  },
  120_000,
);
