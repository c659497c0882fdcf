import { afterAll, beforeAll, expect, test } from "vitest";
import { runGateway, type TestGateway } from "./support/gateway/running-gateway.ts";
import { BothLanes, statusesIn } from "./support/http/lanes-both.ts";
import { ANSWER_TO_HIDDEN, HIDDEN, SMUGGLINGS } from "./support/http/lanes-smuggling.ts";

let gateway: TestGateway;
let lanes: BothLanes;
beforeAll(async () => {
  gateway = await runGateway();
  lanes = await BothLanes.of(gateway);
});
afterAll(async () => {
  lanes.stop();
  await gateway.stop();
});

const READ = Buffer.from("GET /clip/v2/resource/room HTTP/1.1\r\nHost: localhost\r\n\r\n");

/** What both lanes say to it, once it is clear that they say the same, and nothing to what was hidden. */
async function answersTo(...writes: readonly Uint8Array[]): Promise<string> {
  const { text } = await lanes.agree(...writes);
  expect(text).not.toContain(ANSWER_TO_HIDDEN);
  const statuses = statusesIn(text).join(" ");
  return isOpenAfter(text) ? statuses.replace(/200$/, "open") : statuses;
}

/** The read that is asked afterwards, and nowhere else, is answered. */
const isOpenAfter = (text: string): boolean => text.includes('"type":"sync"');

test.each(SMUGGLINGS)("hides no request from either lane: %s", async (_what, text, gets) => {
  const bytes = Buffer.from(text, "latin1");
  const headBytes = bytes.indexOf("\r\n\r\n") + 4;
  expect(await answersTo(bytes)).toBe(gets);
  expect(await answersTo(bytes.subarray(0, headBytes), bytes.subarray(headBytes))).toBe(gets);
  expect(await answersTo(Buffer.concat([READ, bytes]))).toBe(`200 ${gets}`);
  expect(await answersTo(READ, Buffer.concat([bytes, READ]))).toMatch(new RegExp(`^200 ${gets.replace(" open", "")}`));
});

test("it is a hidden request's own answer that is looked for", async () => {
  const { text } = await lanes.agree(HIDDEN);
  expect(text).toContain(ANSWER_TO_HIDDEN);
});
