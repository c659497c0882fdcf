import { isNotFound, outcomeOf } from "../answer.ts";
import type { Home } from "../home.ts";
import type { Kind } from "../resources.ts";
import type { Look, Session } from "../session.ts";
import { expectList, expectSameList, wrongFields, wrongItems } from "./compared-lists.ts";
import { isIn } from "./device-filter.ts";
import { LISTS } from "./lists.ts";
import { checkOne } from "./one-resource.ts";
import { NOBODY } from "./single-reads.ts";

/** What usual clients send with every GET (G33). */
const USUAL_BODY = "{}";
const NO_JSON = "not used";

/** The reads that use no body: all but the list of scenes. */
const WITHOUT_BODY = ["device", "light", "sync", "room"] as const;

/** Checks that bodies change nothing but the list of scenes: on other reads they are not used (spec §4). */
export async function checkBodies(session: Session, home: Home): Promise<void> {
  const expectSame = (kind: Kind, body: string): Promise<Look> =>
    expectSameList<Kind>(session, {
      rule: kind === "scene" ? "body.empty" : "body.unused",
      kind,
      plain: home[kind],
      asking: { body },
      expected: "the same as without it",
    });
  for (const kind of [...WITHOUT_BODY, "scene"] as const) await expectSame(kind, USUAL_BODY);
  for (const kind of WITHOUT_BODY) {
    await expectSame(kind, parametersFor(home));
    await expectSame(kind, NO_JSON);
  }
  if (session.hasHeld("filter.cat1-id")) await checkBesideQuery(session, home);
  await checkOnes(session, home);
  await expectSameList(session, {
    rule: "body.optional",
    kind: "scene",
    plain: home.scene,
    asking: { headers: { "content-type": "application/json" } },
    expected: "every scene, as without a body",
  });
}

/** All that a gateway might wrongly read from a body. */
function parametersFor({ room }: Home): string {
  const { id = NOBODY } = room.sound.find(({ children }) => children.length > 0) ?? {};
  const filters = { room_uuid: id, cat1_id: "2", cat1_id_not: "1", join_status: "0" };
  return JSON.stringify({ ...filters, include_all_room: "1", include_no_room: "1", ext_light: "1", ext_device: "1" });
}

/** The query counts, whatever the body is. */
async function checkBesideQuery(session: Session, { device: plain }: Home): Promise<void> {
  const expected = "devices with cat1_id 2, as without a body";
  await expectList(session, {
    rule: "body.unused",
    kind: "device",
    plain,
    asking: { query: "cat1_id=2", body: USUAL_BODY },
    expected,
    judge: (lists) => wrongItems(lists, expected, isIn(2)) ?? wrongFields(session, "device", lists),
  });
}

/** Reads of one device, light and sync box, and of a device that is not there. */
async function checkOnes(session: Session, home: Home): Promise<void> {
  for (const kind of ["device", "light", "sync"] as const) {
    const [resource] = home[kind].sound;
    if (resource && session.hasHeld("one.same"))
      await checkOne(session, kind, resource, { rule: "body.unused", body: USUAL_BODY });
  }
  const target = `${LISTS.device.path}/${NOBODY}`;
  if (!isNotFound(await session.ask(target))) return;
  const answer = await session.ask(target, { body: USUAL_BODY });
  session.expect("body.unused", isNotFound(answer), {
    where: `${answer.request} with the body ${USUAL_BODY}`,
    expected: "HTTP 404, as without the body",
    found: outcomeOf(answer),
  });
}
