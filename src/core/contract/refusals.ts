export interface RefusalParts {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  /** When it is worth while to ask again. */
  readonly retryAfterSeconds?: number;
}

/**
 * What is answered instead of a success. Codes other than -1 are ours (G23); no client's own mark (-10086) is among them.
 * Clients take every status but 200 and 404 for a gateway that is not there, so what a client may well meet is a 200 (G50).
 */
export const REFUSALS = {
  malformed: { status: 400, code: -400, message: "malformed request" },
  "foreign-origin": {
    status: 403,
    code: -403,
    message: "this gateway does not accept requests from pages of other websites",
  },
  "not-found": { status: 404, code: -1, message: "not found" },
  "method-not-allowed": { status: 405, code: -405, message: "method not allowed" },
  "timed-out": { status: 408, code: -408, message: "the request did not arrive in time" },
  "body-too-large": { status: 413, code: -413, message: "the request body is too large" },
  "target-too-long": { status: 414, code: -414, message: "the request target is too long" },
  "foreign-host": {
    status: 421,
    code: -421,
    message: "unknown host name; if it is a name of this gateway, allow it with --allow-host",
  },
  "headers-too-large": {
    status: 431,
    code: -431,
    message: "the request headers are too large; in a browser, delete the cookies of this host",
  },
  "key-needed": { status: 200, code: -401, message: "a valid key is required in the header application-key" },
  "value-refused": { status: 200, code: -422, message: "invalid value, so nothing was changed" },
  "pairing-shut": { status: 200, code: -423, message: "press the gateway's button, then try again within 10 s" },
  "too-many-wrong-keys": {
    status: 200,
    code: -429,
    message: "too many invalid keys: wait a while before you try again",
  },
  busy: { status: 503, code: -503, message: "the gateway is busy: try again in a moment", retryAfterSeconds: 2 },
  "not-stored": { status: 200, code: -507, message: "the change could not be stored, so nothing was changed" },
  fault: { status: 500, code: -500, message: "internal error of the gateway" },
} as const satisfies Record<string, RefusalParts>;

export type RefusalName = keyof typeof REFUSALS;

/** A command that there is no room for is refused with 200: clients take 503 for a gateway that is gone (G50). */
export const statusOfRefusal = (name: RefusalName, { isWrite }: { readonly isWrite: boolean }): number =>
  name === "busy" && isWrite ? 200 : REFUSALS[name].status;
