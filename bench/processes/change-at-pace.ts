import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { percentile } from "../../e2e/support/event-load-figures.ts";
import { found, given } from "../support/given.ts";

interface Given {
  readonly url: string;
  readonly key: string;
  readonly lightIds: readonly string[];
  readonly perSecond: number;
  readonly seconds: number;
  /** Lights get another brightness in each turn. */
  readonly firstTurn: number;
}

const CONNECTIONS = 50;

// Changes one light after the other at a steady pace, whatever becomes of the changes before.
const { url, key, lightIds, perSecond, seconds, firstTurn } = await given<Given>();
/** A light has the same one each time, so that its changes keep their order. */
const agents = Array.from({ length: CONNECTIONS }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
const millis: number[] = [];

/** Gives a light a brightness that it did not have before, and waits until that is stored. */
const change = (number: number): Promise<void> => {
  const place = number % lightIds.length;
  const turn = firstTurn + Math.floor(number / lightIds.length);
  const body = JSON.stringify({ on: 1, brightness: 100 - (turn % 100) });
  const sentMillis = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${url}/clip/v2/resource/light/${lightIds[place]}`,
      {
        method: "PUT",
        agent: agents[place % CONNECTIONS],
        headers: { "application-key": key, "content-length": Buffer.byteLength(body) },
      },
      async (answer) => {
        const text = Buffer.concat(await answer.toArray()).toString("utf8");
        if (!text.startsWith('{"code":0,')) reject(new Error(`a change was refused: ${text}`));
        millis.push(performance.now() - sentMillis);
        resolve();
      },
    );
    outgoing.on("error", reject).end(body);
  });
};

const beginMillis = performance.now();
const changes: Promise<void>[] = [];
while (changes.length < perSecond * seconds) {
  const earlyMillis = beginMillis + (changes.length * 1000) / perSecond - performance.now();
  if (earlyMillis > 0) await pause(earlyMillis);
  changes.push(change(changes.length));
}
await Promise.all(changes);
const tookSeconds = (performance.now() - beginMillis) / 1000;
for (const agent of agents) agent.destroy();
const [p50, p99, max] = [50, 99, 100].map((hundredths) => percentile(millis, hundredths));
found({ changes: millis.length, perSecond: millis.length / tookSeconds, p50, p99, max });
