import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ResourceWrite, type Store, StoreFault } from "../../../src/core/gateway/store.ts";
import type { HomeContents } from "../../../src/core/home/model/contents.ts";
import type { Picture } from "../../../src/core/home/model/scene.ts";
import { aKey, aLight, aRoom, aScene } from "../home/builders.ts";
import { IDENTITY, NOTHING } from "../home/empty-gateway.ts";
import { FOUNDED } from "../home/founded-home.ts";
import { idAt } from "../home/lit-home.ts";
import { textOf } from "./saved-home.ts";

interface OpenStore {
  readonly store: Store;
  /** What is there from before. */
  readonly contents: HomeContents | undefined;
  readonly madeFrom: string;
}

/** Opens a store, each time at the same place, which nobody has used before. */
export type Place = () => Promise<OpenStore>;

const lamp = (digit: string, brightnessPercent = 1) => aLight({ id: idAt(digit), brightnessPercent });
const lampWrite = (digit: string, brightnessPercent?: number, isNew = false): ResourceWrite => {
  return { in: "lights", id: idAt(digit), after: lamp(digit, brightnessPercent), isNew };
};
const lampGone = (digit: string): ResourceWrite => ({ in: "lights", id: idAt(digit), after: undefined, isNew: false });
const sceneWrite = (digit: string, picture: Picture | null): ResourceWrite => {
  return { in: "scenes", id: idAt(digit), after: aScene({ id: idAt(digit), picture }), isNew: true };
};

/** What becomes of a few lamps and rooms: any of them, each once, gone or put, as new or not. */
const anyWrites: fc.Arbitrary<readonly ResourceWrite[]> = fc.uniqueArray(
  fc
    .record({ digit: fc.constantFrom("1", "2", "3", "4"), percent: fc.nat(3), isRoom: fc.boolean() })
    .chain(({ digit, percent, isRoom }) => {
      const room = (isNew: boolean): ResourceWrite => {
        return { in: "rooms", id: idAt(digit), after: aRoom({ id: idAt(digit), name: `Room ${percent}` }), isNew };
      };
      const put = (isNew: boolean) => (isRoom ? room(isNew) : lampWrite(digit, percent, isNew));
      const gone = { in: isRoom ? "rooms" : "lights", id: idAt(digit), after: undefined, isNew: false } as const;
      return fc.constantFrom<ResourceWrite>(put(false), put(true), gone);
    }),
  { selector: (write) => `${write.in} ${write.id}`, maxLength: 6 },
);

/** The same in the plainest way. */
function afterWrite(contents: HomeContents, write: ResourceWrite): HomeContents {
  if (write.in === "identity") return { ...contents, identity: write.after ?? contents.identity };
  const list: readonly { readonly id: string }[] = contents[write.in];
  const isThere = list.some(({ id }) => id === write.id);
  if (isThere && write.after && !write.isNew) {
    return { ...contents, [write.in]: list.map((some) => (some.id === write.id ? write.after : some)) };
  }
  const others = list.filter(({ id }) => id !== write.id);
  return { ...contents, [write.in]: write.after ? [...others, write.after] : others };
}

