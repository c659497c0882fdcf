import { OPERATIONS } from "../../../core/contract/operations.ts";
import { isObject } from "../answer.ts";
import type { Home } from "../home.ts";
import { difference } from "../report/shown.ts";
import type { Look, Session } from "../session.ts";
import { readListing } from "./lists.ts";

const { path } = OPERATIONS.watchEvents;

/** Rooms apart: the snapshot has the two special ones as well. */
type Compared = Omit<Home, "room">;

const readAgain = async (session: Session): Promise<Compared> => ({
  device: await readListing(session, "device"),
  light: await readListing(session, "light"),
  sync: await readListing(session, "sync"),
  scene: await readListing(session, "scene"),
});

function differenceFrom({ device, light, sync, scene }: Compared, snapshot: object): string | undefined {
  const lists = Object.entries({ device, light, sync, scene }).filter(([, { isWhole }]) => isWhole);
  return difference(
    lists.flatMap(([, listing]) => listing.ids),
    lists.flatMap(([kind]) => idsIn(snapshot, kind)),
  );
}

/** Checks that the first server-sent event holds all there is (G60). */
export async function checkEventStream(session: Session, home: Home): Promise<void> {
  await session.expectSteadily("stream.snapshot", async (times): Promise<Look> => {
    const { request: where, status, body } = await session.askPlainly(path, { until: "}\n\n" });
    const expected = "a snapshot of the same resources as the reads";
    if (status !== 200) return { where, expected, found: `HTTP ${status}` };
    const snapshot = snapshotIn(new TextDecoder().decode(body));
    if (snapshot === undefined) return { where, expected, found: "something else" };
    const found = differenceFrom(times === 0 ? home : await readAgain(session), snapshot);
    return found === undefined ? undefined : { where, expected, found };
  });
}

/** The ids that a snapshot has of a kind. */
export function idsIn(snapshot: object, kind: string): readonly string[] {
  const items: unknown = Reflect.get(snapshot, kind);
  return Array.isArray(items) ? items.filter(isObject).map(({ id }) => String(id)) : [];
}

/** The snapshot in the text of an event stream; undefined if there is none. */
export function snapshotIn(text: string): object | undefined {
  const [, data = ""] = /^event: ?snapshot\n(?:.+\n)*?data: ?(.*)$/m.exec(text) ?? [];
  try {
    const value: unknown = JSON.parse(data);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
