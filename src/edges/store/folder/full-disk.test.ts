import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aScene } from "../../../../test/support/home/builders.ts";
import { FOUNDED, WHOLE_HOUSE } from "../../../../test/support/home/founded-home.ts";
import { idAt, lounge } from "../../../../test/support/home/lit-home.ts";
import { KeptHome, openedHome } from "../../../../test/support/store/saved-home.ts";
import { SmallDisk } from "../../../../test/support/store/small-disk.ts";
import type { Change } from "../../../core/home/changes/change.ts";
import { faultWords } from "../faults.ts";
import { Snapshots } from "../recovery/snapshots.ts";

const obstacle = SmallDisk.obstacle();
if (obstacle !== undefined) console.warn(`A full disk is not tested: ${obstacle}.`);

const roomAdded: Change = { kind: "roomAdded", room: lounge };
const bytes = new Uint8Array(50_000).fill(1);
const sceneAdded: Change = {
  kind: "sceneAdded",
  scene: aScene({ roomId: WHOLE_HOUSE, picture: { id: idAt("9"), mediaType: "image/png", bytes } }),
};

const wordsOf = (work: () => unknown): string => {
  try {
    work();
    return "";
  } catch (error) {
    return faultWords(error);
  }
};

describe.skipIf(obstacle !== undefined)(obstacle ? `a full disk (skipped: ${obstacle})` : "a full disk", () => {
  const disk = new SmallDisk();
  const path = join(disk.path, "state");
  beforeAll(() => {
    disk.mount();
  });
  afterAll(() => disk.unmount());

  test("refuses a commit, keeps what was there, and heals by itself", () => {
    const kept = new KeptHome(path);
    kept.begin(FOUNDED);
    kept.folder.takeSnapshot();
    disk.fill();
    const before = kept.text;
    expect(wordsOf(() => kept.make(sceneAdded))).toBe("the disk is full");
    expect(kept.text).toBe(before);
    disk.empty();
    kept.make(sceneAdded);
    kept.close();
    expect(openedHome(path)).toMatchObject({ text: kept.text, found: { report: [], problem: undefined } });
  });

  test("refuses a snapshot, keeps the older ones, and takes the next", () => {
    const kept = new KeptHome(path);
    kept.make(roomAdded);
    const before = new Snapshots(path).all();
    disk.fill();
    expect(wordsOf(() => kept.folder.takeSnapshot())).toBe("the disk is full");
    expect(new Snapshots(path).all()).toEqual(before);
    disk.empty();
    kept.folder.takeSnapshot();
    expect(new Snapshots(path).all().length).toBe(before.length + 1);
    kept.close();
  });

  test("is served at the start as it is, even when a loss cannot be noted; then it is told again", () => {
    const kept = new KeptHome(path);
    kept.make({ kind: "roomRenamed", roomId: lounge.id, name: "Salon" });
    kept.close();
    rmSync(join(path, "recent-changes.log"));
    disk.fill();
    const full = new KeptHome(path);
    expect(full.text).toBe(kept.text);
    expect(full.found).toMatchObject({
      problem: "the disk is full",
      report: [expect.stringMatching(/list of recent/)],
    });
    full.close();
    disk.empty();
    expect(openedHome(path)).toMatchObject({ found: { problem: undefined, report: full.found.report } });
    expect(openedHome(path)).toMatchObject({ text: kept.text, found: { report: [] } });
  });
});
