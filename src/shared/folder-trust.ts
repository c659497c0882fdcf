import type { Stats } from "node:fs";
import { readlinkSync, statSync } from "node:fs";
import { asRoot, isOwn, ownUserId, ROOT, shellWord, userName, userWords } from "./own-user.ts";
import { type PathWalk, type Step, walkPath } from "./path-walk.ts";

/** A folder for what concerns this user alone. */
export interface TrustedFolder {
  /** The path without links, by which the content is reached. */
  readonly path: string;
  /** Undefined when the folder does not exist yet. */
  readonly mode: number | undefined;
  readonly isReadableByOthers: boolean;
}

/** Why a folder cannot be trusted, in one line with its remedy. */
export interface FolderRefusal {
  readonly refusal: string;
  /** The owner, when that is another user than the one who runs this process. */
  readonly owner: number | undefined;
  /** Whether nothing is wrong with it but that its disk is away. */
  readonly isAway?: true;
}

const STICKY = 0o1000;
const BY_OWNER_READ_AND_ENTER = 0o500;
const BY_OTHERS = 0o077;
const BY_OTHERS_WRITE = 0o022;
const BY_GROUP_WRITE = 0o020;
const BY_ALL_WRITE = 0o002;

/** What a folder is to people, and the flag that names another. */
interface FolderPurpose {
  readonly noun: string;
  readonly flag: string;
}

const STATE: FolderPurpose = { noun: "data folder", flag: "--data-dir" };
export const BACKUPS: FolderPurpose = { noun: "backup folder", flag: "--backup-dir" };

/**
 * Examines a folder and everything that decides where its path leads, and touches nothing. The folder may be behind
 * links: then their target must be ours and private. Throws the system's error where access is denied.
 */
export function examineFolder(path: string, purpose: FolderPurpose = STATE): TrustedFolder | FolderRefusal {
  const walk = walkPath(path);
  if (walk.danglingLink !== undefined) {
    return { ...refused(danglingWords(path, walk.danglingLink, purpose)), isAway: true };
  }
  const folder = walk.isThere ? walk.steps.at(-1) : undefined;
  const above = folder ? walk.steps.slice(0, -1) : walk.steps;
  return (folder && folderRefusal(folder, purpose)) ?? wayRefusal(above, walk, purpose) ?? trusted(walk, folder);
}

/**
 * Why a file must not decide what this process does, or whom it trusts, in words that complete "<file>: …": others may
 * write to it. Undefined for a file that is to be trusted, and for one that cannot be reached.
 */
export function fileRefusal(path: string): string | undefined {
  const stats = hasModes() ? statsOf(path) : undefined;
  if (!stats?.isFile() || !isWritableByOthers(stats)) return undefined;
  const command = `chmod go-w ${shellWord(path)}`;
  return `other users can write to it (mode ${modeWords(stats)}): check its contents, then restrict it with "${isOwn(stats) ? command : asRoot(command)}"`;
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

const trusted = ({ end }: PathWalk, folder: Step | undefined): TrustedFolder => ({
  path: end,
  mode: folder && modeOf(folder.stats),
  isReadableByOthers: folder !== undefined && hasModes() && (folder.stats.mode & BY_OTHERS) !== 0,
});

function folderRefusal({ path, stats }: Step, { noun, flag }: FolderPurpose): FolderRefusal | undefined {
  const start = `The ${noun} ${path}`;
  if (!stats.isDirectory()) return refused(`${start} is not a folder: choose another one with ${flag}.`);
  if (!isOwn(stats)) {
    const words = `${notOwnWords(stats.uid, path)}, or choose another folder with ${flag}`;
    return { refusal: `${start} ${words}.`, owner: stats.uid };
  }
  if (!hasModes()) return undefined;
  const mend = `"chmod 700 ${shellWord(path)}"`;
  if ((stats.mode & BY_OTHERS_WRITE) !== 0) {
    return refused(
      `Other users can write to the ${noun} ${path} (mode ${modeWords(stats)}): check that all of its contents are yours, then restrict it with ${mend}.`,
    );
  }
  if ((stats.mode & BY_OWNER_READ_AND_ENTER) !== BY_OWNER_READ_AND_ENTER) {
    return refused(`The owner cannot read the ${noun} ${path} (mode ${modeWords(stats)}): fix it with ${mend}.`);
  }
  return undefined;
}

/** Who owns a path, and how it becomes ours. */
export function notOwnWords(owner: number, path: string): string {
  const own = ownUserId() ?? ROOT;
  const [theirs, ours] = [userWords(owner), userWords(own)];
  const mend = `change its owner to ${ours} with "${asRoot(`chown -R ${userName(own)} ${shellWord(path)}`)}"`;
  return `belongs to ${theirs}, but Luxgate runs as ${ours}: ${owner === ROOT ? mend : `run Luxgate as ${theirs}, ${mend}`}`;
}

/** A user who may rename a folder on the path could replace ours. */
function wayRefusal(
  above: readonly Step[],
  { end }: PathWalk,
  { noun, flag }: FolderPurpose,
): FolderRefusal | undefined {
  if (!hasModes()) return undefined;
  const [root] = above;
  const owners = new Set([ROOT, ownUserId(), root?.stats.uid]);
  for (const { path, stats } of above) {
    const what = `${path}, which contains the ${noun} ${end},`;
    if (!owners.has(stats.uid)) {
      const who = userWords(stats.uid);
      return refused(`${what} belongs to ${who}, who could replace it: choose a folder elsewhere with ${flag}.`);
    }
    if (stats.isSymbolicLink()) continue;
    if (!stats.isDirectory()) return refused(`${what} is not a folder: choose another one with ${flag}.`);
    if (!isWritableByOthers(stats)) continue;
    const command = `chmod go-w ${shellWord(path)}`;
    return refused(
      `Other users can write to ${path} (mode ${modeWords(stats)}) and could replace the ${noun} ${end}: restrict it with "${isOwn(stats) ? command : asRoot(command)}", or choose another folder with ${flag}.`,
    );
  }
  return undefined;
}

/**
 * In a sticky folder such as /tmp, users can rename only what is theirs. A group that we are in does not count as others:
 * many systems give each user a private group that may write to folders.
 */
function isWritableByOthers({ mode, gid }: Stats): boolean {
  if ((mode & STICKY) !== 0) return false;
  if ((mode & BY_ALL_WRITE) !== 0) return true;
  return (mode & BY_GROUP_WRITE) !== 0 && gid !== ROOT && !(process.getgroups?.() ?? []).includes(gid);
}

const danglingWords = (path: string, link: string, { noun }: FolderPurpose): string =>
  `The ${noun} ${path} leads through a symbolic link to ${readlinkSync(link)}, which does not exist: restore it (check that its disk is mounted), or remove the link with "rm ${shellWord(link)}".`;

const refused = (refusal: string): FolderRefusal => ({ refusal, owner: undefined });

const hasModes = (): boolean => ownUserId() !== undefined;

const modeOf = ({ mode }: Stats): number => mode & 0o7777;

export const modeWords = (stats: Stats): string => modeOf(stats).toString(8).padStart(4, "0");