/** What every store must do; `newPlace` gives an empty place for one. */
export function behavesAsStore(name: string, newPlace: () => Place, { numRuns }: { readonly numRuns: number }): void {
  /** Commits batches one after the other to a home, closes the store and opens it again. */
  async function kept(contents: HomeContents, ...batches: readonly (readonly ResourceWrite[])[]): Promise<OpenStore> {
    const place = newPlace();
    const { store } = await place();
    await store.begin(contents, "a file");
    for (const writes of batches) await store.commit({ writes, descriptions: writes.map(({ id }) => id) });
    await store.close();
    const again = await place();
    await again.store.close();
    return again;
  }
  const textAfter = async (contents: HomeContents, ...batches: readonly (readonly ResourceWrite[])[]) => {
    const again = await kept(contents, ...batches);
    return again.contents && textOf(again.contents);
  };

  describe(`${name} as a store`, () => {
    test("has nothing at first", async () => {
      const { store, contents } = await newPlace()();
      await store.close();
      expect(contents).toBeUndefined();
    });

    test("gives a home back as it was begun, and what it was made from", async () => {
      const again = await kept(FOUNDED);
      expect(again.contents && textOf(again.contents)).toBe(textOf(FOUNDED));
      expect(again.madeFrom).toBe("a file");
    });

    test("keeps what is new, changed, gone, and gone and there again, in its order", async () => {
      const batches = [
        [lampWrite("1"), lampWrite("2"), lampWrite("3")],
        [lampWrite("2", 7), lampGone("3")],
        [lampWrite("1", 8, true), lampWrite("3", 9, true)],
      ];
      const lights = [lamp("2", 7), lamp("1", 8), lamp("3", 9)];
      expect(await textAfter(FOUNDED, ...batches)).toBe(textOf({ ...FOUNDED, lights }));
    });

    test("keeps keys, when each was used last, and none that was revoked", async () => {
      const [used, revoked] = [aKey({ id: idAt("1"), lastUsedAt: aKey().madeAt }), aKey({ id: idAt("2") })];
      const batches: ResourceWrite[][] = [
        [used, revoked].map((key) => ({ in: "keys", id: key.id, after: { ...key, lastUsedAt: null }, isNew: true })),
        [{ in: "keys", id: used.id, after: used, isNew: false }],
        [{ in: "keys", id: revoked.id, after: undefined, isNew: false }],
      ];
      expect((await kept(FOUNDED, ...batches)).contents?.keys).toEqual([used]);
    });

    test("keeps another identity", async () => {
      const after = { ...IDENTITY, mac: "02:00:00:65:43:21" };
      const text = await textAfter(FOUNDED, [{ in: "identity", id: "identity", after, isNew: false }]);
      expect(text).toBe(textOf({ ...FOUNDED, identity: after }));
    });

    test("begins another home in the place of all that was there", async () => {
      const place = newPlace();
      const { store } = await place();
      await store.begin(FOUNDED, "a file");
      await store.commit({ writes: [lampWrite("1")], descriptions: ["a lamp"] });
      await store.begin({ ...NOTHING, lights: [lamp("2")] }, "another file");
      await store.close();
      const again = await place();
      await again.store.close();
      expect(again.contents && textOf(again.contents)).toBe(textOf({ ...NOTHING, lights: [lamp("2")] }));
      expect(again.madeFrom).toBe("another file");
    });

    test("keeps a picture that two scenes show, and goes on showing it in one when the other is gone", async () => {
      const picture: Picture = { id: idAt("9"), mediaType: "image/png", bytes: Uint8Array.of(0, 255, 128) };
      const batches: ResourceWrite[][] = [
        [sceneWrite("1", picture), sceneWrite("2", picture)],
        [{ in: "scenes", id: idAt("1"), after: undefined, isNew: false }],
      ];
      const scenes = [aScene({ id: idAt("2"), picture })];
      expect(await textAfter(FOUNDED, ...batches)).toBe(textOf({ ...FOUNDED, scenes }));
    });

    test("keeps a picture that an earlier home showed and this one shows again", async () => {
      const picture: Picture = { id: idAt("9"), mediaType: "image/png", bytes: Uint8Array.of(1) };
      const place = newPlace();
      const first = await place();
      await first.store.begin({ ...FOUNDED, scenes: [aScene({ picture })] }, "a file");
      await first.store.close();
      const { store, contents } = await place();
      await store.begin(FOUNDED, "another file");
      const write = { in: "scenes", id: aScene().id, after: contents?.scenes[0], isNew: true } as const;
      await store.commit({ writes: [write], descriptions: ["a scene"] });
      await store.close();
      const again = await place();
      await again.store.close();
      expect(again.contents && textOf(again.contents)).toBe(textOf({ ...FOUNDED, scenes: [aScene({ picture })] }));
    });

    test("keeps whatever becomes of anything, batch by batch", async () => {
      const property = fc.asyncProperty(fc.array(anyWrites, { maxLength: 8 }), async (batches) => {
        const expected = batches.flat().reduce(afterWrite, FOUNDED);
        expect(await textAfter(FOUNDED, ...batches)).toBe(textOf(expected));
      });
      await fc.assert(property, { numRuns });
    });

    test("refuses with a StoreFault once it is closed, and can be closed twice", async () => {
      const { store } = await newPlace()();
      await store.begin(FOUNDED, "a file");
      await Promise.all([store.close(), store.close()]);
      await store.close();
      await expect(store.commit({ writes: [lampWrite("1")], descriptions: ["a lamp"] })).rejects.toThrow(StoreFault);
      await expect(store.begin(FOUNDED, "a file")).rejects.toThrow(StoreFault);
    });
  });
}
