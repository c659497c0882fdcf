import { DiscoveryReply } from "../../contract/discovery.ts";
import { shown } from "../report/shown.ts";
import type { RuleId } from "../rules.ts";
import { findingOf, type SchemaViolation, schemaViolations } from "../schema-violations.ts";
import type { Session } from "../session.ts";
import { type Datagram, type Discoverable, exchange, type ReplyTimeouts } from "./datagrams.ts";

export type DiscoveryRecord = DiscoveryReply["data"];

export const REQUEST = '{"op":101}';

const TRIES = 3;

/** Asks one gateway by UDP, and checks every reply by itself and against the first one. */
export class DiscoveryAsker {
  readonly where: Discoverable;
  readonly #session: Session;
  readonly #replyTimeouts: ReplyTimeouts;
  #first: DiscoveryRecord | undefined;

  constructor(session: Session, where: Discoverable, replyTimeouts: ReplyTimeouts) {
    this.#session = session;
    this.where = where;
    this.#replyTimeouts = replyTimeouts;
  }

  expect(rule: RuleId, holds: boolean, { expected, found }: { expected: string; found: string }): void {
    const where = `UDP ${this.where.address}:${this.where.port}`;
    this.#session.expect(rule, holds, { where, expected, found });
  }

  /** Sends requests and gives the replies; without any reply the requests are sent again, as a datagram may be lost. */
  async send(
    payloads: readonly string[],
    { to = this.where.address, onBothPorts = false }: { to?: string; onBothPorts?: boolean } = {},
  ): Promise<readonly Datagram[]> {
    const asking = { payloads, to, replyTimeouts: this.#replyTimeouts, onBothPorts };
    let replies = await exchange(this.where, asking);
    for (let tries = 1; replies.length === 0 && tries < TRIES; tries += 1) replies = await exchange(this.where, asking);
    return replies;
  }

  /** Asks once; gives the record if it can be read. */
  async ask(): Promise<DiscoveryRecord | undefined> {
    const [reply] = await this.send([REQUEST]);
    return reply && this.read(reply);
  }

  read({ bytes }: Datagram): DiscoveryRecord | undefined {
    const value = jsonIn(bytes);
    const found = schemaViolations(DiscoveryReply, value);
    const broken = new Set(found.map(ruleFor));
    for (const violation of found)
      this.#session.findings.note(
        ruleFor(violation),
        findingOf(violation, `the reply to ${REQUEST} → ${violation.path}`),
      );
    for (const rule of RULES_OF_REPLY) if (!broken.has(rule)) this.#session.findings.note(rule);
    if (found.some(({ kind }) => kind !== "value")) return undefined;
    const { data } = value as DiscoveryReply;
    this.#checkWindow(data);
    this.#checkIdentity(data);
    return data;
  }

  #checkWindow({ link_enabled, link_remian_ms }: DiscoveryRecord): void {
    this.expect("discovery.shut", link_enabled === link_remian_ms > 0, {
      expected: link_enabled ? "link_remian_ms above 0" : "link_remian_ms 0",
      found: shown({ link_enabled, link_remian_ms }),
    });
  }

  #checkIdentity({ mac, reset_id }: DiscoveryRecord): void {
    this.#first ??= { mac, reset_id } as DiscoveryRecord;
    const first = { mac: this.#first.mac, reset_id: this.#first.reset_id };
    this.expect("discovery.same", first.mac === mac && first.reset_id === reset_id, {
      expected: shown(first),
      found: shown({ mac, reset_id }),
    });
  }
}

const RULES_OF_REPLY: readonly RuleId[] = [
  "discovery.op",
  "discovery.fields",
  "discovery.mac",
  "discovery.ip",
  "discovery.reset-id",
  "discovery.window",
];

const RULES_OF_VALUES: Readonly<Record<string, RuleId>> = {
  "/data/mac": "discovery.mac",
  "/data/ip": "discovery.ip",
  "/data/reset_id": "discovery.reset-id",
  "/data/link_remian_ms": "discovery.window",
};

function ruleFor({ path, kind }: SchemaViolation): RuleId {
  if (path === "" || path === "/op") return "discovery.op";
  return (kind === "value" ? RULES_OF_VALUES[path] : undefined) ?? "discovery.fields";
}

function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
