import type { Change } from "../../src/core/home/changes/change.ts";
import type { HomeContents } from "../../src/core/home/model/contents.ts";
import { idFrom } from "../../src/core/home/model/ids.ts";
import { aDevice, aLight, aRoom, aScene } from "../../test/support/home/builders.ts";
import { FOUNDED, furthered } from "../../test/support/home/founded-home.ts";

/** Something that a store is told to do. The words of a commit go into the list of recent changes. */
export type Step =
  | { readonly do: "begin"; readonly contents: HomeContents }
  | { readonly do: "commit"; readonly changes: readonly Change[]; readonly words: readonly string[] }
  | { readonly do: "forget" };

const LAMPS = 60;
const PICTURE_BYTES = 20_000;
/** Enough lines for the list of recent changes to begin anew. */
const MANY_WORDS = Array.from({ length: 2_500 }, (_, at) => `Lamp ${at} is said to be dimmed once more for the list`);

const idOf = <SomeId extends ReturnType<typeof idFrom>>(number: number): SomeId =>
  idFrom<SomeId>(`${number.toString(16).padStart(8, "0")}-0000-4000-8000-000000000000`);
const room = aRoom({ id: idOf(9_000), name: "Hall" });

const lampJoined = (number: number): Change => ({
  kind: "deviceJoined",
  device: aDevice({ id: idOf(number), lightIds: [idOf(number)], name: `Lamp ${number}` }),
  lights: [aLight({ id: idOf(number), deviceId: idOf(number) })],
  syncBox: null,
});

const lamps = Array.from({ length: LAMPS }, (_, at) => 100 + at);
const SMALL = furthered(FOUNDED, [{ kind: "roomAdded", room }]);
const LARGE = furthered(SMALL, lamps.map(lampJoined));

const commit = (changes: readonly Change[], words: readonly string[] = ["some words"]): Step => ({
  do: "commit",
  changes,
  words,
});

/** One row; a name that no other commit gives. */
const renamed = (name: string): Change => ({ kind: "roomRenamed", roomId: room.id, name });

/** Every lamp, which is most of the pages of the store. */
const allDimmed = (brightnessPercent: number): readonly Change[] =>
  lamps.map((number) => ({ kind: "lightChanged", lightId: idOf(number), state: { brightnessPercent } }));

/** Rows that do not fit into a page. */
const pictureShown = (number: number): Change => ({
  kind: "sceneAdded",
  scene: aScene({
    id: idOf(number),
    roomId: room.id,
    name: `Scene ${number}`,
    picture: { id: idOf(number), mediaType: "image/png", bytes: new Uint8Array(PICTURE_BYTES).fill(number) },
  }),
});

const mixed = (from: number, count: number): readonly Step[] =>
  Array.from({ length: count }, (_, at) =>
    at % 3 === 2 ? commit([renamed(`Hall ${from + at}`)]) : commit(allDimmed((from + at) / 10)),
  );

/** From one start of the store to its stop, each. */
export const SESSIONS: readonly (readonly Step[])[] = [
  [
    { do: "begin", contents: SMALL },
    commit([renamed("First hall")]),
    commit(lamps.map(lampJoined)),
    commit([pictureShown(1)]),
    commit([{ kind: "deviceLeft", deviceId: idOf(100) }]),
    { do: "begin", contents: LARGE },
    commit([renamed("Second hall")]),
    commit([pictureShown(2), pictureShown(3)]),
    commit([renamed("Third hall")]),
  ],
  // More than a thousand pages: SQLite brings its log into the file and writes over it from the beginning.
  [...mixed(100, 90), commit([{ kind: "sceneRemoved", sceneId: idOf(2) }]), ...mixed(200, 10)],
  // Nothing but a start and a stop.
  [],
  [{ do: "begin", contents: SMALL }, { do: "forget" }, commit([pictureShown(4)]), commit([renamed("Fourth hall")])],
  [{ do: "forget" }],
  Array.from({ length: 9 }, (_, at) => commit([renamed(`Hall ${at} of nine`)], MANY_WORDS)),
];

/** The home after each step that makes another one of it; before the first of them there is none. */
export function statesOf(sessions: readonly (readonly Step[])[]): readonly (HomeContents | undefined)[] {
  let home: HomeContents | undefined;
  const states = [home];
  for (const step of sessions.flat()) {
    if (step.do === "forget") continue;
    home = step.do === "begin" ? step.contents : home && furthered(home, step.changes);
    states.push(home);
  }
  return states;
}
