import { isDeepStrictEqual } from "node:util";
import { dataOf, isObject, outcomeOf } from "../answer.ts";
import type { Home } from "../home.ts";
import { KINDS, type Kind } from "../resources.ts";
import type { RuleId } from "../rules.ts";
import type { Look, Session } from "../session.ts";
import { expectSameItems } from "./compared-lists.ts";
import { LISTS } from "./lists.ts";

/** What usual clients send with every GET (G33). */
const USUAL_BODY = "{}";

/** Checks that bodies change nothing but the list of scenes: on other reads they are not used (spec §4). */
export async function checkBodies(session: Session, home: Home): Promise<void> {
  for (const kind of KINDS)
    await expectSameList(session, home, {
      rule: kind === "scene" ? "body.empty" : "body.unused",
      kind,
      body: USUAL_BODY,
    });
  const furnished = home.room.sound.find(({ children }) => children.length > 0);
  if (furnished) {
    const body = JSON.stringify({ room_uuid: furnished.id });
    await expectSameList(session, home, { rule: "body.unused", kind: "device", body });
  }
  await expectSameList(session, home, { rule: "body.unused", kind: "light", body: "not used" });
  const [one] = [...home.light.sound, ...home.device.sound];
  if (one) await expectSameOne(session, one);
}

interface BodyTrial {
  readonly rule: RuleId;
  readonly kind: Kind;
  readonly body: string;
}

const expectSameList = (session: Session, home: Home, { rule, kind, body }: BodyTrial): Promise<Look> =>
  expectSameItems<Kind>(session, { rule, kind, plain: home[kind], asking: { body }, expected: "the same as without" });

async function expectSameOne(
  session: Session,
  { id, type }: { readonly id: string; readonly type: Kind },
): Promise<void> {
  const target = `${LISTS[type].path}/${id}`;
  await session.expectSteadily("body.unused", async (): Promise<Look> => {
    const { obj: plain } = dataOf(await session.ask(target));
    if (!isObject(plain)) return "unclear";
    const answer = await session.ask(target, { body: USUAL_BODY });
    const { obj } = dataOf(answer);
    if (isObject(obj) && isDeepStrictEqual(obj.id, plain.id)) return undefined;
    return {
      where: `${answer.request} with the body ${USUAL_BODY}`,
      expected: "the same as without",
      found: outcomeOf(answer),
    };
  });
}
