import type { AedesOptions, Client, ConnectPacket } from "aedes";
import type { Session } from "./session.ts";

/** aedes tells other brokers of itself in topics that nobody can subscribe to here. */
const HEARTBEAT_MILLIS = 3_600_000;

/** Works on the session of a client while its connection is there; a fault ends that connection. */
export type WithSession = (client: Client, work: (session: Session) => void) => void;

interface RuleOptions {
  readonly withSession: WithSession;
  readonly findKey: FindKey;
  readonly onRefused: (refused: RefusedClient) => void;
}

/** A client that is not let in, or no longer. */
export interface RefusedClient {
  readonly address: string;
  /** What it calls itself, as it came, but not all of it where that is long. */
  readonly clientId: string;
  readonly why: "no key" | "unknown key" | "key revoked";
}

type Done = () => void;

/**
 * Stands in for aedes' own queue of messages, which holds up everybody while one client does not read, and in which the
 * last of several subscriptions does not always win: messages go to each client by its session. What aedes says of
 * itself below `$SYS/`, the names of clients too, goes to nobody. Everything is answered at once, so a client's wishes
 * count in the order in which it sent them.
 */
const NO_QUEUE = {
  on: (_topic: string, _listener: unknown, done?: Done) => done?.(),
  removeListener: (_topic: string, _listener: unknown, done?: Done) => done?.(),
  emit: (_packet: unknown, done: Done) => done(),
  close: (done: Done) => done(),
};

/** What aedes lets clients do. It is left the words of the protocol. */
export const brokerRules = ({ withSession, findKey, onRefused }: RuleOptions): AedesOptions => ({
  heartbeatInterval: HEARTBEAT_MILLIS,
  concurrency: 0,
  mq: NO_QUEUE,
  preConnect: (client, packet, done) =>
    withSession(client, (session) => {
      session.begin({ clientId: packet.clientId, keepAliveSeconds: packet.keepalive ?? 0 });
      withoutPersistence(packet);
      done(null, true);
    }),
  authenticate: (client, username, password, done) =>
    withSession(client, (session) => {
      const words = [username ?? "", password?.toString("utf8") ?? ""];
      session.key = findKey(words, session.clientAddress);
      done(null, session.key !== undefined);
      if (session.key !== undefined) return;
      onRefused({ ...session.who, why: words.some((word) => word !== "") ? "unknown key" : "no key" });
    }),
  authorizeSubscribe: (client, subscription, done) =>
    withSession(client, (session) => {
      done(null, session.subscribe(subscription.topic, subscription.qos) ? subscription : null);
    }),
  authorizePublish: (_client, _packet, done) => done(new Error("clients publish nothing")),
});

/** The one of some words by which a client is let in. */
export type FindKey = (words: readonly string[], clientAddress: string) => string | undefined;

/**
 * Nothing is kept for a client that is away, whatever it asks: it reads again what it missed. Nothing is said for it
 * either once it is gone. Keep-alive is the session's.
 */
function withoutPersistence(packet: ConnectPacket): void {
  packet.clean = true;
  delete packet.will;
  packet.keepalive = 0;
}
