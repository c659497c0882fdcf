import { percentile } from "../../e2e/support/event-load-figures.ts";
import { found, given } from "../support/given.ts";
import { RawAsker } from "../support/raw-asker.ts";
import type { SentChange } from "../support/sent-change.ts";
import { steadily } from "../support/steady-pace.ts";

interface Given {
  readonly url: string;
  readonly key: string;
  readonly lightIds: readonly string[];
  readonly perSecond: number;
  readonly seconds: number;
  /** Lights get another brightness in each turn. */
  readonly firstTurn: number;
  /** Whether to say which change was sent when, too. */
  readonly isLogged?: boolean;
}

/** What is asked at first is not counted: this process gets going itself. */
const WARM_SECONDS = 2;
const CONNECTIONS = 50;

// Changes one light after the other at a steady pace, whatever becomes of the changes before.
const { url, key, lightIds, perSecond, seconds, firstTurn, isLogged = false } = await given<Given>();
/** A light has the same one each time, so that its changes keep their order. */
const askers = Array.from({ length: CONNECTIONS }, () => new RawAsker(url));
const millis: number[] = [];
const sent: SentChange[] = [];
let answered = 0;

/** Gives a light a brightness that it did not have before, and waits until that is stored. */
const change = async (number: number): Promise<void> => {
  const place = number % lightIds.length;
  const turn = firstTurn + Math.floor(number / lightIds.length);
  const brightness = 100 - (turn % 100);
  const body = JSON.stringify({ on: 1, brightness });
  const lightId = lightIds[place] ?? "";
  if (isLogged) sent.push({ lightId, brightness, atMillis: performance.timeOrigin + performance.now() });
  const answer = await askers[place % CONNECTIONS]?.ask(
    `PUT /clip/v2/resource/light/${lightId} HTTP/1.1\r\nHost: localhost\r\napplication-key: ${key}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  answered += 1;
  if (answer && number >= perSecond * WARM_SECONDS) millis.push(answer.millis);
};

const beginMillis = performance.now();
await steadily({ perSecond, count: perSecond * (seconds + WARM_SECONDS) }, change);
const tookSeconds = (performance.now() - beginMillis) / 1000;
for (const asker of askers) asker.end();
const [p50, p99, max] = [50, 99, 100].map((hundredths) => percentile(millis, hundredths));
found({ changes: millis.length, perSecond: answered / tookSeconds, p50, p99, max, sent });
