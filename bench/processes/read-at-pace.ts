import { percentile } from "../../e2e/support/event-load-figures.ts";
import { found, given } from "../support/given.ts";
import { RawAsker } from "../support/raw-asker.ts";
import { steadily } from "../support/steady-pace.ts";

interface Given {
  readonly url: string;
  readonly paths: readonly string[];
  readonly perSecond: number;
  readonly seconds: number;
}

/** What is asked at first is not counted: this process gets going itself. */
const WARM_SECONDS = 2;
const CONNECTIONS = 4;

// Reads one path after the other at a steady pace, whatever becomes of the reads before.
const { url, paths, perSecond, seconds } = await given<Given>();
const askers = Array.from({ length: CONNECTIONS }, () => new RawAsker(url));
const millis: number[] = [];
let failed = 0;

/** Until the last byte is there. */
const read = async (number: number): Promise<void> => {
  const path = paths[number % paths.length] ?? "";
  const answer = await askers[number % CONNECTIONS]?.ask(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  if (answer?.status !== "200") failed += 1;
  else if (number >= perSecond * WARM_SECONDS) millis.push(answer.millis);
};

await steadily({ perSecond, count: perSecond * (seconds + WARM_SECONDS) }, read);
for (const asker of askers) asker.end();
const [p50, p99, max] = [50, 99, 100].map((hundredths) => percentile(millis, hundredths));
found({ reads: millis.length, failed, p50, p99, max });
