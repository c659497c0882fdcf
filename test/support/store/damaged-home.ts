import { rmSync } from "node:fs";
import { FOUNDED } from "../home/founded-home.ts";
import { type CrashedFolder, type Files, filesIn, writeFiles } from "./crashed-folder.ts";
import { damaged, type SomeDamage } from "./damages.ts";
import { KeptHome } from "./saved-home.ts";
import { someFolder } from "./some-folder.ts";

export const LOG = "recent-changes.log";

/** What a gateway may find after a damage; the last of them only when nothing is left to tell it by. */
type Finding = "all there" | "all there, damage told" | "earlier, loss told" | "nothing, told" | "earlier, untold";

/** What opening a damaged folder came to, and everything about it that must not be. */
export interface Outcome {
  readonly finding: Finding | "none of these";
  readonly faults: readonly string[];
}

/** Damages a folder, opens it, opens it again, commits to it. */
export function outcomeOf({ files, committed }: CrashedFolder, damages: readonly SomeDamage[]): Outcome {
  const path = someFolder();
  try {
    writeFiles(path, damaged(files, damages));
    const kept = new KeptHome(path);
    const { report } = kept.found;
    const filesAfter = report.length > 0 ? filesIn(path) : new Map();
    kept.close();
    const at = committed.findLastIndex(({ text }) => text === kept.text);
    const lost = committed.slice(at + 1).map(({ words }) => words);
    const isNameable = report.length > 0 && damages.every(({ name }) => name !== LOG);
    const unnamed = lost.filter((words) => isNameable && !report.some((line) => line.endsWith(`: ${words}`)));
    return {
      finding: findingOf(kept, { isCommitted: at >= 0, isLast: lost.length === 0 }),
      faults: [
        ...unnamed.map((words) => `${words} is not named`),
        ...report.filter((line) => line.includes("\n")),
        ...unkept(damages, report, filesAfter).map((name) => `${name} is not kept`),
        ...faultsOfGoingOn(path, kept),
      ],
    };
  } catch (error) {
    return { finding: "none of these", faults: [`thrown: ${error}`] };
  } finally {
    rmSync(path, { recursive: true, force: true });
  }
}

function findingOf(kept: KeptHome, which: { isCommitted: boolean; isLast: boolean }): Outcome["finding"] {
  const isTold = kept.found.report.length > 0 || kept.found.problem !== undefined;
  if (which.isLast) return isTold ? "all there, damage told" : "all there";
  if (which.isCommitted) return isTold ? "earlier, loss told" : "earlier, untold";
  return kept.contents === undefined && isTold ? "nothing, told" : "none of these";
}

/** The files that were found to be damaged and whose bytes are nowhere any more. */
function unkept(damages: readonly SomeDamage[], report: readonly string[], after: Files): readonly string[] {
  const isFound = (name: string) =>
    report.some((line) =>
      name.startsWith("home.db") ? /^(The store|Lost)/.test(line) : line.includes(name.slice(10)),
    );
  const isKept = (bytes: Buffer) => [...after.values()].some((some) => some.equals(bytes));
  return damages
    .filter(({ name, bytes }) => name !== LOG && isFound(name) && bytes && bytes.length > 0 && !isKept(bytes))
    .map(({ name }) => name);
}

/** What is taken for the store of a newer version is served every time, and says why it is not written to. */
function servedOnly(again: KeptHome, before: KeptHome): readonly string[] {
  again.close();
  return again.foundText === before.foundText && again.found.problem === before.found.problem
    ? []
    : ["another home the next time"];
}

/** What is wrong when the folder is opened again and written to. */
function faultsOfGoingOn(path: string, before: KeptHome): readonly string[] {
  const again = new KeptHome(path);
  if (again.found.problem !== undefined) return servedOnly(again, before);
  const gateway = again.contents?.devices[0];
  if (gateway) again.make({ kind: "deviceRenamed", deviceId: gateway.id, name: "Still here" });
  else again.begin(FOUNDED);
  again.close();
  const last = new KeptHome(path);
  last.close();
  const isToldAgain = before.contents !== undefined && again.found.report.length > 0;
  return [
    ...(isToldAgain ? [`told again: ${again.found.report.join(" ")}`] : []),
    ...(again.foundText === before.foundText ? [] : ["another home the next time"]),
    ...(last.text === again.text && last.found.report.length === 0 ? [] : ["what was committed then is not there"]),
  ];
}
