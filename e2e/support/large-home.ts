import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { generatedHome } from "../../bench/generated-home.ts";
import { temporaryFolder } from "./program.ts";

/** The file of a home with so many lamps, ten to a room. */
export function homeFileOf(lamps: number): string {
  const file = join(temporaryFolder(), "home.yaml");
  writeFileSync(file, generatedHome(lamps));
  return file;
}
