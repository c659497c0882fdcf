import { type Static, Type } from "typebox";

/** The tables of the Matter bridge's database: matter.js's values, the endpoint numbers of lamps, and facts such as the passcode. */
export const MATTER_TABLES = `
CREATE TABLE IF NOT EXISTS entry (context TEXT, key TEXT, value TEXT NOT NULL, PRIMARY KEY (context, key)) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS lamp (id TEXT PRIMARY KEY, number INTEGER NOT NULL UNIQUE) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;`;

/** The fact by which pairings belong to one gateway. */
export const MATTER_OWNER = "gateway";

const Text = Type.String();

/** All that the Matter bridge stores, in the order of the columns. */
export const MatterRows = Type.Object({
  entries: Type.Array(Type.Tuple([Text, Text, Text])),
  lamps: Type.Array(Type.Tuple([Text, Type.Integer({ minimum: 2, maximum: 65_534 })])),
  facts: Type.Array(Type.Tuple([Text, Text])),
});
export type MatterRows = Static<typeof MatterRows>;
