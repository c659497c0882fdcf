import type { Static } from "typebox";
import type { WireKey } from "../../core/contract/commands.ts";
import { contentOf } from "./answer.ts";
import { pause } from "./clock.ts";
import type { Connection } from "./connection.ts";
import { isPassing, LuxgateError } from "./luxgate-error.ts";
import { OPERATION_TABLE } from "./operation-table.ts";

export interface PairOptions {
  /** Who wants the key: `<vendor>#<application>`. The person sees it in the gateway's list of keys. */
  readonly deviceType: string;
  /** Is told each time that the gateway was asked and had not been pressed yet. */
  readonly onProgress?: (progress: PairProgress) => void;
  readonly signal?: AbortSignal;
  /** How long the person has; a minute unless told otherwise. */
  readonly timeoutMillis?: number;
}

export interface PairProgress {
  /** Whether the gateway waits for its button, or did not answer just now. */
  readonly state: "press-the-button" | "unreachable";
  readonly timesAsked: number;
  readonly millisLeft: number;
}

const ASK_MILLIS = 1_000;
const PAIR_MILLIS = 60_000;

/** Requests a key once a second until the button is pressed. */
export async function pair(connection: Connection, options: PairOptions): Promise<string> {
  const { deviceType, onProgress, timeoutMillis = PAIR_MILLIS } = options;
  const { clock } = connection;
  const signal = connection.endOf(options.signal);
  const endMillis = clock.now() + timeoutMillis;
  for (let timesAsked = 1, isKnown = false; ; timesAsked += 1) {
    const outcome = await requestKey(connection, deviceType, signal);
    if (typeof outcome === "string") return outcome;
    isKnown ||= outcome.code === "pairing-shut";
    // An address that never answered is wrong; one that fell silent may come back before the button is pressed.
    if (!isKnown) throw outcome;
    const millisLeft = endMillis - clock.now();
    if (millisLeft <= 0) throw outcome;
    const state = outcome.code === "pairing-shut" ? "press-the-button" : "unreachable";
    onProgress?.({ state, timesAsked, millisLeft });
    await pause({ clock, millis: Math.min(ASK_MILLIS, millisLeft), signal });
  }
}

/** A key, or why there is none yet. */
async function requestKey(
  connection: Connection,
  deviceType: string,
  signal: AbortSignal,
): Promise<string | LuxgateError> {
  const { method, path, answer } = OPERATION_TABLE.pair;
  const request = { method, target: path, body: JSON.stringify({ device_type: deviceType }), signal };
  try {
    const { username } = (await connection.requestOnce(request, (response) => contentOf(response, answer))) as Static<
      typeof WireKey
    >;
    if (typeof username !== "string" || username === "")
      throw new LuxgateError("bad-answer", "the answer contains no key", {});
    connection.key = username;
    return username;
  } catch (error) {
    if (error instanceof LuxgateError && (error.code === "pairing-shut" || isPassing(error))) return error;
    throw error;
  }
}
