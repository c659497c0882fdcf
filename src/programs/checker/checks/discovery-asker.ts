import { DiscoveryReply } from "../../../core/contract/discovery.ts";
import { idKey } from "../answer.ts";
import { oddIntegerIn, readJson } from "../json.ts";
import { cut, shown } from "../report/shown.ts";
import type { RuleId } from "../rules.ts";
import { findingOf, schemaViolations } from "../schema-violations.ts";
import type { Session } from "../session.ts";
import type { Time } from "../time.ts";
import {
  countReplies,
  type Datagram,
  type Discoverable,
  type Exchange,
  exchange,
  type ReplyTimeouts,
} from "./datagrams.ts";
import { RULES_OF_REPLY, ruleForReply } from "./discovery-rules.ts";

export type DiscoveryRecord = DiscoveryReply["data"];

export const REQUEST = '{"op":101}';

/** A record, and between which times it was true. */
export interface DiscoveryLook {
  readonly record: DiscoveryRecord;
  readonly sentMillis: number;
  readonly receivedMillis: number;
}

interface SendOptions {
  readonly to?: string | undefined;
  readonly onBothPorts?: boolean;
  /** Whether the first reply is enough. */
  readonly isOneEnough?: boolean;
}

/** Asks one gateway by UDP, and checks every reply by itself and against the first one. */
export class DiscoveryAsker {
  readonly where: Discoverable;
  readonly time: Time;
  readonly #session: Session;
  readonly #replyTimeouts: ReplyTimeouts;
  #first: Pick<DiscoveryRecord, "mac" | "reset_id"> | undefined;
  #way: "unknown" | "direct" | "broadcast" = "unknown";
  /** The `reset_id` of every right record. */
  readonly #own = new Set<string>();

  constructor(session: Session, { where, replyTimeouts, time }: AskerOptions) {
    this.#session = session;
    this.where = where;
    this.time = time;
    this.#replyTimeouts = replyTimeouts;
  }

  expect(rule: RuleId, holds: boolean, { expected, found }: { expected: string; found: string }): void {
    const where = `UDP ${this.where.address}:${this.where.port}`;
    this.#session.expect(rule, holds, { where, expected, found });
  }

  /** Whether the gateway answers broadcasts, which the document describes, and nothing else. */
  get isByBroadcast(): boolean {
    return this.#way === "broadcast";
  }

