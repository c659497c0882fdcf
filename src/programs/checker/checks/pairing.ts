import { OPERATIONS } from "../../../core/contract/operations.ts";
import { counted } from "../../../shared/counted.ts";
import { type Answer, codeOf, dataOf, isObject, isPlainRefusal, outcomeOf } from "../answer.ts";
import { shown } from "../report/shown.ts";
import type { Session } from "../session.ts";
import type { DiscoveryAsker, DiscoveryLook } from "./discovery-asker.ts";
import { isSuccess } from "./lists.ts";
import { checkOpened, nextLook, untilShut, watchToItsEnd, windowOf } from "./pairing-window.ts";

const { pair, listBridges } = OPERATIONS;

/** How the key is called that is made on the way. */
const DEVICE_TYPE = "luxgate#check";

const ASK_MILLIS = 1_000;

const WINDOW_RULES = ["pairing.opens", "pairing.counts-down", "pairing.shuts"] as const;

export interface PairingOptions {
  readonly asker: DiscoveryAsker;
  /** How long to wait for each press. */
  readonly timeoutMillis: number;
  /** Called with lines that say what the person is to do, and what happens. */
  readonly onProgress: (line: string) => void;
}

/** Pairs with a person at the button; gives the key, if there is one. */
export async function checkPairing(session: Session, options: PairingOptions): Promise<string | undefined> {
  const shut = await untilShut(options.asker, options.onProgress);
  await checkRefusal(session, options.asker, shut);
  if (!shut) session.findings.leaveOut(WINDOW_RULES, "discovery shows no closed pairing window");
  const isPressSeen = shut !== undefined && (await checkWindow(session, options, shut));
  return checkKey(session, options, { isWindowShown: shut !== undefined, isPressSeen });
}

const askForKey = (session: Session): Promise<Answer> =>
  session.ask(pair.path, { method: "POST", body: JSON.stringify({ device_type: DEVICE_TYPE }) });

/** Before the press no key is given. */
async function checkRefusal(session: Session, asker: DiscoveryAsker, shut: DiscoveryLook | undefined): Promise<void> {
  const refused = await askForKey(session);
  const where = `${refused.request} before the press`;
  if (!isSuccess(refused)) {
    if (shut) session.findings.note("pairing.only-open");
    session.expect("pairing.refused", isPlainRefusal(refused), {
      where,
      expected: "HTTP 200 and a code other than 0",
      found: outcomeOf(refused),
    });
    return;
  }
  const after = shut && (await askAgain(session, asker));
  if (!after) return;
  const found = `${outcomeOf(refused)} while ${windowOf(after.record)}`;
  session.findings.note("pairing.only-open", { where, expected: "a refusal", found });
}

/** Somebody may have pressed the button just then; gives a look at the shut window if there is a second key all the same. */
async function askAgain(session: Session, asker: DiscoveryAsker): Promise<DiscoveryLook | undefined> {
  const look = await asker.look();
  const isGiven = isSuccess(await askForKey(session));
  return isGiven && look?.record.link_enabled === false ? look : undefined;
}

/** Looks at the window from a press to its end; gives whether a press was seen. */
async function checkWindow(
  session: Session,
  { asker, timeoutMillis, onProgress }: PairingOptions,
  firstLook: DiscoveryLook,
): Promise<boolean> {
  onProgress(`Press the gateway's button once. (Waiting ${counted(timeoutMillis / 1000, "second")}.)`);
  const deadlineMillis = asker.time.now() + timeoutMillis;
  let shut = firstLook;
  for (;;) {
    const look = await nextLook(asker, deadlineMillis);
    if (!look) {
      session.findings.leaveOut(WINDOW_RULES, "the button was not pressed");
      return false;
    }
    if (look.record.link_enabled) {
      onProgress("The window is open. Do not press the button: the window should close within 10 s.");
      checkOpened(asker, shut, look);
      await watchToItsEnd(asker, look);
      return true;
    }
    shut = look;
  }
}

/** Asks for a key once a second, as a usual client does. */
async function checkKey(
  session: Session,
  { asker, timeoutMillis, onProgress }: PairingOptions,
  { isWindowShown, isPressSeen }: { readonly isWindowShown: boolean; readonly isPressSeen: boolean },
): Promise<string | undefined> {
  onProgress(`Press the button again to get a key. (Waiting ${counted(timeoutMillis / 1000, "second")}.)`);
  const { time } = asker;
  const deadlineMillis = time.now() + timeoutMillis;
  const lookAndAsk = async () => ({
    look: isWindowShown ? await asker.look() : undefined,
    answer: await askForKey(session),
  });
  let { look, answer } = await lookAndAsk();
  while (!isSuccess(answer) && time.now() < deadlineMillis) {
    await time.wait(ASK_MILLIS);
    ({ look, answer } = await lookAndAsk());
  }
  if (!isSuccess(answer)) {
    const rules = ["pairing.key", "pairing.key-fits", "pairing.one"] as const;
    session.findings.leaveOut(rules, `the gateway returned no key (${outcomeOf(answer)})`);
    return undefined;
  }
  if (!isPressSeen && look?.record.link_enabled === false)
    session.findings.note("pairing.opens", {
      where: `UDP ${asker.where.address}:${asker.where.port}`,
      expected: "link_enabled true after the press that gave a key",
      found: windowOf(look.record),
    });
  return checkGivenKey(session, answer, onProgress);
}

async function checkGivenKey(
  session: Session,
  answer: Answer,
  onProgress: PairingOptions["onProgress"],
): Promise<string | undefined> {
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
  onProgress(`Paired. The key is named ${DEVICE_TYPE}: revoke it when you no longer need it.`);
  return key;
}
