import { OPERATIONS } from "../../contract/operations.ts";
import { isObject } from "../answer.ts";
import type { Home } from "../home.ts";
import { difference } from "../report/shown.ts";
import type { Session } from "../session.ts";

const { path } = OPERATIONS.watchEvents;

/** The first server-sent event holds all there is (G60). */
export async function checkEventStream(session: Session, home: Home): Promise<void> {
  await session.expectSteadily("stream.snapshot", async () => {
    const { request: where, status, body } = await session.askPlainly(path, { until: "}\n\n" });
    const expected = "a snapshot of what the reads give";
    if (status !== 200) return { where, expected, found: `HTTP ${status}` };
    const snapshot = snapshotIn(new TextDecoder().decode(body));
    const fault = snapshot === undefined ? "something else" : difference(idsIn(home), idsIn(snapshot));
    return fault === undefined ? undefined : { where, expected, found: fault };
  });
}

/** Rooms apart: the snapshot has the two special ones as well. */
function idsIn(resources: object): readonly string[] {
  const lists = ["device", "light", "sync", "scene"].map((kind): unknown => Reflect.get(resources, kind));
  return lists.flatMap((list) => (Array.isArray(list) ? list.filter(isObject).map(({ id }) => String(id)) : []));
}

function snapshotIn(text: string): object | undefined {
  const [, data = ""] = /^event: ?snapshot\n(?:.+\n)*?data: ?(.*)$/m.exec(text) ?? [];
  try {
    const value: unknown = JSON.parse(data);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
