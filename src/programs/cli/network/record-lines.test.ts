import { expect, test } from "vitest";
import { brokerProblem } from "../../../edges/mqtt/connection/broker-problem.ts";
import { progressLine, summaryLines } from "./record-lines.ts";

const TALLY = {
  messages: 1_234,
  bytes: 2_345_678,
  devices: 96,
  groups: 1,
  leftOut: 12,
  replaced: { addresses: 97, texts: 412, numbers: 98 },
};

test("while it goes on a line says how far it is, and why nothing comes", () => {
  const session = { tally: TALLY, millis: 61_200, problem: undefined };
  const soFar = progressLine(session);
  expect(soFar).toMatch(/^1234 messages, 96 devices, 61 s/);
  expect(progressLine({ ...session, problem: "gone" })).toMatch(RegExp(`^${soFar}.*broker.*gone`));
});

test("in the end the lines say what is in it and what is not", () => {
  expect(summaryLines({ tally: TALLY, millis: 61_200, problem: undefined }, "house.jsonl")).toEqual([
    expect.stringMatching(/^house\.jsonl: 1234 messages .*96 devices .*1 group .*61 s.* 2\.3 MB/),
    expect.stringMatching(/^Replaced: 97 addresses, 412 texts.*, 98 numbers/),
    expect.stringMatching(/^Left out: 12 messages/),
    expect.stringMatching(/^Kept: .*Check the file/),
  ]);
  const [small] = summaryLines({ tally: { ...TALLY, bytes: 999 }, millis: 0, problem: undefined }, "a");
  expect(small).toContain("1 kB");
});

test("an error that the system names has a sentence, and one without a name stays as it is", () => {
  expect(brokerProblem("getaddrinfo ENOTFOUND a.lan")).toMatch(/host name.*\(getaddrinfo ENOTFOUND a\.lan\)$/);
  expect(brokerProblem("Connection refused: Not authorized")).toMatch(
    /refuses.*password.*\(Connection refused: Not authorized\)$/,
  );
  expect(brokerProblem("the broker closed the connection")).toBe("the broker closed the connection");
});
