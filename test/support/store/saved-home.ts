import { DirtySet } from "../../../src/core/gateway/unstored.ts";
import type { Change } from "../../../src/core/home/changes/change.ts";
import { describe } from "../../../src/core/home/changes/describe.ts";
import { effectOf } from "../../../src/core/home/changes/effect.ts";
import { contentsOf, MutableHome } from "../../../src/core/home/home.ts";
import type { HomeContents } from "../../../src/core/home/model/contents.ts";
import { exportedText } from "../../../src/edges/store/exported-home.ts";
import { type FoundEntries, HomeFolder } from "../../../src/edges/store/folder/home-folder.ts";
import { stateFolderAt } from "../../../src/edges/store/folder/state-folder.ts";
import { contentsFrom, entriesOf, entryOf, pictureEntry } from "../../../src/edges/store/sqlite/entries.ts";
import type { Write } from "../../../src/edges/store/sqlite/ledger.ts";
import { MIGRATIONS, type Migration } from "../../../src/edges/store/sqlite/schema-versions.ts";
import { FOUNDED } from "../home/founded-home.ts";
import { someFolder } from "./some-folder.ts";

export const VERSION = "1.2.3-test";

/** A home as one text, to compare it with others: its keys too, which no export holds. */
export const textOf = (contents: HomeContents): string =>
  exportedText(contents, VERSION) + contents.keys.map((key) => `${JSON.stringify(key)}\n`).join("");

/** A state folder in this thread, and a home that is committed to it change by change. */
export class KeptHome {
  readonly folder: HomeFolder;
  readonly found: FoundEntries;
  /** The home as it was when the folder was opened. */
  readonly foundText: string;
  #home: MutableHome | undefined;

  constructor(path: string, migrations: readonly Migration[] = MIGRATIONS) {
    this.folder = new HomeFolder(stateFolderAt(path, VERSION, migrations));
    try {
      this.found = this.folder.open();
    } catch (error) {
      this.folder.close();
      throw error;
    }
    if (this.found.entries) this.#home = new MutableHome(contentsFrom(this.found.entries));
    this.foundText = this.text;
  }

  get contents(): HomeContents | undefined {
    return this.#home && contentsOf(this.#home);
  }

  get text(): string {
    return this.contents ? textOf(this.contents) : "nothing";
  }

  begin(contents: HomeContents, madeFrom = "a test"): void {
    this.folder.begin(entriesOf(contents), madeFrom);
    this.#home = new MutableHome(contents);
  }

  /** Commits a change, which must be possible; gives the words for it. */
  make(change: Change): string {
    const home = this.#home;
    const effect = home && effectOf(home, change);
    if (!home || !effect || typeof effect === "string") throw new Error(`${change.kind} is ${effect}`);
    const words = describe(change, home);
    const dirty = new DirtySet();
    dirty.add(effect);
    const writes = dirty.take().flatMap((dirtyWrite): Write[] => {
      const picture = dirtyWrite.in === "scenes" ? dirtyWrite.after?.picture : undefined;
      const write = { in: dirtyWrite.in, id: dirtyWrite.id, body: entryOf(dirtyWrite)?.body, isNew: dirtyWrite.isNew };
      return picture ? [{ ...pictureEntry(picture), isNew: false }, write] : [write];
    });
    this.folder.commit(writes, [words]);
    for (const replacement of effect) home.replace(replacement);
    return words;
  }

  close(): void {
    this.folder.close();
  }
}

/** A new folder with a home in it that is open. */
export function begunHome(): { readonly path: string; readonly kept: KeptHome } {
  const path = someFolder();
  const kept = new KeptHome(path);
  kept.begin(FOUNDED);
  return { path, kept };
}

/** What is found in a folder that is opened and closed again. */
export function openedHome(path: string, migrations?: readonly Migration[]): KeptHome {
  const kept = new KeptHome(path, migrations);
  kept.close();
  return kept;
}
