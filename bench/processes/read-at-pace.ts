import { Agent, get } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { percentile } from "../../e2e/support/event-load-figures.ts";
import { found, given } from "../support/given.ts";

interface Given {
  readonly urls: readonly string[];
  readonly perSecond: number;
  readonly seconds: number;
}

// Reads one address after the other at a steady pace, whatever becomes of the reads before.
const { urls, perSecond, seconds } = await given<Given>();
const agent = new Agent({ keepAlive: true, scheduling: "fifo" });
const millis: number[] = [];
const failed: string[] = [];

/** Until the last byte is there. */
const read = (url: string): Promise<void> =>
  new Promise((resolve) => {
    const sentMillis = performance.now();
    const fail = (error: Error) => {
      failed.push(String(error));
      resolve();
    };
    get(url, { agent }, (answer) => {
      answer.on("error", fail).resume();
      answer.once("end", () => {
        if (answer.statusCode === 200) millis.push(performance.now() - sentMillis);
        else failed.push(`${answer.statusCode}`);
        resolve();
      });
    }).on("error", fail);
  });

const beginMillis = performance.now();
const reads: Promise<void>[] = [];
while (reads.length < perSecond * seconds) {
  const earlyMillis = beginMillis + (reads.length * 1000) / perSecond - performance.now();
  if (earlyMillis > 0) await pause(earlyMillis);
  reads.push(read(urls[reads.length % urls.length] ?? ""));
}
await Promise.all(reads);
agent.destroy();
const [p50, p99, max] = [50, 99, 100].map((hundredths) => percentile(millis, hundredths));
found({ reads: millis.length, failed: failed.length, p50, p99, max });
