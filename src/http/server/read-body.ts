import type { IncomingMessage } from "node:http";

type Done = (body: Uint8Array | "too-large") => void;

const NO_BODY = new Uint8Array();

/** On each connection with a body still to be read, those who wait behind the last one. */
const waiting = new WeakMap<object, (() => void)[]>();

/**
 * Reads the body of a request. Requests may follow one another on a connection without waiting for answers: one that has
 * no body is there before the body ahead of it is read, and must not be answered as if that one had never been.
 */
export function readBody(request: IncomingMessage, maximum: number, done: Done): void {
  const { "content-length": length, "transfer-encoding": encoding } = request.headers;
  if (encoding !== undefined || (length !== undefined && length !== "0")) {
    gather(request, maximum, done);
    return;
  }
  const others = waiting.get(request.socket);
  if (others) others.push(() => done(NO_BODY));
  else done(NO_BODY);
}

function gather(request: IncomingMessage, maximum: number, done: Done): void {
  const { socket } = request;
  const chunks: Uint8Array[] = [];
  const behind: (() => void)[] = [];
  let bytes = 0;
  waiting.set(socket, behind);
  request.on("data", (chunk: Uint8Array) => {
    if (bytes > maximum) return;
    bytes += chunk.byteLength;
    if (bytes > maximum) done("too-large");
    else chunks.push(chunk);
  });
  request.on("end", () => {
    if (waiting.get(socket) === behind) waiting.delete(socket);
    if (bytes <= maximum) done(Buffer.concat(chunks));
    for (const go of behind) go();
  });
}
