import { connect } from "node:net";
import { PublishedItems } from "../../e2e/support/event-load-published.ts";
import { connectPacket, pubackPacket, subscribePacket } from "../../test/support/events/mqtt-packets.ts";
import { found, given } from "../support/given.ts";

interface Given {
  readonly port: number;
  readonly seconds: number;
  readonly lights: number;
}

// Subscribes to everything again and again, each time on a new connection; measures how long until it has every light.
const { port, seconds, lights } = await given<Given>();
const overMillis = performance.now() + seconds * 1_000;
const millis: number[] = [];
let fewest = lights;

/** How long it took; undefined when the time is over before. */
const resync = (): Promise<number | undefined> =>
  new Promise((resolve) => {
    const items = new PublishedItems();
    const known = new Set<string>();
    const beganMillis = performance.now();
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    const end = (took: number | undefined) => {
      fewest = Math.min(fewest, known.size);
      clearTimeout(deadline);
      socket.destroy();
      resolve(took);
    };
    const deadline = setTimeout(() => end(undefined), overMillis - beganMillis);
    socket.on("error", () => end(undefined));
    socket.write(Buffer.concat([connectPacket(), subscribePacket(["#"])]));
    socket.on("data", (piece) => {
      const published = items.take(piece);
      if (published.length > 0) socket.write(Buffer.concat(published.map(({ messageId }) => pubackPacket(messageId))));
      for (const { item } of published) for (const id of lightIdIn(item)) known.add(id);
      if (known.size === lights) end(performance.now() - beganMillis);
    });
  });

/** The id of a light, if it is one. */
const lightIdIn = (item: string): readonly string[] => /^\{"id":"([^"]+)","device_id"/.exec(item)?.slice(1) ?? [];

while (performance.now() < overMillis) {
  const took = await resync();
  if (took !== undefined) millis.push(took);
}
found({ times: millis.length, longestMillis: millis.length > 0 ? Math.max(...millis) : undefined, fewest });