  /**
   * Sends requests and gives the replies; without any reply the requests are sent again, as a datagram may be lost. They
   * go to the gateway's address or, if it never answered there, to all.
   */
  async send(payloads: readonly string[], options: SendOptions = {}): Promise<Exchange> {
    const { address, broadcastAddress } = this.where;
    if (this.#way === "broadcast") return this.#exchange(payloads, { to: broadcastAddress, ...options });
    const direct = await this.#exchange(payloads, { to: address, ...options });
    if (direct.replies.length > 0) this.#way = "direct";
    if (this.#way === "direct" || broadcastAddress === undefined || options.to !== undefined) return direct;
    const broadcast = await this.#exchange(payloads, { to: broadcastAddress, ...options });
    if (broadcast.replies.length > 0) this.#way = "broadcast";
    return broadcast;
  }

  #exchange(
    payloads: readonly string[],
    { to = this.where.address, onBothPorts = false, isOneEnough = false }: SendOptions,
  ): Promise<Exchange> {
    const replyTimeouts = isOneEnough ? { ...this.#replyTimeouts, furtherMillis: 0 } : this.#replyTimeouts;
    return exchange(this.where, { payloads, to, replyTimeouts, onBothPorts, isOwn: this.#ownFrom(to) });
  }

  /** What comes back from one address to a port of ours is the gateway's; others may answer a broadcast. */
  #ownFrom(to: string): (datagram: Datagram) => boolean {
    return (datagram) => (to === this.where.address && datagram.on === "asking-port") || this.#isFromGateway(datagram);
  }

  /** A gateway with several addresses may answer from another one than it was asked at. */
  #isFromGateway({ bytes, from }: Datagram): boolean {
    if (from.address === this.where.address) return true;
    const { json } = readJson(bytes);
    const isRecord = schemaViolations(DiscoveryReply, json).length === 0;
    return isRecord && this.#own.has(idKey((json as DiscoveryReply).data.reset_id));
  }

  /** Sends a request so many times, and gives how many replies come. */
  count(requests: number, paceMillis: number): Promise<number> {
    const { patienceMillis } = this.#replyTimeouts;
    const { address, broadcastAddress = address } = this.where;
    const to = this.isByBroadcast ? broadcastAddress : address;
    return countReplies(this.where, {
      payload: REQUEST,
      to,
      isOwn: this.#ownFrom(to),
      requests,
      patienceMillis,
      pause: () => this.time.wait(paceMillis),
    });
  }

  /** Asks once; gives the record if it can be read. */
  async look(): Promise<DiscoveryLook | undefined> {
    const sentMillis = this.time.now();
    const { replies } = await this.send([REQUEST], { isOneEnough: true });
    const [reply] = replies;
    const record = reply && this.read(reply);
    return record && { record, sentMillis, receivedMillis: this.time.now() };
  }

  /** Checks a reply; gives its record if nothing is missing and each field is of its type. */
  read({ bytes }: Datagram): DiscoveryRecord | undefined {
    const { json, isRightJson } = readJson(bytes);
    const found = schemaViolations(DiscoveryReply, json);
    const broken = new Set(found.map(ruleForReply));
    const at = (path: string) => `the reply to ${REQUEST} → ${path}`;
    for (const violation of found)
      this.#session.findings.note(ruleForReply(violation), findingOf(violation, at(violation.path)));
    for (const rule of RULES_OF_REPLY) if (!broken.has(rule)) this.#session.findings.note(rule);
    if (json !== undefined) this.#checkText(bytes, isRightJson);
    if (found.some(({ kind }) => kind !== "value")) return undefined;
    const { data } = json as DiscoveryReply;
    if (!broken.has("discovery.window")) this.#checkWindow(data);
    this.#checkProduct(data);
    if (!broken.has("discovery.mac")) this.#checkMac(data);
    this.#checkIdentity(data);
    return data;
  }

  #checkText(bytes: Uint8Array, isRightJson: boolean): void {
    const text = cut(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
    this.expect("discovery.json", isRightJson, { expected: "JSON in UTF-8, without a byte order mark", found: text });
    const oddInteger = oddIntegerIn(bytes);
    this.expect("http.integers", oddInteger === undefined, {
      expected: "integers without a fraction or exponent",
      found: `${oddInteger}`,
    });
  }

  #checkWindow({ link_enabled, link_remian_ms }: DiscoveryRecord): void {
    this.expect("discovery.shut", link_enabled === link_remian_ms > 0, {
      expected: link_enabled ? "link_remian_ms above 0" : "link_remian_ms 0",
      found: shown({ link_enabled, link_remian_ms }),
    });
  }

  #checkProduct({ name, model, version }: DiscoveryRecord): void {
    this.expect(
      "discovery.product",
      [name, model, version].every((text) => text.trim() !== ""),
      {
        expected: "a name, a model and a version",
        found: shown({ name, model, version }),
      },
    );
  }

  /** Of no interface: all zeros, and the addresses of groups, whose first byte is odd. */
  #checkMac({ mac }: DiscoveryRecord): void {
    const isOfInterface = /[^0:]/.test(mac) && Number.parseInt(mac.slice(0, 2), 16) % 2 === 0;
    this.expect("discovery.mac", isOfInterface, { expected: "the address of a network interface", found: mac });
  }

  #checkIdentity({ mac, reset_id }: DiscoveryRecord): void {
    this.#first ??= { mac, reset_id };
    this.#own.add(idKey(reset_id));
    const first = this.#first;
    this.expect("discovery.same", first.mac === mac && first.reset_id === reset_id, {
      expected: shown(first),
      found: shown({ mac, reset_id }),
    });
  }
}

export interface AskerOptions {
  readonly where: Discoverable;
  readonly replyTimeouts: ReplyTimeouts;
  readonly time: Time;
}
