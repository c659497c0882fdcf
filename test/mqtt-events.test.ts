import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "./support/depth.ts";
import { eventIn, readForMqtt } from "./support/events/mqtt-fold.ts";
import { MqttGateway, ORIGIN } from "./support/events/mqtt-gateway.ts";
import { MqttSubscriber } from "./support/events/mqtt-subscriber.ts";
import { anyChange } from "./support/home/any-change.ts";
import { FoldedHome } from "./support/home/folded-home.ts";

const SEQUENCES = times(10_000);

/** How many messages were made after one. */
function countAfter({ messages }: MqttGateway, id: number): number {
  let count = 0;
  for (let at = id; ; count += 1) {
    const message = messages.firstAfter(at, () => true);
    if (!message || message === "evicted") return count;
    at = message.eventId ?? at;
  }
}

test("whatever happens, what a client receives folded onto what it read is what the reads answer: nothing lost, nothing doubled", async () => {
  const mqtt = await MqttGateway.start();
  const client = await MqttSubscriber.listening(mqtt.port);
  const anySequence = fc.array(anyChange, { minLength: 1, maxLength: 15, size: "max" });
  await fc.assert(
    fc.asyncProperty(anySequence, async (changes) => {
      const { head } = mqtt.messages;
      const heardBefore = client.received.length;
      const folded = new FoldedHome(readForMqtt(mqtt.gateway.home, ORIGIN));
      for (const change of changes) mqtt.gateway.submit(change);
      const received = await client.first(heardBefore + countAfter(mqtt, head));
      for (const message of received.slice(heardBefore)) folded.apply(eventIn(message));
      expect(folded.lists).toEqual(readForMqtt(mqtt.gateway.home, ORIGIN));
    }),
    { numRuns: SEQUENCES },
  );
}, 240_000);
