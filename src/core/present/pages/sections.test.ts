import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../../test/support/depth.ts";
import { manyLamps } from "../../../../test/support/home/many-lamps.ts";
import { allAtOnce } from "../../../shared/steps.ts";
import { MutableHome } from "../../home/home.ts";
import { roomText } from "../texts.ts";
import { type PagedSection, roomSections, type Section } from "./sections.ts";

const isPaged = (section: Section): section is PagedSection => !(section instanceof Uint8Array);

const textOf = (sections: readonly Section[]): string =>
  sections
    .flatMap((section) => (isPaged(section) ? allAtOnce(section.paging([])).map(({ bytes }) => bytes) : [section]))
    .map((bytes) => Buffer.from(bytes).toString("utf8"))
    .join("");

const someExtensions = fc.record({ devices: fc.boolean(), lights: fc.boolean() });

test("rooms read the same whether they are made in one piece or device by device", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.nat(3), fc.integer({ min: 62, max: 66 })), { maxLength: 4 }),
      fc.oneof(fc.nat(3), fc.constant(70)),
      someExtensions,
      (lampsInRooms, lampsInNone, extensions) => {
        const home = new MutableHome(manyLamps(lampsInRooms, lampsInNone));
        const rooms = home.rooms.all();
        const expected = rooms.map((room) => roomText(home, room, extensions)).join(",");
        expect(textOf(roomSections(home, rooms, extensions))).toBe(expected);
        for (const room of rooms) {
          expect(textOf(roomSections(home, [room], extensions))).toBe(roomText(home, room, extensions));
        }
      },
    ),
    { numRuns: times(60) },
  );
});

test("A3: lists with and without the whole house and the unassigned room hold the same sections of the other rooms", () => {
  const home = new MutableHome(manyLamps([3, 70, 2], 80));
  const everything = { devices: true, lights: true };
  const keysOf = (rooms: typeof all) =>
    roomSections(home, rooms, everything)
      .filter(isPaged)
      .map(({ key }) => key);
  const all = home.rooms.all();
  const normal = all.filter(({ kind }) => kind === "normal");
  expect(keysOf(normal).length).toBeGreaterThan(0);
  for (const kind of ["wholeHouse", "unassigned"]) {
    const more = all.filter((room) => room.kind === "normal" || room.kind === kind);
    expect(keysOf(more)).toEqual(expect.arrayContaining(keysOf(normal)));
    expect(keysOf(all)).toEqual(expect.arrayContaining(keysOf(more)));
  }
});
