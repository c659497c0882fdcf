import { accessSync, constants, existsSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { Check } from "typebox/value";
import type { LoggedRequest } from "../../../libraries/testing/request-log.ts";
import { codeOf } from "../../../shared/error-code.ts";
import { givenText } from "../../../shared/given-file.ts";
import { type CompareOptions, differences } from "../../sandbox/compare-recordings.ts";
import { RecordedRequest, Recording } from "../../sandbox/recording.ts";
import { CommandFault } from "../command-fault.ts";

const MOST_BYTES = 64 * 1024 * 1024;

export interface RecordingFile {
  readonly add: (request: LoggedRequest) => void;
  /** The id of the gateway, which is another one in each run. */
  beginAt(resetId: string): void;
  /** Writes the recording, or compares it with the one that is there. */
  end(): void;
}

export interface RecordingFileOptions extends CompareOptions {
  readonly mayOverwrite: boolean;
  /** Whether a first recording may be written; otherwise one that is missing is an error. */
  readonly mayCreate: boolean;
}

/** What a client does, for a file that is written by the first run and compared with by those that follow. */
export function recordingFile(path: string, options: RecordingFileOptions): RecordingFile {
  const textBefore = textIn(path);
  if (textBefore === undefined && !options.mayCreate) {
    throw new CommandFault([
      `${path}: no file at this path. Where the variable CI is set, a recording is only compared.`,
      "Record it on your own machine and commit it, or record it here with --update.",
    ]);
  }
  const before = options.mayOverwrite || textBefore === undefined ? undefined : recordedIn(textBefore, path);
  if (!before) checkFolderOf(path);
  let resetId = "";
  const recording = new Recording(() => resetId);
  return {
    add: recording.add,
    beginAt(id) {
      resetId = id;
    },
    end() {
      if (!before) return write(path, { requests: recording.requests, textBefore });
      const lines = differences(before, recording.requests, options);
      if (lines.length === 0) return;
      throw new CommandFault([
        `The client did something else than ${path} says:`,
        ...lines.map((line) => `  ${line}`),
        "If this is right, record again with --update.",
      ]);
    },
  };
}

/** Undefined if there is no file. */
function textIn(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  const text = givenText(path, MOST_BYTES);
  if (typeof text !== "string") throw new CommandFault([`${path}: ${text.unreadable}`]);
  return text;
}

function recordedIn(text: string, path: string): readonly RecordedRequest[] {
  const requests = requestsIn(text);
  const wrong = requests?.findIndex((request) => !Check(RecordedRequest, request));
  if (requests && wrong === -1) return requests as RecordedRequest[];
  throw new CommandFault([
    requests && wrong !== undefined
      ? `${path}: request ${wrong + 1} is invalid. Expected request, status and, if the client sent them, key (true) and body.`
      : `${path} is no recording of luxgate sandbox.`,
    "Choose another file, or overwrite it with --update.",
  ]);
}

function requestsIn(text: string): readonly unknown[] | undefined {
  try {
    const { requests } = Object(JSON.parse(text));
    return Array.isArray(requests) ? requests : undefined;
  } catch {
    return undefined;
  }
}

/** Before the tests run, not after them. */
function checkFolderOf(path: string): void {
  try {
    accessSync(dirname(path), constants.W_OK);
  } catch (error) {
    throw new CommandFault([`${path} cannot be written (${codeOf(error)}).`], error);
  }
}

interface Written {
  readonly requests: readonly RecordedRequest[];
  readonly textBefore: string | undefined;
}

/** Not over what another sandbox has written since this one was started. */
function write(path: string, { requests, textBefore }: Written): void {
  if (requests.length === 0)
    throw new CommandFault([`No request came, so nothing was recorded. ${path} was not written.`]);
  const taken = new CommandFault([
    `${path} was written by another program while this sandbox ran, so nothing was recorded. Give each sandbox a file of its own.`,
  ]);
  if (textIn(path) !== textBefore) throw taken;
  const text = `${JSON.stringify({ requests }, undefined, 2)}\n`;
  try {
    writeFileSync(path, text, { flag: textBefore === undefined ? "wx" : "w" });
  } catch (error) {
    if (codeOf(error) === "EEXIST") throw taken;
    throw new CommandFault([`${path} cannot be written (${codeOf(error)}).`], error);
  }
}
