import { join } from "node:path";

/** Where the home of a state folder stands. */
export const homePathIn = (stateFolder: string): string => join(stateFolder, "home.db");
