import { createHash } from "node:crypto";
import { Type } from "typebox";
import { Check } from "typebox/value";
import type { AccessKey } from "../../core/home/model/access-key.ts";
import type { HomeContents } from "../../core/home/model/contents.ts";
import { tooDeepAt } from "../../shared/json-depth.ts";
import { exportedPieces, readExportedValue } from "./exported-home.ts";
import { MatterRows } from "./sqlite/matter-rows.ts";
import { violationOf } from "./sqlite/schema-violations.ts";

const FORMAT = "luxgate-backup-1";
const SEAL = /,\n"sha256": "([0-9a-f]{64})"\n\}\n$/;

const BackupFile = Type.Object({
  format: Type.Literal(FORMAT),
  luxgate: Type.String(),
  at: Type.String(),
  madeFrom: Type.String(),
  home: Type.Unknown(),
  keys: Type.Union([Type.Array(Type.Object({ id: Type.String() })), Type.Null()]),
  matter: Type.Optional(MatterRows),
});

/**
 * An export and what an export leaves out: what the home was made from and, if asked for, the digests of keys and what the
 * Matter bridge has stored.
 */
export interface Backup {
  readonly contents: HomeContents;
  /** Tells one home file or back end from another; the gateway serves the home on only where that is the same. */
  readonly madeFrom: string;
  /** By the wall clock, in ISO 8601. */
  readonly at: string;
  /** The version of the Luxgate that made it. */
  readonly luxgate: string;
  readonly hasKeys: boolean;
  /** Undefined where there is no bridge, and in a backup without keys. */
  readonly matter?: MatterRows | undefined;
}

/** A backup as text, in small pieces; the last one is the digest of all others. */
export function* backupPieces(backup: Backup): Generator<string, undefined> {
  const hash = createHash("sha256");
  for (const piece of unsealedPieces(backup)) {
    hash.update(piece);
    yield piece;
  }
  yield `,\n"sha256": "${hash.digest("hex")}"\n}\n`;
}

function* unsealedPieces({ contents, madeFrom, at, luxgate, hasKeys, matter }: Backup): Generator<string, undefined> {
  const head = { format: FORMAT, luxgate, at, madeFrom };
  yield `{\n${Object.entries(head)
    .map(([name, value]) => `"${name}": ${JSON.stringify(value)}`)
    .join(",\n")},\n"home": `;
  yield* exportedPieces(contents, luxgate);
  yield `,\n"keys": ${hasKeys ? JSON.stringify(contents.keys) : "null"}`;
  if (hasKeys && matter) yield `,\n"matter": ${JSON.stringify(matter)}`;
}

export const backupText = (backup: Backup): string => [...backupPieces(backup)].join("");

/** Whether a text is meant to be a backup, right or not. */
export const looksLikeBackup = (text: string): boolean =>
  /^\s*\{\s*"format":\s*"luxgate-backup-/.test(text.slice(0, 256));

/** The backup in a text, of earlier versions too, or everything that is wrong with it. */
export function readBackup(text: string): Backup | { readonly problems: readonly string[] } {
  if (!looksLikeBackup(text)) return wrong('expected a backup written by "luxgate backup"');
  if (!text.includes(`"${FORMAT}"`)) return wrong(`a newer Luxgate wrote it; this version reads ${FORMAT}`);
  const [seal, digest] = SEAL.exec(text) ?? [];
  if (seal === undefined) return wrong("the file is incomplete: its end is missing");
  const isAsWritten = createHash("sha256").update(text.slice(0, -seal.length)).digest("hex") === digest;
  if (!isAsWritten || tooDeepAt(text) !== undefined)
    return wrong("the file was changed or damaged: its digest does not match");
  const file: unknown = JSON.parse(text);
  if (!Check(BackupFile, file)) return wrong('expected a backup written by "luxgate backup"');
  const home = readExportedValue(file.home);
  if ("problems" in home) return home;
  const keys = keysIn(file.keys ?? []);
  if ("problems" in keys) return keys;
  const { madeFrom, at, luxgate, matter } = file;
  return { contents: { ...home, keys }, madeFrom, at, luxgate, hasKeys: file.keys !== null, matter };
}

function keysIn(
  keys: readonly { readonly id: string }[],
): readonly AccessKey[] | { readonly problems: readonly string[] } {
  const violations = keys.flatMap((key) => violationOf({ in: "keys", id: key.id, body: JSON.stringify(key) }) ?? []);
  return violations.length > 0 ? { problems: violations } : (keys as readonly AccessKey[]);
}

const wrong = (problem: string): { readonly problems: readonly string[] } => ({ problems: [problem] });
