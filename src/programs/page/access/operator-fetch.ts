import { remembered } from "../remembered.ts";

/** One half of the session's secret; the other is a cookie, which scripts cannot read but other ports are sent. */
const operatorKey = remembered("operator-key");

export function keepOperatorKey(key: string | undefined): void {
  operatorKey.value = key;
}

/** Asks this gateway as its operator, if this browser is one. */
export const operatorFetch: typeof fetch = (input, init = {}) => {
  const key = operatorKey.peek();
  if (key === undefined) return fetch(input, init);
  const headers = new Headers(init.headers);
  headers.set("operator-key", key);
  return fetch(input, { ...init, headers });
};
