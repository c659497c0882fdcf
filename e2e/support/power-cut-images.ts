import { join } from "node:path";
import type { Seeded } from "../../test/support/home/seeded.ts";
import type { Files } from "../../test/support/store/crashed-folder.ts";
import { type DataChange, FileNode, FolderNode } from "./power-cut-disk.ts";

const SECTOR_BYTES = 512;
type Fate = "applied" | "dropped" | "torn" | "zeroed";
const FATES = ["applied", "dropped", "torn", "zeroed"] as const;
type Mood = readonly [Fate, ...Fate[]];
/** How a disk may deal with what was not synced, each fate as often as it stands here. */
const MOODS: readonly [Mood, ...Mood[]] = [
  FATES,
  ["applied"],
  ["dropped"],
  ["applied", "applied", "applied", "applied", "applied", "applied", ...FATES],
  ["dropped", "dropped", "dropped", "dropped", "dropped", "dropped", ...FATES],
  ["applied", "zeroed"],
  ["applied", "torn"],
];

/** What a loss of power may leave of a folder, by chance: of what was not synced all, nothing, or any part. */
export function imageOf(folder: FolderNode, chance: Seeded): Files {
  const keepsAllNames = chance.below(8) === 0;
  const count = folder.durable + chance.below(folder.changes.length - folder.durable + 1);
  const names = folder.names(keepsAllNames ? folder.changes.length : count);
  return new Map(
    [...names].flatMap(([name, node]): readonly (readonly [string, Buffer])[] =>
      node instanceof FolderNode
        ? [...imageOf(node, chance)].map(([below, bytes]) => [join(name, below), bytes])
        : [[name, bytesOf(node, chance)]],
    ),
  );
}

/** Everything as who reads it now has it. */
export function filesNow(folder: FolderNode): Files {
  return new Map(
    [...folder.names()].flatMap(([name, node]): readonly (readonly [string, Buffer])[] =>
      node instanceof FileNode
        ? [[name, node.with(node.pending)]]
        : [...filesNow(node)].map(([below, bytes]) => [join(name, below), bytes]),
    ),
  );
}

function bytesOf(file: FileNode, chance: Seeded): Buffer {
  const mood = chance.oneOf(MOODS);
  return file.with(file.pending.flatMap((change) => fated(change, chance.oneOf(mood), chance)));
}

function fated(change: DataChange, fate: Fate, chance: Seeded): readonly DataChange[] {
  if (fate === "dropped") return [];
  if (fate === "applied" || "length" in change) return [change];
  const { at, bytes } = change;
  if (fate === "zeroed") return [{ at, bytes: Buffer.alloc(bytes.length) }];
  const sectors = Math.ceil((at + bytes.length) / SECTOR_BYTES) - Math.floor(at / SECTOR_BYTES);
  const end = (Math.floor(at / SECTOR_BYTES) + chance.below(sectors)) * SECTOR_BYTES;
  return end > at ? [{ at, bytes: bytes.subarray(0, end - at) }] : [];
}
