import type { WireDevice } from "../../../core/contract/device.ts";
import type { Home } from "../home.ts";
import type { Session } from "../session.ts";
import { expectList, wrongFields, wrongItems } from "./compared-lists.ts";
import { LISTS } from "./lists.ts";

/** The document names `join_status` and not its values: `1` and `0` are usual (G14). */
const VALUES = ["1", "0", "true", "false"] as const;
const USUAL = ["1", "0"] as const;
type Value = (typeof VALUES)[number];

/** What a value may list: the devices that were added, the others, or all where it is no value at all. */
type Listed = "added" | "others" | "all" | "refused";

const MEANINGS: Readonly<Record<Exclude<Listed, "refused">, (device: WireDevice) => boolean>> = {
  added: ({ join_status }) => join_status === 1,
  others: ({ join_status }) => join_status === 0,
  all: () => true,
};

/** Checks that `join_status` filters on whether a device was added; gives the value that lists those which were. */
export async function valueForAdded(session: Session, home: Home): Promise<Value | undefined> {
  const isTelling = new Set(home.device.sound.map(({ join_status }) => join_status)).size > 1;
  const listed = new Map<Value, readonly Listed[]>();
  for (const value of VALUES) {
    const isKnown = [...listed.values()].some((meanings) => isFilter(meanings));
    if (isKnown && listed.size >= USUAL.length) break;
    const meanings = await meaningsOf(session, home, value);
    if (meanings === "unclear") return undefined;
    if (meanings !== "wrong") listed.set(value, meanings);
  }
  const where = `GET ${LISTS.device.path}?join_status`;
  const isUsual = listed.get("1")?.includes("added") && listed.get("0")?.includes("others");
  session.expect("filter.join-status", isUsual === true, {
    where,
    expected: "=1 lists the devices with join_status 1, =0 the devices with 0",
    found: USUAL.map((value) => `=${value}: ${listed.get(value)?.join(" or ") ?? "others"}`).join(", "),
  });
  const isIgnored = isTelling && listed.size > 0 && [...listed.values()].every((meanings) => meanings.includes("all"));
  if (isTelling && [...listed.values()].some((meanings) => !meanings.includes("refused")))
    session.expect("filter.joined", !isIgnored, {
      where,
      expected: "a value that lists the added devices, or the others",
      found: `every device for ${[...listed.keys()].join(", ")}`,
    });
  return VALUES.find((value) => listed.get(value)?.includes("added") && (isTelling || value === "1"));
}

const isFilter = (meanings: readonly Listed[]): boolean =>
  (meanings.includes("added") || meanings.includes("others")) && !meanings.includes("all");

/** Everything that a list may mean; in a home where every device was added, it may be two things. */
async function meaningsOf(session: Session, { device: plain }: Home, value: Value) {
  let meanings: readonly Listed[] = ["refused"];
  const expected = "the added devices, or the others";
  const look = await expectList(session, {
    rule: "filter.joined",
    kind: "device",
    plain,
    asking: { query: `join_status=${value}` },
    expected,
    refusalBreaks: "none",
    judge: async (lists) => {
      const looks = Object.entries(MEANINGS).map(([name, isListed]) => ({
        name: name as keyof typeof MEANINGS,
        look: wrongItems(lists, expected, isListed),
      }));
      meanings = looks.filter(({ look: seen }) => seen === undefined).map(({ name }) => name);
      const [first] = looks;
      return meanings.length === 0 ? first?.look : wrongFields(session, "device", lists);
    },
  });
  if (look === "unclear" || look === "changing") return "unclear";
  return meanings.length === 0 ? "wrong" : meanings;
}
