import { describe, expect, test } from "vitest";
import { aKey, aScene } from "../../../../test/support/home/builders.ts";
import { FOUNDED, WHOLE_HOUSE } from "../../../../test/support/home/founded-home.ts";
import { idAt } from "../../../../test/support/home/lit-home.ts";
import { filesIn } from "../../../../test/support/store/crashed-folder.ts";
import { begunHome, KeptHome, openedHome, textOf } from "../../../../test/support/store/saved-home.ts";

describe("what nobody needs", () => {
  const bytes = new Uint8Array(5000).fill(65);
  const base64 = Buffer.from(bytes).toString("base64").slice(0, 400);
  const scene = aScene({ roomId: WHOLE_HOUSE, picture: { id: idAt("9"), mediaType: "image/png", bytes } });
  const holdsPicture = (path: string) => [...filesIn(path).values()].some((file) => file.includes(base64));

  test("a picture that no scene shows any more is removed when the folder is opened, and nothing else", () => {
    const { path, kept } = begunHome();
    kept.make({ kind: "sceneAdded", scene });
    kept.make({ kind: "sceneAdded", scene: { ...scene, id: idAt("8") } });
    kept.make({ kind: "sceneRemoved", sceneId: scene.id });
    kept.close();
    const one = openedHome(path);
    expect(one.contents?.scenes[0]?.picture?.bytes.length).toBe(5000);
    const again = new KeptHome(path);
    again.make({ kind: "sceneRemoved", sceneId: idAt("8") });
    again.close();
    expect(openedHome(path)).toMatchObject({ text: again.text, found: { report: [] } });
    const last = new KeptHome(path);
    last.make({ kind: "sceneAdded", scene });
    last.folder.takeSnapshot();
    last.close();
    expect(openedHome(path).text).toBe(last.text);
  });

  test("the past is forgotten to the last byte, and the home is as it is", () => {
    const { path, kept } = begunHome();
    kept.make({ kind: "sceneAdded", scene });
    kept.folder.takeSnapshot();
    kept.begin(FOUNDED);
    expect(holdsPicture(path)).toBe(true);
    kept.folder.purgeHistory();
    expect(holdsPicture(path)).toBe(false);
    expect(kept.folder.isAheadOfSnapshots).toBe(true);
    kept.close();
    expect(openedHome(path)).toMatchObject({ text: textOf(FOUNDED), found: { report: [] } });
  });

  test("no file holds anything of a key after that, neither its hash nor the client's name", () => {
    const key = aKey({ hash: "5eed".repeat(16), name: "acme#forgettable" });
    const { path, kept } = begunHome();
    const holdsKey = () =>
      [...filesIn(path).values()].some((file) => file.includes(key.hash) || file.includes(key.name));
    kept.make({ kind: "keyAdded", key });
    kept.folder.takeSnapshot();
    kept.begin(FOUNDED);
    expect(holdsKey()).toBe(true);
    kept.folder.purgeHistory();
    expect(holdsKey()).toBe(false);
    kept.close();
    expect(holdsKey()).toBe(false);
  });
});
