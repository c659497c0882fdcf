import { crc32 } from "node:zlib";
import { Type } from "typebox";
import { Check } from "typebox/value";
import { counted } from "../../../shared/counted.ts";
import { Damage } from "../faults.ts";
import type { Connection } from "./connection.ts";
import type { Entry, EntryKind } from "./entries.ts";

/** An entry with its position. */
export interface Row extends Entry {
  readonly position: number;
  readonly digest: number;
}

/** The metadata of a store, in the row at position 0. */
export const About = Type.Object({
  /** Counts the commits. */
  sequence: Type.Integer({ minimum: 0 }),
  /** The time of the last commit, by the wall clock. */
  at: Type.String(),
  /** The Luxgate that wrote it. */
  version: Type.String(),
  /** The home file that the home was created from. */
  madeFrom: Type.String(),
  /** The version of the schema, as SQLite's own header has it too. */
  format: Type.Integer(),
  /** The number of other rows, and the exclusive or of their digests: a missing row is noticed. */
  rows: Type.Integer(),
  seal: Type.Integer(),
});
export type About = Type.Static<typeof About>;

const ABOUT = { position: 0, in: "about", id: "about" } as const;

export const digestOf = (position: number, { in: kind, id, body }: Pick<Row, "id" | "body"> & { in: string }): number =>
  crc32(`${position} ${kind} ${id} ${body}`);

/** Folds a digest into a seal; folding it again takes it out. */
export const folded = (seal: number, digest: number): number => (seal ^ digest) >>> 0;

export const aboutRow = (about: About) => {
  const body = JSON.stringify(about);
  return { ...ABOUT, body, digest: digestOf(ABOUT.position, { ...ABOUT, body }) };
};

/** All rows of a store, verified one by one and as a whole. */
export function readRows(connection: Connection): { readonly about: About; readonly rows: readonly Row[] } {
  const check = connection.setting("integrity_check");
  if (check !== "ok") throw new Damage(String(check).split("\n").at(-1));
  const [first, ...rows] = allRows(connection).map(verified);
  const about: unknown = first && first.position === ABOUT.position ? JSON.parse(first.body) : undefined;
  if (!Check(About, about)) throw new Damage("its description is missing or invalid");
  const seal = rows.reduce((all, { digest }) => folded(all, digest), 0);
  if (rows.length !== about.rows || seal !== about.seal)
    throw new Damage(`its checksum does not match; expected ${counted(about.rows, "entry")}`);
  return { about, rows };
}

function verified(row: Row): Row {
  if (digestOf(row.position, row) === row.digest) return row;
  throw new Damage(`the checksum of ${row.in} ${row.id} does not match`);
}

const allRows = (connection: Connection): readonly Row[] =>
  connection
    .rows("SELECT position, kind, id, body, digest FROM entry ORDER BY position")
    .map(([position, kind, id, body, digest]) => ({
      position: Number(position),
      in: String(kind) as EntryKind,
      id: String(id),
      body: String(body),
      digest: Number(digest),
    }));

/** Writes a row at its position, replacing the row there. */
export const putRow = (connection: Connection, row: Omit<Row, "in"> & { readonly in: string }): void =>
  connection.runWith(
    "INSERT OR REPLACE INTO entry (position, kind, id, body, digest) VALUES (?, ?, ?, ?, ?)",
    row.position,
    row.in,
    row.id,
    row.body,
    row.digest,
  );

/** Updates all digests and the seal, after a migration changed bodies. */
export function seal(connection: Connection, about: About): void {
  const [, ...rows] = allRows(connection);
  const sealed = rows.map((row) => ({ ...row, digest: digestOf(row.position, row) }));
  for (const row of sealed) putRow(connection, row);
  const all = sealed.reduce((sum, { digest }) => folded(sum, digest), 0);
  putRow(connection, aboutRow({ ...about, rows: sealed.length, seal: all }));
}
