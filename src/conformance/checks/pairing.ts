import { OPERATIONS } from "../../contract/operations.ts";
import { counted } from "../../shared/counted.ts";
import { type Answer, codeOf, dataOf, isObject, isPlainRefusal, outcomeOf } from "../answer.ts";
import { shown } from "../report/shown.ts";
import type { Session } from "../session.ts";
import type { Time } from "../time.ts";
import type { DiscoveryAsker } from "./discovery-asker.ts";
import { isSuccess } from "./lists.ts";

const { pair, listBridges } = OPERATIONS;

/** How the key is called that is made on the way. */
const DEVICE_TYPE = "luxgate#check";

const WINDOW_MILLIS = 10_000;
/** What the way to the gateway and the looks at it may take. */
const SLACK_MILLIS = 1_000;
const LOOK_MILLIS = 250;
const ASK_MILLIS = 1_000;

export interface PairingOptions {
  readonly asker: DiscoveryAsker;
  readonly time: Time;
  /** How long to wait for each press. */
  readonly timeoutMillis: number;
  /** Called with lines that say what the person is to do, and what happens. */
  readonly onProgress: (line: string) => void;
}

/** Pairs with a person at the button; gives the key, if there is one. */
export async function checkPairing(session: Session, options: PairingOptions): Promise<string | undefined> {
  const refused = await askForKey(session);
  session.expect("pairing.refused", isPlainRefusal(refused), {
    where: `${refused.request} before the press`,
    expected: "HTTP 200 and a code other than 0",
    found: outcomeOf(refused),
  });
  await checkWindow(session, options);
  return checkKey(session, options);
}

const askForKey = (session: Session): Promise<Answer> =>
  session.ask(pair.path, { method: "POST", body: JSON.stringify({ device_type: DEVICE_TYPE }) });

/** Looks at the window from a press to its end. */
async function checkWindow(
  session: Session,
  { asker, time, timeoutMillis, onProgress }: PairingOptions,
): Promise<void> {
  const rules = ["pairing.opens", "pairing.counts-down", "pairing.shuts"] as const;
  if (!(await asker.ask()))
    return session.findings.leaveOut(rules, "discovery, which tells of the window, is not answered");
  onProgress(`Press the gateway's button once. (Waiting ${counted(timeoutMillis / 1000, "second")}.)`);
  const deadlineMillis = time.now() + timeoutMillis;
  let record = await asker.ask();
  for (; record?.link_enabled !== true && time.now() < deadlineMillis; record = await asker.ask())
    await time.wait(LOOK_MILLIS);
  if (record?.link_enabled !== true) return session.findings.leaveOut(rules, "nobody pressed the button");

  onProgress("The window is open. Leave the button alone: it should shut within 10 seconds.");
  const openedAt = time.now();
  const first = record.link_remian_ms;
  asker.expect("pairing.opens", first > 0 && first <= WINDOW_MILLIS, {
    expected: "1 to 10000 ms",
    found: `${first} ms`,
  });
  const slow: string[] = [];
  while (record.link_enabled && time.now() - openedAt <= WINDOW_MILLIS + SLACK_MILLIS) {
    await time.wait(LOOK_MILLIS);
    const elapsed = time.now() - openedAt;
    record = (await asker.ask()) ?? record;
    const left = record.link_remian_ms;
    if (left > Math.max(0, first - elapsed) + SLACK_MILLIS) slow.push(`${left} ms, ${Math.round(elapsed)} ms later`);
  }
  asker.expect("pairing.counts-down", slow.length === 0, {
    expected: `${first} ms, and less as time passes`,
    found: `${slow[0]}`,
  });
  asker.expect("pairing.shuts", !record.link_enabled && record.link_remian_ms === 0, {
    expected: "link_enabled false and link_remian_ms 0 after 10 seconds",
    found: shown({ link_enabled: record.link_enabled, link_remian_ms: record.link_remian_ms }),
  });
}

/** Asks for a key once a second, as a usual client does. */
async function checkKey(
  session: Session,
  { time, timeoutMillis, onProgress }: PairingOptions,
): Promise<string | undefined> {
  onProgress(
    `Press the button again: a key is asked for once a second. (Waiting ${counted(timeoutMillis / 1000, "second")}.)`,
  );
  const deadlineMillis = time.now() + timeoutMillis;
  let answer = await askForKey(session);
  for (; !isSuccess(answer) && time.now() < deadlineMillis; answer = await askForKey(session))
    await time.wait(ASK_MILLIS);
  if (!isSuccess(answer)) {
    const rules = ["pairing.key", "pairing.key-fits", "pairing.one"] as const;
    session.findings.leaveOut(rules, `no key was given (${outcomeOf(answer)})`);
    return undefined;
  }
  const { obj } = dataOf(answer);
  const { username: key } = isObject(obj) ? obj : {};
  const isKey = typeof key === "string" && key !== "";
  session.expect("pairing.key", isKey, {
    where: `${answer.request} → /data/obj/username`,
    expected: "a key",
    found: shown(key),
  });
  const second = await askForKey(session);
  session.expect("pairing.one", codeOf(second) !== 0, {
    where: `${second.request} once more`,
    expected: "a refusal",
    found: outcomeOf(second),
  });
  if (!isKey) return undefined;
  const read = await session.ask(listBridges.path, { key });
  session.expect("pairing.key-fits", isSuccess(read), {
    where: read.request,
    expected: "code 0",
    found: outcomeOf(read),
  });
  onProgress(`Paired: the key is called ${DEVICE_TYPE}, should you want to take it away.`);
  return key;
}
