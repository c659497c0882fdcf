import { percentile } from "../../e2e/support/event-load-figures.ts";
import { found, given } from "../support/given.ts";
import { RawAsker } from "../support/raw-asker.ts";
import { steadily } from "../support/steady-pace.ts";

interface Given {
  readonly url: string;
  readonly paths: readonly string[];
  readonly perSecond: number;
  readonly seconds: number;
  readonly method?: string;
  readonly connections?: number;
  /** Whether each read has a connection of its own. */
  readonly isFresh?: boolean;
}

/** What is asked at first is not counted: this process gets going itself. */
const WARM_SECONDS = 2;
const CONNECTIONS = 4;

// Reads one path after the other at a steady pace, whatever becomes of the reads before.
const { url, paths, perSecond, seconds, ...more } = await given<Given>();
const { method = "GET", connections = CONNECTIONS, isFresh = false } = more;
const askers = Array.from({ length: connections }, () => new RawAsker(url));
const millis: number[] = [];
let failed = 0;

/** Until the last byte is there. */
const read = async (number: number): Promise<void> => {
  const path = paths[number % paths.length] ?? "";
  const asker = isFresh ? new RawAsker(url) : askers[number % connections];
  const answer = await asker?.ask(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  if (isFresh) asker?.end();
  if (answer?.status !== "200") failed += 1;
  else if (number >= perSecond * WARM_SECONDS) millis.push(answer.millis);
};

await steadily({ perSecond, count: perSecond * (seconds + WARM_SECONDS) }, read);
for (const asker of askers) asker.end();
const [p50, p99, max] = [50, 99, 100].map((hundredths) => percentile(millis, hundredths));
found({ reads: millis.length, failed, p50, p99, max });
