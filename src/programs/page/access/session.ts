import { keepOperatorKey, operatorFetch } from "./operator-fetch.ts";

/** What a browser that has proven itself is to the gateway. */
export interface Session {
  /** In ISO 8601. */
  readonly endsAt: string;
}

const PATH = "/operator/session";

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
  const { operator_key } = data?.obj ?? {};
  if (typeof operator_key === "string") keepOperatorKey(operator_key);
  return (await readSession()) ?? "The gateway accepted the link, but this browser did not keep the session.";
}

/** Undefined for a plain visitor, and for a gateway that knows no sessions. */
export async function readSession(): Promise<Session | undefined> {
  const { data } = await exchange("GET", PATH);
  const { is_operator, ends_at } = data?.obj ?? {};
  if (is_operator === 0) keepOperatorKey(undefined);
  return is_operator === 1 && typeof ends_at === "string" ? { endsAt: ends_at } : undefined;
}

export async function endSession(): Promise<void> {
  await exchange("POST", `${PATH}/end`, {});
  keepOperatorKey(undefined);
}

interface Answer {
  readonly code: number;
  readonly msg: string;
  readonly data?: { readonly obj?: Readonly<Record<string, unknown>> };
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
