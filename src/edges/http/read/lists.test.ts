import { expect, test } from "vitest";
import { aScene } from "../../../../test/support/home/builders.ts";
import { WHOLE_HOUSE } from "../../../../test/support/home/founded-home.ts";
import { FURNISHED } from "../../../../test/support/home/furnished-home.ts";
import { manyLamps } from "../../../../test/support/home/many-lamps.ts";
import { ASKED, atOnce, readsOf } from "../../../../test/support/http/reads-of.ts";
import { MutableHome } from "../../../core/home/home.ts";
import { type Id, idFrom } from "../../../core/home/model/ids.ts";
import { isRefusal } from "../refusal.ts";

const sceneId = (number: number): Id<"scene"> => idFrom(`00000000-0000-4000-8000-${String(number).padStart(12, "0")}`);
const PICTURE = { id: idFrom<Id<"picture">>("A"), mediaType: "image/png", bytes: Buffer.from("picture") } as const;

test("A9: under however many names clients ask for scenes, they share all pages but those with a picture", () => {
  const scenes = Array.from({ length: 100 }, (_, number) =>
    aScene({ id: sceneId(number), roomId: WHOLE_HOUSE, ...(number === 50 ? { picture: PICTURE } : {}) }),
  );
  const reads = readsOf(new MutableHome({ ...FURNISHED, scenes }));
  const piecesAt = (authority: string) => {
    const read = reads.reader("listScenes", { ...ASKED, authority }, { id: "", queryText: "" });
    if (isRefusal(read)) throw new Error("the list is refused");
    return atOnce(read()).body;
  };
  const here = piecesAt("here");
  for (let number = 0; number < 20; number += 1) {
    const pieces = piecesAt(`name${number}`);
    expect(pieces).toHaveLength(here.length);
    const others = pieces.filter((piece) => !here.includes(piece)).map((piece) => Buffer.from(piece).toString());
    expect(others.filter((text) => text.includes("scene"))).toEqual([expect.stringContaining(`http://name${number}/`)]);
  }
});

test("A2: lists of most devices share their pages, by however many filters they come about", () => {
  const reads = readsOf(new MutableHome(manyLamps([500], 500)));
  const piecesFor = (queryText: string) => {
    const read = reads.reader("listDevices", ASKED, { id: "", queryText });
    if (isRefusal(read)) throw new Error("the list is refused");
    return atOnce(read()).body;
  };
  const categories = ["2", "1,2", "2,3", "2,4", "1,2,3", "1,2,4", "2,3,4", "1,2,3,4"];
  const others = ["", "1", "3", "4", "1,3", "1,4", "3,4", "1,3,4"];
  const filters = categories.flatMap((some) =>
    others.map((other) => `ext_light=1&cat1_id=${some}&cat1_id_not=${other}`),
  );
  const pieces = filters.map(piecesFor);
  const all = new Set(pieces.flat());
  expect(all.size).toBeLessThan((pieces[0]?.length ?? 0) + 4 * filters.length);
  expect(Buffer.concat(pieces[0] ?? []).toString()).toBe(Buffer.concat(piecesFor("ext_light=1&cat1_id=2")).toString());
});
