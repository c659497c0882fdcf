import { expect, test } from "vitest";
import { ManualClock } from "../../../test/support/gateway/manual-clock.ts";
import { PlainHome } from "../../../test/support/home/plain-home.ts";
import type { LeftOutLamps } from "../../shared/matter-left-out.ts";
import { LampFeed } from "./lamp-feed.ts";
import type { MatterTask } from "./messages.ts";

/** A feed of the demo home, whose thread takes what it is told only when a test says so. */
function fed(only: readonly string[] = []) {
  const plainHome = PlainHome.demo();
  const clock = new ManualClock();
  const posted: MatterTask[] = [];
  let counts: { readonly lamps: number; readonly leftOut: readonly LeftOutLamps[] } = { lamps: 0, leftOut: [] };
  const feed = new LampFeed({
    home: () => plainHome.home,
    clock,
    only,
    most: 100,
    areDevicesKnown: () => true,
    onRemark: () => undefined,
    post: (task) => posted.push(task),
    onCount: (counted) => {
      counts = counted;
    },
  });
  plainHome.onReplaced = (replacements) => feed.follow({ replacements } as Parameters<LampFeed["follow"]>[0]);
  feed.begin({ known: [], chosen: [] });
  const ceiling = plainHome.home.devices.all().find(({ name }) => name === "Ceiling");
  if (!ceiling) throw new Error("there is no ceiling lamp");
  const rename = (name: string) => plainHome.submit({ kind: "deviceRenamed", deviceId: ceiling.id, name });
  return { feed, clock, plainHome, posted, ceiling, rename, counts: () => counts };
}

const namesIn = (tasks: readonly MatterTask[]) =>
  tasks.map((task) => (task.do === "show" || task.do === "start" ? task.lamps.map(({ name }) => name) : task.do));

test("a thread that is slow is told one thing at a time, and then only what is true by then", () => {
  const { feed, clock, posted, rename } = fed();
  for (const name of ["One", "Two"]) {
    rename(name);
    clock.advance(100);
  }
  expect(posted).toHaveLength(1);
  feed.taken();
  clock.advance(5);
  for (const name of ["Three", "Four", "Five"]) {
    rename(name);
    clock.advance(100);
  }
  expect(namesIn(posted.slice(1))).toEqual([["Two"]]);
  feed.taken();
  clock.advance(5);
  feed.taken();
  clock.advance(100);
  expect(namesIn(posted.slice(1))).toEqual([["Two"], ["Five"]]);
});

test("what a settled command told of a lamp is known, so that the opposite soon after it is told as well", () => {
  const { feed, clock, posted, rename, ceiling } = fed();
  feed.taken();
  rename("Lamp of the command");
  expect(feed.lampToSettle(String(ceiling.lightIds[0]))).toMatchObject({ name: "Lamp of the command" });
  rename("Ceiling");
  clock.advance(5);
  expect(namesIn(posted.slice(1))).toEqual([["Ceiling"]]);
});

test("a lamp that nobody has admitted is left out by the name that it has now, and shown once it is admitted", () => {
  const { feed, clock, plainHome, posted, counts } = fed();
  feed.taken();
  const { id: deviceId } = plainHome.device("Unknown bulb");
  plainHome.submit({ kind: "deviceRenamed", deviceId, name: "New bulb" });
  clock.advance(5);
  expect(posted).toHaveLength(1);
  expect(counts().leftOut).toEqual([{ reason: "not-admitted", count: 1, names: ["New bulb"] }]);
  plainHome.submit({ kind: "deviceAdmitted", deviceId });
  clock.advance(5);
  expect(namesIn(posted.slice(1))).toEqual([["New bulb"]]);
  expect(counts().leftOut).toEqual([]);
});

test("a room or device that was chosen by its name stays chosen under another one, also after a restart", () => {
  const { feed, clock, plainHome, posted, rename } = fed(["kitchen", "Reading lamp"]);
  feed.taken();
  const [started, remembered] = posted;
  expect(namesIn(started ? [started] : [])).toEqual([expect.arrayContaining(["Ceiling", "Worktop", "Reading lamp"])]);
  const chosen = remembered?.do === "remember" ? remembered.chosen : [];
  expect(chosen).toEqual([
    ["kitchen", [expect.any(String)]],
    ["reading lamp", [plainHome.device("Reading lamp").id]],
  ]);
  const kitchen = plainHome.home.rooms.all().find(({ name }) => name === "Kitchen");
  if (!kitchen) throw new Error("there is no kitchen");
  plainHome.submit({ kind: "roomRenamed", roomId: kitchen.id, name: "Galley" });
  plainHome.submit({ kind: "deviceRenamed", deviceId: plainHome.device("Reading lamp").id, name: "Floor lamp" });
  clock.advance(5);
  expect(posted.slice(2)).toMatchObject([{ do: "show", lamps: [{ name: "Floor lamp" }], gone: [] }]);
  feed.taken();
  feed.end();
  posted.length = 0;
  feed.begin({ known: [], chosen });
  expect(namesIn(posted)).toEqual([expect.arrayContaining(["Ceiling", "Worktop", "Floor lamp"])]);
  feed.taken();
  // Another one that gets the name is chosen as well.
  rename("Lamp");
  plainHome.submit({ kind: "deviceRenamed", deviceId: plainHome.device("Bedside left").id, name: "Reading lamp" });
  clock.advance(5);
  expect(posted.at(-1)).toMatchObject({ do: "remember", chosen: [{}, ["reading lamp", { length: 2 }]] });
});

test("a lamp that could not be shown counts as left out, and is tried again; if it is removed, the thread is told", () => {
  const { feed, clock, plainHome, posted, ceiling, counts } = fed();
  const { lamps, leftOut } = counts();
  const id = String(ceiling.lightIds[0]);
  feed.notShown(id);
  feed.taken();
  expect(counts()).toEqual({
    lamps: lamps - 1,
    leftOut: [...leftOut, { reason: "not-shown", count: 1, names: ["Ceiling"] }],
  });
  clock.advance(10_005);
  expect(namesIn(posted.slice(1))).toEqual([["Ceiling"]]);
  expect(counts()).toEqual({ lamps, leftOut });
  feed.notShown(id);
  feed.taken();
  plainHome.submit({ kind: "deviceLeft", deviceId: ceiling.id });
  clock.advance(5);
  expect(posted.at(-1)).toEqual({ do: "show", lamps: [], gone: [id] });
});
