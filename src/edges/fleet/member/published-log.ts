import { crc32 } from "node:zlib";
import type { Steps } from "../../../shared/steps.ts";

/** What is known of an entry of the bucket. */
export interface Published {
  /** Of the value; empty while it is uncertain which value the bucket has. */
  readonly digest: string;
  /** The revision that the bucket had last; 0 if it may have none. */
  readonly revision: number;
}

/** The first line of the log. */
export interface LogHead {
  readonly gatewayId: string;
  readonly epoch: string;
  /** The start of the machine in which the log was written. */
  readonly bootId: string;
  /** The highest revision that the bucket ever acknowledged. */
  readonly highest: number;
  /** Whether the log was synced and closed, so that it is complete after a loss of power too. */
  readonly isClosed: boolean;
}

export interface ParsedLog {
  readonly head: LogHead;
  readonly entries: Map<string, Published>;
  readonly highest: number;
}

const LINE = /^([0-9a-f]{8}) (.*)$/s;
const LINES_IN_STEP = 200;

export const headLine = (head: LogHead): string => lineOf(head);

/** An entry as it is published from now on; undefined once it is gone. */
export const entryLine = (key: string, published: Published | undefined, revision = 0): string =>
  lineOf([key, published?.digest ?? null, published?.revision ?? revision]);

/**
 * What a log says; undefined for a damaged one. A process that was killed leaves at most its last line unfinished, and
 * what that line would have said was not relied on yet.
 */
export function* parseLog(text: string): Steps<ParsedLog | undefined> {
  const lines = text.split("\n");
  // Behind the last line feed there is nothing, or an unfinished line.
  lines.pop();
  const head = valueIn(lines[0] ?? "");
  if (!isHead(head)) return undefined;
  const entries = new Map<string, Published>();
  let { highest } = head;
  for (let at = 1; at < lines.length; at += 1) {
    if (at % LINES_IN_STEP === 0) yield;
    const entry = valueIn(lines[at] ?? "");
    if (!isEntry(entry)) return undefined;
    const [key, digest, revision] = entry;
    highest = Math.max(highest, revision);
    if (digest === null) entries.delete(key);
    else entries.set(key, { digest, revision });
  }
  return { head, entries, highest };
}

function lineOf(value: LogHead | readonly [string, string | null, number]): string {
  const text = JSON.stringify(value);
  return `${checksumOf(text)} ${text}\n`;
}

function valueIn(line: string): unknown {
  const [, checksum, text = ""] = LINE.exec(line) ?? [];
  return checksum !== undefined && checksum === checksumOf(text) ? JSON.parse(text) : undefined;
}

const checksumOf = (text: string): string => crc32(text).toString(16).padStart(8, "0");

/** The checksum was right, so that only the format may be another one. */
const isHead = (value: unknown): value is LogHead =>
  typeof value === "object" && value !== null && "epoch" in value && "bootId" in value;

const isEntry = (value: unknown): value is readonly [string, string | null, number] =>
  Array.isArray(value) && typeof value[0] === "string" && typeof value[2] === "number";
