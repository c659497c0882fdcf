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
  const bridge = await onlyOne<WireBridge>(session, "bridge.shape", listBridges);
  const where = `GET ${listBridges.path} → /data/arr/0`;
  if (bridge) {
    const { parent_id, ip } = bridge;
    const found = shown(parent_id);
    session.expect("bridge.parent", isOwn(parent_id), { where, expected: "the gateway's device", found });
    const host = session.reader.url.hostname;
    if (/^[\d.]+$/.test(host)) session.expect("bridge.ip", ip === host, { where, expected: host, found: shown(ip) });
  }
  await checkKeys(session);
  const joining = await onlyOne<{ owner: { rid: string } }>(session, "joining.shape", listZigbeeDiscoveries);
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

/** The one resource of a list that usual behaviour have and the document does not. */
async function onlyOne<Item>(
  session: Session,
  rule: RuleId,
  { path, answer: { resource } }: { readonly path: string; readonly answer: { readonly resource: TObject } },
): Promise<Item | undefined> {
  const answer = await session.ask(path);
  const items = isSuccess(answer) ? arrayIn(session, { answer, hasLen: true }) : undefined;
  const [item] = items ?? [];
  const where = `${answer.request} → /data/arr`;
  const expected = "a list of one";
  if (items?.length !== 1) {
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
