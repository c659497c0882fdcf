import { basename, dirname, relative, sep } from "node:path";
import type { SystemCall } from "./system-calls.ts";

/** What was done to the bytes of a file. */
export type DataChange = { readonly at: number; readonly bytes: Buffer } | { readonly length: number };

/** What was done to the names in a folder, in one step: one goes, one comes, or both. */
interface NameChange {
  readonly gone?: string;
  readonly come?: readonly [name: string, node: FileNode | FolderNode];
}

/** The bytes of a file: those that are on the disk for good, and what was done to them since, in order. */
export class FileNode {
  durable = Buffer.alloc(0);
  pending: DataChange[] = [];
  /** How long it is for who reads it now. */
  length = 0;

  change(change: DataChange): void {
    this.pending.push(change);
    this.length = "length" in change ? change.length : Math.max(this.length, change.at + change.bytes.length);
  }

  sync(): void {
    this.durable = this.with(this.pending);
    this.pending = [];
  }

  with(changes: readonly DataChange[]): Buffer<ArrayBuffer> {
    if (changes.length === 0) return this.durable;
    const ends = changes.map((change) => ("length" in change ? change.length : change.at + change.bytes.length));
    const room = Buffer.alloc(Math.max(this.durable.length, ...ends));
    let length = this.durable.copy(room);
    for (const change of changes) {
      if ("length" in change) {
        room.fill(0, change.length);
        length = change.length;
      } else {
        change.bytes.copy(room, change.at);
        length = Math.max(length, change.at + change.bytes.length);
      }
    }
    return room.subarray(0, length);
  }
}

/** The names in a folder: how many of the changes to them, in their order, are on the disk for good. */
export class FolderNode {
  readonly changes: NameChange[] = [];
  durable = 0;

  sync(): void {
    this.durable = this.changes.length;
  }

  /** What is in it after so many changes. */
  names(count = this.changes.length): ReadonlyMap<string, FileNode | FolderNode> {
    const names = new Map<string, FileNode | FolderNode>();
    for (const { gone, come } of this.changes.slice(0, count)) {
      if (gone !== undefined) names.delete(gone);
      if (come) names.set(...come);
    }
    return names;
  }
}

const SYNCING = new Set(["fsync", "fdatasync"]);
const GOING = new Set(["unlink", "rmdir"]);

/** A disk with one folder that matters, as system calls change it. What it does not understand, it refuses. */
export class Disk {
  readonly root = new FolderNode();
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
    this.root.sync();
  }

  /** Whether a call is about the folder or anything in it, and may change it. */
  concerns({ name, on, texts, options, result }: SystemCall): boolean {
    if (result.startsWith("-1")) return false;
    const paths = name === "openat" || !on ? texts.map(String) : [on];
    if (name === "openat" && !/O_CREAT|O_TRUNC/.test(options)) return false;
    return name !== "close" && paths.some((path) => path === this.#path || path.startsWith(this.#path + sep));
  }

  perform(call: SystemCall): void {
    const { name, on, texts, options } = call;
    const [first = Buffer.alloc(0), second = first] = texts;
    if (name === "openat") this.#open(String(first), options);
    else if (name === "rename") this.#moved(String(first), String(second));
    else if (name === "mkdir") this.#rename(String(first), { come: [basename(String(first)), new FolderNode()] });
    else if (GOING.has(name)) this.#rename(String(first), { gone: basename(String(first)) });
    else if (SYNCING.has(name)) this.#node(on)?.sync();
    else this.#file(on)?.change(this.#dataChange(call));
  }

  #dataChange({ name, on, texts: [bytes = Buffer.alloc(0)], options }: SystemCall): DataChange {
    if (name === "pwrite64") return { at: lastNumber(options), bytes };
    // Everything that is written without a place is written to the end.
    if (name === "write") return { at: this.#file(on)?.length ?? 0, bytes };
    if (name === "ftruncate") return { length: lastNumber(options) };
    throw new Error(`${name} on ${on} is not understood`);
  }

  #open(path: string, options: string): void {
    const file = this.#file(path);
    if (!file) this.#rename(path, { come: [basename(path), new FileNode()] });
    else if (options.includes("O_TRUNC") && file.length > 0) file.change({ length: 0 });
  }

  #moved(from: string, to: string): void {
    const node = this.#node(from);
    if (dirname(from) !== dirname(to) || !node) throw new Error(`${from} became ${to}, which is not understood`);
    this.#rename(to, { gone: basename(from), come: [basename(to), node] });
  }

  #rename(path: string, change: NameChange): void {
    const folder = this.#node(dirname(path));
    if (folder instanceof FolderNode) folder.changes.push(change);
  }

  #file(path: string): FileNode | undefined {
    const node = this.#node(path);
    return node instanceof FileNode ? node : undefined;
  }

  #node(path: string): FileNode | FolderNode | undefined {
    const parts = relative(this.#path, path).split(sep).filter(Boolean);
    return parts.reduce<FileNode | FolderNode | undefined>(
      (node, part) => (node instanceof FolderNode ? node.names().get(part) : undefined),
      this.root,
    );
  }
}

const lastNumber = (options: string): number => Number(/(\d+)$/.exec(options)?.[1]);
