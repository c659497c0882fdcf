/** What is answered instead of a success. Codes other than -1 are ours (G23); no client's own mark (-10086) is among them. */
export const REFUSALS = {
  malformed: { status: 400, code: -400, message: "malformed request" },
  "foreign-origin": { status: 403, code: -403, message: "this gateway does not answer pages of other web sites" },
  "not-found": { status: 404, code: -1, message: "not found" },
  "method-not-allowed": { status: 405, code: -405, message: "method not allowed" },
  "timed-out": { status: 408, code: -408, message: "the request did not arrive in time" },
  "body-too-large": { status: 413, code: -413, message: "the request body is too large" },
  "target-too-long": { status: 414, code: -414, message: "the request target is too long" },
  "foreign-host": { status: 421, code: -421, message: "this gateway does not answer under that host name" },
  "headers-too-large": { status: 431, code: -431, message: "the request headers are too large" },
  fault: { status: 500, code: -500, message: "the gateway could not answer" },
} as const satisfies Record<string, { status: number; code: number; message: string }>;

export type RefusalName = keyof typeof REFUSALS;
