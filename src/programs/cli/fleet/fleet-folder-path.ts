import { join } from "node:path";
import { configFolder } from "../network/config-folder.ts";

/** Where an operator's fleet is, unless another folder is given. */
export const fleetFolderPath = (): string => join(configFolder(), "fleet");
