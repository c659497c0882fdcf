import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { someFolder } from "../../../../../test/support/store/some-folder.ts";
import { headerLine, messageLine } from "./recording-format.ts";
import { readRecording } from "./recording-read.ts";

const HEADER = headerLine({ version: "1.2.3", recorded: "" });
const line = (millis: number) => messageLine(millis, { topic: "a", isRetained: false, content: { text: "x" } });

function fileWith(text: string): string {
  const file = join(someFolder(), "house.jsonl");
  writeFileSync(file, text);
  return file;
}

test("a recording is looked through to its end", async () => {
  const file = fileWith(`${HEADER}${line(5)}${line(9)}${JSON.stringify({ millis: 12, broker: "lost" })}\n`);
  const header = { version: "1.2.3", recorded: "" };
  expect(await readRecording(file)).toEqual({ file, header, messages: 2, millis: 12, tornLine: undefined });
});

test("a last line that is only a part of one is told, and the rest is there", async () => {
  const whole = `${HEADER}${line(5)}${line(9)}`;
  for (let length = HEADER.length + line(5).length + 1; length < whole.length - 1; length += 1) {
    expect(await readRecording(fileWith(whole.slice(0, length)))).toMatchObject({ messages: 1, tornLine: 3 });
  }
  expect(await readRecording(fileWith(whole.slice(0, -1)))).toMatchObject({ messages: 2, tornLine: undefined });
});

test("lines may be longer than what is read at once", async () => {
  const long = messageLine(1, { topic: "a", isRetained: true, content: { text: "ä".repeat(300_000) } });
  expect(await readRecording(fileWith(`${HEADER}${long}${line(2)}`))).toMatchObject({ messages: 2, millis: 2 });
});

test.each([
  ["", /: the file is empty$/],
  ["\n", /:1: not a recording by "luxgate record" of this version$/],
  ["rooms:\n  - name: Den\n", /:1: not a recording/],
  [HEADER.replace("recording-1", "recording-2"), /:1: not a recording/],
  [line(1), /:1: not a recording/],
  [`${HEADER}${line(1)}{"millis":2\n${line(3)}`, /:3: this line is damaged$/],
  [`${HEADER}${line(1)}\n`, /:3: this line is damaged$/],
])("what is none is told with its line: %j", async (text, problem) => {
  const file = fileWith(text);
  const read = await readRecording(file);
  expect(read).toEqual({ problem: expect.stringMatching(problem) });
  expect("problem" in read && read.problem.startsWith(`${file}:`)).toBe(true);
});

test("what could never be one is told at its beginning: an endless line, bytes that are no text, a device", async () => {
  const endless = fileWith("");
  truncateSync(endless, 2 ** 40);
  expect(await readRecording(endless)).toEqual({
    problem: `${endless}: line 1 is longer than 64 KiB, so this is not a recording`,
  });
  expect(await readRecording("/dev/zero")).toEqual({ problem: "/dev/zero: this is a device; expected a file" });
  const bytes = fileWith("");
  writeFileSync(bytes, Buffer.concat([Buffer.from(HEADER), Buffer.from([0xff, 0x0a]), Buffer.from(line(1))]));
  expect(await readRecording(bytes)).toEqual({ problem: `${bytes}:2: this line is damaged` });
});

test("a line that goes deeper than anything a device says is broken: it could not be said again", async () => {
  const deep = `{"millis":1,"topic":"a","json":${"[".repeat(20_000)}${"]".repeat(20_000)}}\n`;
  const file = fileWith(`${HEADER}${line(1)}${deep}${line(3)}`);
  expect(await readRecording(file)).toEqual({ problem: `${file}:3: this line is damaged` });
});

test("so is a file that is not there, and a folder", async () => {
  const folder = someFolder();
  expect(await readRecording(join(folder, "none"))).toEqual({
    problem: `${folder}/none: there is no file at this path`,
  });
  mkdirSync(join(folder, "a"));
  expect(await readRecording(join(folder, "a"))).toEqual({ problem: `${folder}/a: this is a folder; expected a file` });
});
