import { join } from "node:path";

/** The database of a data folder. */
export const homePathIn = (stateFolder: string): string => join(stateFolder, "home.db");
