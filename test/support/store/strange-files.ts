import { spawnSync } from "node:child_process";
import { chownSync, linkSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { filesIn } from "./crashed-folder.ts";
import { someFolder } from "./some-folder.ts";

export const isRoot = process.getuid?.() === 0;

/** Somebody whom nothing belongs to. */
export const NOBODY = 65_534;

/** What may stand where a gateway expects a file of its own; some of it only root can make. */
const KINDS = {
  "a link to a file": (path: string, outside: Outside) => symlinkSync(outside.file, path),
  "a link to a folder": (path: string, outside: Outside) => symlinkSync(outside.folder, path),
  "a link to nothing": (path: string, outside: Outside) => symlinkSync(join(outside.folder, "nothing"), path),
  "a link to a device": (path: string) => symlinkSync("/dev/null", path),
  "a second name of a file": (path: string, outside: Outside) => linkSync(outside.file, path),
  "a folder": (path: string) => mkdirSync(path, { mode: 0o700 }),
  "a pipe": (path: string) => run("mkfifo", path),
  "a device": (path: string) => run("mknod", path, "c", "1", "3"),
  "a file of another user": (path: string) => {
    writeFileSync(path, "theirs");
    chownSync(path, NOBODY, NOBODY);
  },
} as const satisfies Record<string, (path: string, outside: Outside) => void>;

export type StrangeKind = keyof typeof KINDS;

const OF_ROOT: readonly StrangeKind[] = ["a device", "a file of another user"];

export const STRANGE_KINDS = (Object.keys(KINDS) as readonly StrangeKind[]).filter(
  (kind) => isRoot || !OF_ROOT.includes(kind),
);
if (!isRoot) console.warn(`Not tested, as only root can make them: ${OF_ROOT.join(", ")}.`);

/** Something that is none of a gateway's business, and shows whether it was touched. */
export class Outside {
  readonly path = someFolder();
  readonly file = join(this.path, "thesis.txt");
  readonly folder = join(this.path, "letters");

  constructor() {
    mkdirSync(this.folder);
    writeFileSync(this.file, "years of work");
    writeFileSync(join(this.folder, "letter.txt"), "dear");
  }

  /** Every byte, and when and how it can be got at. */
  get state(): unknown {
    const files = [...filesIn(this.path)].map(([name, bytes]) => [
      name,
      bytes.toString(),
      traits(join(this.path, name)),
    ]);
    return [files, traits(this.path), traits(this.folder)];
  }
}

function traits(path: string): unknown {
  const { mode, uid, mtimeMs, size } = statSync(path);
  return { mode, uid, mtimeMs, size };
}

/** Puts something strange at a path, instead of whatever is there. */
export function putStrange(kind: StrangeKind, path: string, outside: Outside): void {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  KINDS[kind](path, outside);
}

function run(command: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync(command, args);
  if (status !== 0) throw new Error(`${command}: ${stderr}`);
}

/** Does what a line says is the mend, as a person would who copies it. */
export function doAsSaid(line: string): void {
  const [, command] = /"([^"]+)"[^"]*$/.exec(line) ?? [];
  if (command === undefined) throw new Error(`there is no mend in: ${line}`);
  run("sh", "-c", command);
}
