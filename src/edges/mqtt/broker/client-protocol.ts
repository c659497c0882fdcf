import type { IConnectPacket, ISubscribePacket, IUnsubscribePacket, Packet } from "mqtt-packet";
import { isValidFilter } from "./filters.ts";
import type { Session } from "./session.ts";

/** A client that is refused, or dropped because its key was revoked. */
export interface RefusedClient {
  readonly address: string;
  /** The client id, cut short where it is long. */
  readonly clientId: string;
  readonly why: "no key" | "unknown key" | "key revoked" | "connections of address" | "connections";
}

interface ClientProtocolOptions {
  readonly session: Session;
  /** The key among a client's user name and password; empty where no key is needed. */
  readonly findKey: (credentials: readonly string[], clientAddress: string) => string | undefined;
  readonly onRefused: (refused: RefusedClient) => void;
  /** Called once the client is accepted, before its CONNACK: another connection with the same id must end. */
  readonly onAccepted: (clientId: string) => void;
  readonly write: (packet: Packet) => void;
  /** Ends the connection once everything is written. */
  readonly end: () => void;
}

/** Return codes of a CONNACK: MQTT 3.1.1 §3.2.2.3. */
export const CONNACK = { accepted: 0, unacceptableVersion: 1, identifierRejected: 2, notAuthorized: 5 } as const;
/** MQTT 3.1 and 3.1.1. */
const VERSIONS: readonly (number | undefined)[] = [3, 4];
/** Of MQTT 3.1. */
const LONGEST_ID_OF_VERSION_3 = 23;
/** In a SUBACK: MQTT 3.1.1 §3.9.3. */
export const REFUSED_FILTER = 128;
const BEST_QOS = 1;

/** Answers the packets of one client, acknowledgements apart, in their order. */
export class ClientProtocol {
  readonly #options: ClientProtocolOptions;

  constructor(options: ClientProtocolOptions) {
    this.#options = options;
  }

  /** `refused` for a packet that violates the protocol: the connection must end. */
  handle(packet: Packet): "refused" | undefined {
    const { session, write, end } = this.#options;
    if ((packet.cmd === "connect") === session.hasConnected) return "refused";
    switch (packet.cmd) {
      case "connect":
        this.#connect(packet);
        return undefined;
      case "subscribe":
        return this.#subscribe(packet);
      case "unsubscribe":
        return this.#unsubscribe(packet);
      case "pingreq":
        write({ cmd: "pingresp" });
        return undefined;
      case "disconnect":
        end();
        return undefined;
      default:
        return "refused";
    }
  }

  /** No session outlives its connection, no will is published, and keep-alive is the session's. */
  #connect({ clientId, keepalive = 0, protocolVersion, username = "", password }: IConnectPacket): void {
    const { session, onAccepted } = this.#options;
    session.begin({ clientId, keepAliveSeconds: keepalive });
    const isTooLong = protocolVersion === 3 && clientId.length > LONGEST_ID_OF_VERSION_3;
    if (!VERSIONS.includes(protocolVersion)) this.#refuse(CONNACK.unacceptableVersion);
    else if (isTooLong) this.#refuse(CONNACK.identifierRejected);
    else if (!this.#authenticate([username, password?.toString("utf8") ?? ""])) this.#refuse(CONNACK.notAuthorized);
    else {
      onAccepted(clientId);
      this.#options.write({ cmd: "connack", returnCode: CONNACK.accepted, sessionPresent: false });
    }
  }

  #authenticate(credentials: readonly string[]): boolean {
    const { session, findKey, onRefused } = this.#options;
    session.hasCredentials = credentials.some((one) => one !== "");
    session.key = findKey(credentials, session.clientAddress);
    if (session.key !== undefined) return true;
    onRefused({ ...session.who, why: session.hasCredentials ? "unknown key" : "no key" });
    return false;
  }

  #refuse(returnCode: number): void {
    this.#options.write({ cmd: "connack", returnCode, sessionPresent: false });
    this.#options.end();
  }

  #subscribe({ subscriptions, messageId }: ISubscribePacket): "refused" | undefined {
    const { session, write } = this.#options;
    if (!areValidFilters(subscriptions.map(({ topic }) => topic))) return "refused";
    const granted = subscriptions.map(({ topic, qos }) => {
      return session.subscribe(topic, qos) ? Math.min(qos, BEST_QOS) : REFUSED_FILTER;
    });
    write({ cmd: "suback", granted, ...(messageId === undefined ? {} : { messageId }) });
    session.subscribed(subscriptions.filter((_, at) => granted[at] !== REFUSED_FILTER).map(({ topic }) => topic));
    return undefined;
  }

  #unsubscribe({ unsubscriptions, messageId }: IUnsubscribePacket): "refused" | undefined {
    const { session, write } = this.#options;
    if (!areValidFilters(unsubscriptions)) return "refused";
    session.unsubscribe(unsubscriptions);
    write({ cmd: "unsuback", granted: [], ...(messageId === undefined ? {} : { messageId }) });
    return undefined;
  }
}

/** A packet without filters violates the protocol, as one with an invalid filter does: MQTT 3.1.1 §3.8.3, §3.10.3. */
const areValidFilters = (filters: readonly string[]): boolean => filters.length > 0 && filters.every(isValidFilter);
