import { JetStreamApiError, type JetStreamClient } from "@nats-io/jetstream";
import { headers, PermissionViolationError } from "@nats-io/transport-node";
import { putSubject } from "../subjects.ts";

/** One attempt to write an entry. It may be repeated as it is: the bucket takes it once. */
export interface Put {
  readonly key: string;
  /** Undefined to delete the entry. */
  readonly value: string | undefined;
  /** Random, as ids count for all gateways together. */
  readonly messageId: string;
  /** The revision that the entry must have, 0 for none; undefined where it does not matter. */
  readonly revision: number | undefined;
  /** How long the entry lives, such as `1h`. */
  readonly lifetime?: string;
}

export type PutOutcome =
  | { readonly kind: "stored"; readonly revision: number; readonly isDuplicate: boolean }
  /** The entry has another revision than was expected; 0 for none. */
  | { readonly kind: "other-revision"; readonly revision: number }
  /** It is stored or not. */
  | { readonly kind: "unanswered" }
  | { readonly kind: "refused"; readonly why: string };

const UNANSWERED: PutOutcome = { kind: "unanswered" };

/** Fronts that were away for longer read everything again. */
const MARKER_LIFETIME = "24h";
/** A leader that freezes takes with it what was put: it is put again before long. */
const TIMEOUT_MILLIS = 2_500;

const WRONG_SEQUENCE = 10071;
/**
 * Something else for the same entry, or this very put, is on its way through the cluster; or the cluster has no leader.
 * None of these is an answer.
 */
const NOT_DECIDED = [10_164, 10_158, 10_008, 10_009];

/** Puts entries of one gateway into the bucket. */
export class Putting {
  readonly #jetStream: JetStreamClient;
  readonly #gatewayId: string;
  readonly #waiting = new Set<(outcome: PutOutcome) => void>();

  constructor(jetStream: JetStreamClient, gatewayId: string) {
    this.#jetStream = jetStream;
    this.#gatewayId = gatewayId;
  }

  put(put: Put): Promise<PutOutcome> {
    return new Promise((resolve) => {
      const settle = (outcome: PutOutcome) => {
        this.#waiting.delete(settle);
        resolve(outcome);
      };
      this.#waiting.add(settle);
      this.#publish(put).then(
        ({ seq: revision, duplicate: isDuplicate }) => settle({ kind: "stored", revision, isDuplicate }),
        (error) => settle(outcomeOf(error)),
      );
    });
  }

  /** The connection is lost: nothing that was put will be answered. */
  giveUp(): void {
    for (const settle of [...this.#waiting]) settle(UNANSWERED);
  }

  async #publish({ key, value, messageId, revision, lifetime }: Put) {
    const deletion = headers();
    if (value === undefined) deletion.set("KV-Operation", "DEL");
    const ttl = value === undefined ? MARKER_LIFETIME : lifetime;
    return this.#jetStream.publish(putSubject(this.#gatewayId, key), value ?? "", {
      msgID: messageId,
      headers: deletion,
      timeout: TIMEOUT_MILLIS,
      ...(revision === undefined ? {} : { expect: { lastSubjectSequence: revision } }),
      ...(ttl === undefined ? {} : { ttl }),
    });
  }
}

function outcomeOf(error: unknown): PutOutcome {
  if (error instanceof JetStreamApiError) {
    if (NOT_DECIDED.includes(error.code)) return UNANSWERED;
    const [, revision] = error.code === WRONG_SEQUENCE ? (/(\d+)$/.exec(error.message) ?? []) : [];
    return revision === undefined
      ? { kind: "refused", why: error.message }
      : { kind: "other-revision", revision: Number(revision) };
  }
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof PermissionViolationError) return { kind: "refused", why: "the credentials do not permit it" };
  // While the cluster elects a leader, nobody answers.
  return UNANSWERED;
}
