import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { type Files, filesIn } from "./crashed-folder.ts";

const CHANGING = [
  "appendFileSync",
  "copyFileSync",
  "fsyncSync",
  "mkdirSync",
  "renameSync",
  "rmSync",
  "writeFileSync",
] as const;

/**
 * What is in a folder before each thing that some work does to files, and after the last: as crashes would leave it.
 */
export function crashPoints(folder: string, work: () => void): readonly Files[] {
  const points: Files[] = [];
  let isLooking = false;
  const look = () => {
    if (isLooking) return;
    isLooking = true;
    points.push(filesIn(folder));
    isLooking = false;
  };
  const originals = CHANGING.map((name) => [name, fs[name]] as const);
  for (const [name, original] of originals) {
    const looking = (...args: unknown[]) => {
      look();
      return Reflect.apply(original, fs, args);
    };
    Object.assign(fs, { [name]: looking });
  }
  syncBuiltinESMExports();
  try {
    work();
  } finally {
    for (const [name, original] of originals) Object.assign(fs, { [name]: original });
    syncBuiltinESMExports();
  }
  look();
  return points;
}
