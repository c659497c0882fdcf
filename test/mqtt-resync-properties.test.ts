import fc from "fast-check";
import { expect, test } from "vitest";
import type { Change } from "../src/core/home/changes/change.ts";
import { times } from "./support/depth.ts";
import { eventually } from "./support/events/mqtt-eventually.ts";
import { MqttGateway } from "./support/events/mqtt-gateway.ts";
import { ResyncWitness } from "./support/events/mqtt-resync-witness.ts";
import { MqttSubscriber } from "./support/events/mqtt-subscriber.ts";
import { anyChange } from "./support/home/any-change.ts";

const TURN_MILLIS = 4;
const FILTERS = [["res/#"], ["#", "$SYS/#"], ["res/light/update"], ["+/room/#", "res/scene/update"]] as const;

/** A client of the usual kind on a real connection, which reads when the test lets it, and a witness beside it. */
class Client {
  readonly witness: ResyncWitness;
  readonly #subscriber: MqttSubscriber;
  readonly #held: (() => void)[] = [];
  #isSlow = false;
  #granted = 0;
  #wrong: unknown;

  constructor(mqtt: MqttGateway, subscriber: MqttSubscriber) {
    this.witness = new ResyncWitness(mqtt.gateway.home);
    this.#subscriber = subscriber;
    const { client } = subscriber;
    // Whatever comes after the answer to a subscription was sent after it.
    client.on("message", (topic, payload) => {
      this.#wrong ??= faultIn(() => this.witness.received({ topic, payload: payload.toString("utf8") }, this.#granted));
    });
    client.handleMessage = (_packet, done) => {
      if (this.#isSlow) this.#held.push(done);
      else done();
    };
  }

  /** What is wrong with what it was told, or what it does not know yet; nothing once all is well. */
  get problem(): unknown {
    return this.#wrong ?? faultIn(() => this.witness.expectAllDelivered());
  }

  async subscribe(filters: readonly string[], qos: 0 | 1): Promise<void> {
    this.read();
    const granted = await this.#subscriber.client.subscribeAsync([...filters], { qos });
    this.witness.subscribed(granted.map(({ topic }) => topic));
    this.#granted += 1;
  }

  async unsubscribe(filters: readonly string[]): Promise<void> {
    this.read();
    await this.#subscriber.client.unsubscribeAsync([...filters]);
    this.witness.unsubscribed(filters);
  }

  stopReading(): void {
    this.#isSlow = true;
  }

  read(): void {
    this.#isSlow = false;
    for (const done of this.#held.splice(0)) done();
  }
}

function faultIn(work: () => void): unknown {
  try {
    work();
    return undefined;
  } catch (fault) {
    return fault;
  }
}

type Step =
  | { readonly kind: "subscribe"; readonly filters: readonly string[]; readonly qos: 0 | 1 }
  | { readonly kind: "unsubscribe"; readonly filters: readonly string[] }
  | { readonly kind: "stopReading" | "read" | "turn" }
  | { readonly kind: "change"; readonly change: Change };

const filters = fc.constantFrom(...FILTERS);
const anySteps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("subscribe"), filters, qos: fc.constantFrom(0, 1) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("unsubscribe"), filters }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("stopReading", "read") }) },
    { weight: 4, arbitrary: fc.constant({ kind: "turn" }) },
    { weight: 6, arbitrary: fc.record({ kind: fc.constant("change"), change: anyChange }) },
  ) as fc.Arbitrary<Step>,
  { maxLength: 25, size: "max" },
);

async function take(step: Step, mqtt: MqttGateway, client: Client): Promise<void> {
  switch (step.kind) {
    case "subscribe":
      return client.subscribe(step.filters, step.qos);
    case "unsubscribe":
      return client.unsubscribe(step.filters);
    case "turn":
      return mqtt.clock.advance(TURN_MILLIS);
    case "change":
      if (mqtt.gateway.submit(step.change) === "done") client.witness.changed(step.change);
      return undefined;
    default:
      return client[step.kind]();
  }
}

test("over real connections, whoever subscribes at whatever moment ends up knowing what the reads answer", async () => {
  await fc.assert(
    fc.asyncProperty(anySteps, async (steps) => {
      const mqtt = await MqttGateway.start({ resync: true });
      const subscriber = await MqttSubscriber.connect(mqtt.port);
      const client = new Client(mqtt, subscriber);
      for (const step of steps) await take(step, mqtt, client);
      client.read();
      await eventually(() => {
        mqtt.clock.advance(TURN_MILLIS);
        return client.problem;
      }).toBeUndefined();
      await subscriber.close();
      await mqtt.listener.stop();
      expect(mqtt.faults).toEqual([]);
    }),
    { numRuns: times(40) },
  );
}, 240_000);
