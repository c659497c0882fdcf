import { lstatSync, readdirSync, readlinkSync, type Stats } from "node:fs";
import { join } from "node:path";
import { modeWords, notOwnWords } from "../../../shared/folder-trust.ts";
import { isOwn, ownUserId, shellWord } from "../../../shared/own-user.ts";
import { SEGMENT_NAME } from "../trail/trail-segment.ts";

/** What is expected at a name. */
interface Expected {
  readonly name: RegExp;
  readonly kind: "file" | "folder" | "socket";
  /** Whether the file is written in place: then it must have no hard links, which would change too. */
  readonly isWrittenTo?: boolean;
}

/** Other files in the folder are ignored and never opened. */
const IN_FOLDER: readonly Expected[] = [
  { name: /^(home\.db|home\.db\.new|lock)(-wal|-shm|-journal)?$/, kind: "file", isWrittenTo: true },
  { name: /^recent-changes(\.older)?\.log$/, kind: "file", isWrittenTo: true },
  { name: /^fleet-published\.log(\.new)?$/, kind: "file", isWrittenTo: true },
  { name: /^(identity|operator-sessions)\.json$/, kind: "file" },
  { name: /^(snapshots|damaged|replaced|history)$/, kind: "folder" },
  { name: /^control\.sock$/, kind: "socket" },
];

/** Snapshots are never written to: backups may share them by hard links. */
const IN_SNAPSHOTS: readonly Expected[] = [
  { name: /^home-.*\.db$/, kind: "file" },
  { name: /^draft\.db(-wal|-shm|-journal)?$/, kind: "file" },
];

const IN_HISTORY: readonly Expected[] = [{ name: SEGMENT_NAME, kind: "file", isWrittenTo: true }];

/** The folders in a data folder whose files are opened. */
const INNER_FOLDERS = [
  { name: "snapshots", expected: IN_SNAPSHOTS },
  { name: "history", expected: IN_HISTORY },
];

/** Anything but a file at the home's name is damage, which is quarantined unopened. */
const HOME = "home.db";

const BY_OTHERS_WRITE = 0o022;

/**
 * Why something in a data folder must not be opened, in one line with its remedy; touches nothing. A folder that others
 * could enter must not hold anything that they could write to.
 */
export function contentsRefusal(folder: string, wasOpenToOthers: boolean): string | undefined {
  const refusal = refusalIn(folder, { expected: IN_FOLDER, root: folder, wasOpenToOthers });
  if (refusal !== undefined) return refusal;
  for (const { name, expected } of INNER_FOLDERS) {
    const inner = join(folder, name);
    if (!lstatSync(inner, { throwIfNoEntry: false })) continue;
    const innerRefusal = refusalIn(inner, { expected, root: folder, wasOpenToOthers });
    if (innerRefusal !== undefined) return innerRefusal;
  }
  return undefined;
}

interface Looking {
  readonly expected: readonly Expected[];
  /** The data folder. */
  readonly root: string;
  readonly wasOpenToOthers: boolean;
}

function refusalIn(folder: string, { expected, ...looking }: Looking): string | undefined {
  for (const name of readdirSync(folder).sort()) {
    const here = expected.find((some) => some.name.test(name));
    const path = join(folder, name);
    const stats = here && lstatSync(path, { throwIfNoEntry: false });
    const refusal = stats && refusalOf({ path, stats, name }, { ...here, ...looking });
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

function refusalOf(
  { path, stats, name }: { readonly path: string; readonly stats: Stats; readonly name: string },
  { kind, isWrittenTo, root, wasOpenToOthers }: Expected & Omit<Looking, "expected">,
): string | undefined {
  if (stats.isSymbolicLink()) {
    return `${path} is a symbolic link to ${readlinkSync(path)}, and Luxgate follows no links in the data folder: put the ${kind} itself there, or remove the link with "rm ${shellWord(path)}".`;
  }
  if (!isOwn(stats)) return `${path} ${notOwnWords(stats.uid, root)}.`;
  if (!isOfKind(stats, kind) && name !== HOME) {
    return `${path} is ${kindWords(stats)}, but Luxgate needs a ${kind} there: move it away with "mv ${shellWord(path)} ${shellWord(`${path}.strange`)}".`;
  }
  if (stats.isFile() && stats.nlink > 1 && isWrittenTo) {
    const copy = shellWord(`${path}.copy`);
    return `${path} has ${stats.nlink} hard links, so Luxgate would also change the other names: make it a separate file with "cp -p ${shellWord(path)} ${copy} && mv ${copy} ${shellWord(path)}".`;
  }
  return modeRefusal({ path, stats }, { root, wasOpenToOthers });
}

function modeRefusal(
  { path, stats }: { readonly path: string; readonly stats: Stats },
  { root, wasOpenToOthers }: Pick<Looking, "root" | "wasOpenToOthers">,
): string | undefined {
  if (ownUserId() === undefined || stats.isSocket()) return undefined;
  if (wasOpenToOthers && (stats.mode & BY_OTHERS_WRITE) !== 0) {
    return `Other users can write to ${path} (mode ${modeWords(stats)}): check that its contents are yours, then restrict the folder with "chmod -R go= ${shellWord(root)}".`;
  }
  const needed = stats.isDirectory() ? 0o500 : 0o400;
  if ((stats.mode & needed) === needed) return undefined;
  const mend = `chmod ${stats.isDirectory() ? 700 : 600} ${shellWord(path)}`;
  return `The owner cannot read ${path} (mode ${modeWords(stats)}): fix it with "${mend}".`;
}

/** A process that was killed leaves its socket behind; an empty file in its place does no harm. */
const isOfKind = (stats: Stats, kind: Expected["kind"]): boolean =>
  (kind === "folder" && stats.isDirectory()) ||
  (kind === "file" && stats.isFile()) ||
  (kind === "socket" && (stats.isSocket() || stats.isFile()));

function kindWords(stats: Stats): string {
  if (stats.isFile()) return "a file";
  if (stats.isDirectory()) return "a folder";
  if (stats.isFIFO()) return "a pipe";
  return stats.isSocket() ? "a socket" : "a device";
}
