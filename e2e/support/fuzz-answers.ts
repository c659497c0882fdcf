import { gunzipSync } from "node:zlib";

/** One answer out of what came on a connection. */
export interface FuzzAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: Buffer;
  /** Whether all of the answer came. */
  readonly isWhole: boolean;
}

const HEAD_END = "\r\n\r\n";

/**
 * Cuts what came on a connection into answers. A body is there as its head says, unless the request was HEAD, which of
 * requests that were damaged nobody knows: then the next answer, or nothing, follows the head.
 */
export function answersIn(bytes: Buffer, methods: readonly string[]): readonly FuzzAnswer[] {
  const answers: FuzzAnswer[] = [];
  for (let at = 0; at < bytes.byteLength; ) {
    const headEnd = bytes.indexOf(HEAD_END, at);
    if (headEnd < 0) {
      answers.push({ status: 0, head: bytes.toString("latin1", at), body: NOTHING, isWhole: false });
      break;
    }
    const head = bytes.toString("latin1", at, headEnd + HEAD_END.length);
    const start = headEnd + HEAD_END.length;
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1] ?? 0);
    const length = bodyLength(head, status, { method: methods[answers.length], rest: bytes.subarray(start) });
    at = start + length;
    if (status !== 100) {
      const body = bytes.subarray(start, at);
      answers.push({ status, head, body, isWhole: at <= bytes.byteLength });
    }
  }
  return answers;
}

const NOTHING = Buffer.alloc(0);

function bodyLength(
  head: string,
  status: number,
  { method, rest }: { readonly method: string | undefined; readonly rest: Buffer },
): number {
  if (method === "HEAD" || status === 100 || status === 304) return 0;
  if (/^Transfer-Encoding: chunked\r$/m.test(head)) return rest.byteLength;
  const isBare = method === undefined && (rest.byteLength === 0 || rest.toString("latin1", 0, 9) === "HTTP/1.1 ");
  return isBare ? 0 : Number(/^Content-Length: (\d+)\r$/m.exec(head)?.[1] ?? 0);
}

/** What is wrong with an answer, whatever was asked; nothing is wrong with most. */
export function wrongWith(answer: FuzzAnswer): string | undefined {
  const { status, head, body, isWhole } = answer;
  if (!isWhole) return undefined;
  if (!/^HTTP\/1\.1 \d{3} [A-Za-z ]+\r\n/.test(head)) return "it is no answer of HTTP/1.1";
  if (status >= 500 && status !== 503) return `its status is ${status}`;
  if (body.byteLength === 0 || !/^Content-Type: application\/json\r$/m.test(head)) return undefined;
  const envelope = envelopeOf(answer);
  if (envelope === undefined) return "its body is no JSON";
  if (envelope.openapi) return undefined;
  if (Object.keys(envelope).join() !== "code,msg,data") return "its body is not the envelope";
  return status === 503 && envelope.code !== -503 ? "it is a 503 that is none of ours" : undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at as a client does, before they are known to be right
export function envelopeOf({ head, body }: FuzzAnswer): any {
  try {
    const text = /^Content-Encoding: gzip\r$/m.test(head) ? gunzipSync(body) : body;
    return JSON.parse(text.toString("utf8"));
  } catch {
    return undefined;
  }
}
