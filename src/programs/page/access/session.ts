import { keysMayEdit } from "./keys-may-edit.ts";
import { keepOperatorKey, operatorFetch } from "./operator-fetch.ts";

/** What a browser that has proven itself is to the gateway. */
export interface Session {
  /** In ISO 8601. */
  readonly endsAt: string;
}

const PATH = "/operator/session";
const SIGN_IN_PATH = "/operator/sign-in";

/** The one-time link's token out of the address, which then no longer has it. */
export function takeLink(): string | undefined {
  const [, token] = /^#open=([\w-]+)$/.exec(location.hash) ?? [];
  if (token !== undefined) history.replaceState(null, "", location.pathname);
  return token;
}

/** Turns a one-time link into a session; gives the gateway's reason if that fails. */
export async function redeemLink(token: string): Promise<Session | string> {
  const { code, msg, data } = await exchange("POST", PATH, { link: token });
  if (code !== 0) return msg;
  return takeSession(
    data?.obj,
    "The link worked, but this browser did not store the sign-in. Allow cookies for this address and open a new link.",
  );
}

/** One half of the session's secret is in the answer, the other a cookie, which the browser keeps if it wants to. */
async function takeSession(answered: Fields | undefined, notKept: string): Promise<Session | string> {
  const { operator_key } = answered ?? {};
  if (typeof operator_key === "string") keepOperatorKey(operator_key);
  return (await readSession()) ?? notKept;
}

/** A request of this browser to be let in as operator. */
export interface AskedRequest {
  /** To be compared by the person who decides. */
  readonly code: string;
  /** Proves that it is this browser that asked. */
  readonly key: string;
  readonly endMillis: number;
}

/** Gives the gateway's reason if it takes no such request. */
export async function askToSignIn(name: string): Promise<AskedRequest | string> {
  const { code, msg, data } = await exchange("POST", SIGN_IN_PATH, { name });
  const { code: shown, request_key: key, seconds_left: secondsLeft } = data?.obj ?? {};
  if (code !== 0 || typeof shown !== "string" || typeof key !== "string") return msg;
  return { code: shown, key, endMillis: Date.now() + Number(secondsLeft) * 1_000 };
}

/** What became of a request; `unknown` while the gateway does not answer. */
export type RequestOutcome = "waiting" | "denied" | "over" | "unknown" | Session | { readonly problem: string };

export async function readRequest({ key }: AskedRequest): Promise<RequestOutcome> {
  const { code, data } = await exchange("POST", `${SIGN_IN_PATH}/result`, { request_key: key });
  const { state, is_operator } = data?.obj ?? {};
  if (code !== 0) return "unknown";
  if (is_operator !== 1) return state === "waiting" || state === "denied" ? state : "over";
  const taken = await takeSession(
    data?.obj,
    "An operator let this browser in, but it did not store the sign-in. Allow cookies for this address and ask again.",
  );
  return typeof taken === "string" ? { problem: taken } : taken;
}

export async function withdrawRequest({ key }: AskedRequest): Promise<void> {
  await exchange("POST", `${SIGN_IN_PATH}/withdraw`, { request_key: key });
}

/** Undefined for a plain visitor, and for a gateway that knows no sessions. */
export async function readSession(): Promise<Session | undefined> {
  const { data } = await exchange("GET", PATH);
  const { is_operator, ends_at, keys_may_edit } = data?.obj ?? {};
  keysMayEdit.value = keys_may_edit === 1;
  if (is_operator === 0) keepOperatorKey(undefined);
  return is_operator === 1 && typeof ends_at === "string" ? { endsAt: ends_at } : undefined;
}

export async function endSession(): Promise<void> {
  await exchange("POST", `${PATH}/end`, {});
  keepOperatorKey(undefined);
}

type Fields = Readonly<Record<string, unknown>>;

interface Answer {
  readonly code: number;
  readonly msg: string;
  readonly data?: { readonly obj?: Fields };
}

async function exchange(method: string, path: string, body?: object): Promise<Answer> {
  try {
    const sent = body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
    const response = await operatorFetch(path, { method, ...sent });
    return (await response.json()) as Answer;
  } catch {
    return { code: -1, msg: "The gateway did not answer." };
  }
}
