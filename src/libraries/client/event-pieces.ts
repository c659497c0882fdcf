import type { Clock } from "../../shared/clock.ts";
import { within } from "./clock.ts";
import { LuxgateError } from "./luxgate-error.ts";

interface Listening {
  readonly clock: Clock;
  /** After so long without a byte the gateway is gone: a heartbeat would have arrived. */
  readonly silenceMillis: number;
  readonly signal: AbortSignal;
}

/** The text of a stream, piece by piece, until the stream ends or falls silent. */
export async function* piecesOf(body: ReadableStream<Uint8Array>, listening: Listening): AsyncGenerator<string, void> {
  const { clock, silenceMillis, signal } = listening;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  // The stream may be broken already; its end is not awaited.
  const hangUp = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener("abort", hangUp);
  const late = () => new LuxgateError("timeout", "the gateway stopped sending events", {});
  try {
    for (;;) {
      const { done, value } = await within(reader.read(), { clock, millis: silenceMillis, signal }, late);
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof LuxgateError) throw cause;
    throw new LuxgateError("unreachable", "the event stream was interrupted", { cause });
  } finally {
    signal.removeEventListener("abort", hangUp);
    hangUp();
  }
}
