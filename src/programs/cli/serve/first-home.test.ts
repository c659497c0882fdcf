import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { IDENTITY } from "../../../../test/support/home/empty-gateway.ts";
import { someFolder } from "../../../../test/support/store/some-folder.ts";
import { firstHome } from "./first-home.ts";

const roomsOf = (home: Awaited<ReturnType<ReturnType<typeof firstHome>["make"]>>): readonly string[] =>
  "problems" in home ? home.problems : home.rooms.filter(({ kind }) => kind === "normal").map(({ name }) => name);

test("what was prepared is made once; after that the file is read again", async () => {
  const path = join(someFolder(), "home.yaml");
  const write = (room: string) => writeFileSync(path, `rooms: [{ name: ${room} }]\n`);
  write("Kitchen");
  const first = firstHome({ home: path, backend: [] });
  first.prepare();
  expect(roomsOf(await first.make(IDENTITY))).toEqual(["Kitchen"]);
  write("Attic");
  expect(roomsOf(await first.make(IDENTITY))).toEqual(["Attic"]);
});

test("a file with problems tells of them, prepared or not", async () => {
  const path = join(someFolder(), "home.yaml");
  writeFileSync(path, "rooms: [{ nam: Kitchen }]\n");
  const first = firstHome({ home: path, backend: [] });
  const unprepared = await first.make(IDENTITY);
  first.prepare();
  expect(await first.make(IDENTITY)).toEqual(unprepared);
  expect(unprepared).toHaveProperty("problems");
});
