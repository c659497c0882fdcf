import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type Files, filesIn } from "../../test/support/store/crashed-folder.ts";
import { Disk } from "./power-cut-disk.ts";
import { temporaryFolder } from "./program.ts";
import { type SystemCall, systemCallsIn } from "./system-calls.ts";

const RECORDER = fileURLToPath(new URL("./power-cut-recorder.ts", import.meta.url));
const CALLS = [
  ...["openat", "creat", "mkdir", "mkdirat", "rmdir", "rename", "renameat", "renameat2", "unlink", "unlinkat", "link"],
  ...["write", "writev", "pwrite64", "pwritev", "pwritev2", "truncate", "ftruncate", "fallocate", "sendfile"],
  ...["copy_file_range", "fsync", "fdatasync", "sync_file_range"],
].join(",");
/** More than any single write of the work has. */
const LONGEST_TEXT = "1000000";
/** What the recorder says when it begins something and when it is done. */
const MARK = /^(begun|done) (\d+)\n$/;
const LONGEST_MARK = 20;

/** Everything that a store did to its folder, in order, with how far the work was meanwhile. */
export interface RecordedStore {
  readonly path: string;
  readonly calls: readonly RecordedCall[];
  /** The folder in the end. */
  readonly files: Files;
}

/** A call, and the last of the commits that were begun, and acknowledged, before the next call is done. */
export interface RecordedCall extends SystemCall {
  readonly begun: number;
  readonly acknowledged: number;
}

/** Has the store do all its work in a process of its own, and looks on. */
export async function recordedStore(worker = resolve("dist/store-worker.js")): Promise<RecordedStore> {
  const around = realpathSync(temporaryFolder());
  const [path, trace] = [join(around, "state"), join(around, "trace")];
  mkdirSync(path);
  const tracer = ["-f", "-y", "-xx", "-s", LONGEST_TEXT, "-e", `trace=${CALLS}`, "-o", trace];
  execFileSync("strace", [...tracer, process.execPath, RECORDER, path, worker], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  return { path, calls: recordedCalls(path, systemCallsIn(readFileSync(trace, "latin1"))), files: filesIn(path) };
}

function recordedCalls(path: string, all: readonly SystemCall[]): readonly RecordedCall[] {
  const disk = new Disk(path);
  const calls = all.filter((call) => disk.concerns(call));
  const marks = all.flatMap(({ texts, begin }) => {
    const [, what, number] = MARK.exec(String(texts[0]?.subarray(0, LONGEST_MARK))) ?? [];
    return what ? [{ what, number: Number(number), begin }] : [];
  });
  const last = (what: string, before: number): number =>
    marks.findLast((mark) => mark.what === what && mark.begin < before)?.number ?? 0;
  return calls.map((call, at) => {
    const before = calls[at + 1]?.end ?? Number.POSITIVE_INFINITY;
    return { ...call, begun: last("begun", before), acknowledged: last("done", before) };
  });
}
