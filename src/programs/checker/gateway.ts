import type { TObject } from "typebox";
import type { WireBridge } from "../../core/contract/bridge.ts";
import { OPERATIONS } from "../../core/contract/operations.ts";
import { counted } from "../../shared/counted.ts";
import { codeOf, idKey, isPlainRefusal, outcomeOf } from "./answer.ts";
import { isGateway } from "./checks/devices.ts";
import { arrayIn, isSuccess } from "./checks/lists.ts";
import type { Home } from "./home.ts";
import { shown } from "./report/shown.ts";
import type { RuleId } from "./rules.ts";
import { findingOf, schemaViolations } from "./schema-violations.ts";
import type { Session } from "./session.ts";

const { listBridges, listZigbeeDiscoveries } = OPERATIONS;

/** A key that no gateway gives. */
export const WRONG_KEY = "luxgate-check-has-made-this-up";

/** What the gateway says of itself; gives it. */
export async function checkBridge(session: Session, home: Home): Promise<WireBridge | undefined> {
  const gateways = new Set(home.device.sound.filter(isGateway).map(({ id }) => idKey(id)));
  const isOwn = (id: string) => gateways.has(idKey(id)) || !home.device.isSound;
  const count = home.device.isSound ? Math.max(1, gateways.size) : undefined;
  const bridge = await firstOf<WireBridge>(session, "bridge.shape", { ...listBridges, count });
  const where = `GET ${listBridges.path} → /data/arr/0`;
  if (bridge) {
    const { parent_id, ip } = bridge;
    const found = shown(parent_id);
    session.expect("bridge.parent", isOwn(parent_id), { where, expected: "the gateway's device", found });
    const host = session.reader.url.hostname;
    if (/^[\d.]+$/.test(host)) session.expect("bridge.ip", ip === host, { where, expected: host, found: shown(ip) });
  }
  await checkKeys(session);
  const joining = await firstOf<{ owner: { rid: string } }>(session, "joining.shape", {
    ...listZigbeeDiscoveries,
    count: 1,
  });
  if (joining)
    session.expect("joining.owner", isOwn(joining.owner.rid), {
      where: `GET ${listZigbeeDiscoveries.path} → /data/arr/0/owner`,
      expected: "the gateway's device",
      found: shown(joining.owner),
    });
  return bridge;
}

/** Usual clients read `bridge` to learn whether their key is right. */
async function checkKeys(session: Session): Promise<void> {
  const wrong = await session.ask(listBridges.path, { key: WRONG_KEY });
  session.expect("bridge.wrong-key", isPlainRefusal(wrong), {
    where: `${wrong.request} with an invalid key`,
    expected: "HTTP 200 and a code other than 0",
    found: outcomeOf(wrong),
  });
  const without = await session.ask(listBridges.path, { key: null });
  const empty = await session.ask(listBridges.path, { key: "" });
  session.expect("bridge.empty-key", codeOf(empty) === codeOf(without), {
    where: `${empty.request} with an empty key`,
    expected: outcomeOf(without),
    found: outcomeOf(empty),
  });
}

/** A list that usual gateways have and the document does not. */
interface ShortList {
  readonly path: string;
  readonly answer: { readonly resource: TObject };
  /** How many items it must have; undefined where at least one must be there. */
  readonly count: number | undefined;
}

/** The first resource of such a list: it is about whoever answers. */
async function firstOf<Item>(
  session: Session,
  rule: RuleId,
  { path, answer: { resource }, count }: ShortList,
): Promise<Item | undefined> {
  const answer = await session.ask(path);
  const items = isSuccess(answer) ? arrayIn(session, { answer, hasLen: true }) : undefined;
  const [item] = items ?? [];
  const where = `${answer.request} → /data/arr`;
  const expected = count === 1 ? "a list of one" : `a list of ${count ?? "at least one"}, one for each gateway`;
  if (!items || items.length !== (count ?? Math.max(1, items.length))) {
    const found = items ? counted(items.length, "item") : outcomeOf(answer);
    session.findings.note(rule, { where, expected, found });
    return undefined;
  }
  const found = schemaViolations(resource, item);
  for (const violation of found) session.findings.note(rule, findingOf(violation, `${where}/0${violation.path}`));
  if (found.length > 0) return undefined;
  session.findings.note(rule);
  return item as Item;
}
