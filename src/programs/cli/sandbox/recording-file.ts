import { accessSync, constants, existsSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { LoggedRequest } from "../../../libraries/testing/request-log.ts";
import { codeOf } from "../../../shared/error-code.ts";
import { givenText } from "../../../shared/given-file.ts";
import { type CompareOptions, differences } from "../../sandbox/compare-recordings.ts";
import { type RecordedRequest, Recording } from "../../sandbox/recording.ts";
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
}

/** What a client does, for a file that is written by the first run and compared with by those that follow. */
export function recordingFile(path: string, options: RecordingFileOptions): RecordingFile {
  const before = options.mayOverwrite || !existsSync(path) ? undefined : recordedIn(path);
  if (!before) checkFolderOf(path);
  let resetId = "";
  const recording = new Recording(() => resetId);
  return {
    add: recording.add,
    beginAt(id) {
      resetId = id;
    },
    end() {
      if (!before) return write(path, { requests: recording.requests });
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

function recordedIn(path: string): readonly RecordedRequest[] {
  const text = givenText(path, MOST_BYTES);
  if (typeof text !== "string") throw new CommandFault([`${path}: ${text.unreadable}`]);
  try {
    const { requests } = Object(JSON.parse(text));
    if (Array.isArray(requests) && requests.every(isRecorded)) return requests;
  } catch {
    // It is no recording either.
  }
  throw new CommandFault([
    `${path} is no recording of luxgate sandbox. Choose another file, or overwrite it with --update.`,
  ]);
}

const isRecorded = (request: unknown): request is RecordedRequest => typeof Object(request).request === "string";

/** Before the tests run, not after them. */
function checkFolderOf(path: string): void {
  try {
    accessSync(dirname(path), constants.W_OK);
  } catch (error) {
    throw new CommandFault([`${path} cannot be written (${codeOf(error)}).`], error);
  }
}

function write(path: string, recording: unknown): void {
  try {
    writeFileSync(path, `${JSON.stringify(recording, undefined, 2)}\n`);
  } catch (error) {
    throw new CommandFault([`${path} cannot be written (${codeOf(error)}).`], error);
  }
}
