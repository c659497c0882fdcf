import { createSocket, type RemoteInfo, type Socket, type SocketOptions } from "node:dgram";
import type { DiscoveryReply } from "../../core/contract/discovery.ts";
import type { Clock } from "../../shared/clock.ts";
import { contained, onFirstError } from "../../shared/connection-faults.ts";
import { listenWithRetries } from "../../shared/retrying-listener.ts";
import { type NotedTraffic, shownText, type TrafficLog } from "../../shared/traffic-log.ts";
import type { DiscoveryAnswer, DiscoveryAnswers } from "./answer.ts";

export interface DiscoveryOptions {
  /** 0 takes a free one. */
  readonly port: number;
  readonly answers: DiscoveryAnswers;
  readonly clock: Clock;
  readonly retryMillis: number;
  /** Is shown each datagram, while somebody looks. */
  readonly traffic?: TrafficLog | undefined;
  /** Called with every state, so that a person can see why a gateway is not found. */
  readonly onState: (state: DiscoveryState) => void;
  readonly onFault: (fault: unknown) => void;
}

export type DiscoveryState =
  | { readonly listening: true; readonly port: number }
  | { readonly listening: false; readonly port: number; readonly reason: string };

export interface DiscoveryListener {
  /** Undefined while another program has the port. */
  readonly port: number | undefined;
  stop(): Promise<void>;
}

/** Answers discovery over UDP. A port that is taken is tried again until it is free. */
export async function listenForDiscovery(options: DiscoveryOptions): Promise<DiscoveryListener> {
  const { port, onState } = options;
  const listener = await listenWithRetries<Socket>({
    open: (onLost) => bound(options, onLost),
    close: (socket) => new Promise<void>((resolve) => socket.close(resolve)),
    onListening: (socket) => onState({ listening: true, port: socket.address().port }),
    onLost: (reason) => onState({ listening: false, port, reason }),
    clock: options.clock,
    retryMillis: options.retryMillis,
  });
  return {
    get port() {
      return listener.socket?.address().port;
    },
    stop: () => listener.stop(),
  };
}

/** One socket for every network, without address reuse: a second gateway must not start unnoticed. */
function bound(options: DiscoveryOptions, onLost: (error: unknown) => void): Promise<Socket> {
  const { port, answers, clock, traffic, onFault } = options;
  const socket = createSocket({ type: "udp4", lookup: withoutLookup });
  let ownPort = port;
  const answer = (datagram: Uint8Array, sender: RemoteInfo) => {
    const answered = answers.to(datagram, sender, { nowMillis: clock.now(), ownPort });
    if (traffic?.isOn) traffic.note(shownDatagram(datagram, sender, answered));
    if (!answered) return;
    const bytes = bytesOf(answered.reply);
    // A reply that cannot be sent is lost as any datagram may be: the client asks again.
    for (const to of answered.ports) socket.send(bytes, to, sender.address);
  };
  return new Promise((resolve, reject) => {
    const refuse = (error: Error) => {
      socket.close();
      reject(error);
    };
    socket.once("error", refuse);
    socket.bind(port, "0.0.0.0", () => {
      ownPort = socket.address().port;
      socket.off("error", refuse);
      onFirstError(socket, (error) => {
        socket.close();
        onLost(error);
      });
      // A fault costs the datagram that led to it, and no other.
      socket.on("message", contained({ end: () => undefined, onFault }, answer));
      resolve(socket);
    });
  });
}

/** Senders are addresses already: no name is looked up. */
const withoutLookup: SocketOptions["lookup"] = (address, _options, found) => found(null, address, 4);

const bytesOf = (reply: DiscoveryReply): Uint8Array => Buffer.from(JSON.stringify(reply));

function shownDatagram(
  datagram: Uint8Array,
  { address, port }: RemoteInfo,
  answered: DiscoveryAnswer | undefined,
): NotedTraffic {
  const common = { kind: "datagram", from: `${address}:${port}`, body: shownText([datagram]) } as const;
  if (!answered) return { ...common, what: "a datagram without an answer", bytes: datagram.byteLength };
  const reply = bytesOf(answered.reply);
  const what = `discovery, answered on port ${answered.ports.join(" and ")}`;
  return { ...common, what, answer: shownText([reply]), bytes: reply.byteLength };
}
