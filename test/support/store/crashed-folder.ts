import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Change } from "../../../src/core/home/changes/change.ts";
import { aScene } from "../home/builders.ts";
import { FOUNDED } from "../home/founded-home.ts";
import { idAt, lampJoined, lounge } from "../home/lit-home.ts";
import { KeptHome } from "./saved-home.ts";

export type Files = ReadonlyMap<string, Buffer>;

/** A state folder as a crash leaves it, and every state that was committed to it on the way. */
export interface CrashedFolder {
  readonly files: Files;
  /** The home after each commit, with the words for that; the last one is what must be there. */
  readonly committed: readonly { readonly text: string; readonly words: string }[];
}

const sceneWithPicture = (digit: string): Change => {
  const picture = { id: idAt<never>(digit), mediaType: "image/png", bytes: new Uint8Array(3000).fill(7) } as const;
  return { kind: "sceneAdded", scene: aScene({ id: idAt(digit), roomId: lounge.id, name: `Scene ${digit}`, picture }) };
};

const dimmed = (digit: string, brightnessPercent: number): Change => ({
  kind: "lightChanged",
  lightId: idAt(digit),
  state: { brightnessPercent },
});

/** What ends up in the database itself, then what stays in its log: before its last snapshot and after it. */
const IN_DATABASE: readonly Change[] = [
  { kind: "roomAdded", room: lounge },
  ...["1", "2", "3"].map((digit) => lampJoined(digit, {}, { name: `Lamp ${digit}` })),
  sceneWithPicture("1"),
];
const IN_LOG: readonly Change[] = [
  dimmed("1", 11.5),
  { kind: "deviceMoved", deviceId: idAt("2"), roomId: lounge.id },
  { kind: "deviceLeft", deviceId: idAt("3") },
  { kind: "roomRenamed", roomId: lounge.id, name: "Salon" },
];
const AFTER_SNAPSHOT: readonly Change[] = [
  sceneWithPicture("2"),
  dimmed("2", 22.5),
  { kind: "deviceRenamed", deviceId: idAt("1"), name: "Reading lamp" },
  dimmed("1", 33.5),
];

/** Makes such a folder at a path; there it goes on to a clean stop afterwards. */
export function crashedFolder(path: string): CrashedFolder {
  const committed: { text: string; words: string }[] = [];
  const make = (kept: KeptHome, changes: readonly Change[]) => {
    for (const change of changes) {
      const words = kept.make(change);
      committed.push({ text: kept.text, words });
    }
  };
  const first = new KeptHome(path);
  first.begin(FOUNDED);
  committed.push({ text: first.text, words: "new home created" });
  make(first, IN_DATABASE);
  first.folder.takeSnapshot();
  first.close();
  const second = new KeptHome(path);
  make(second, IN_LOG);
  second.folder.takeSnapshot();
  make(second, AFTER_SNAPSHOT);
  const files = filesIn(path);
  second.close();
  return { files, committed };
}

/** Every file below a folder by its path from there. */
export const filesIn = (folder: string): Files =>
  new Map(
    (readdirSync(folder, { recursive: true }) as string[])
      .filter((name) => statSync(join(folder, name)).isFile())
      .sort()
      .map((name) => [name, readFileSync(join(folder, name))]),
  );

export function writeFiles(folder: string, files: Files): void {
  for (const [name, bytes] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, name), bytes);
  }
}
