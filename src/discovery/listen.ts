import { createSocket, type RemoteInfo, type Socket, type SocketOptions } from "node:dgram";
import type { DiscoveryReply } from "../contract/discovery.ts";
import type { MonotonicClock } from "../home/clock.ts";
import { onFirstError } from "../shared/connection-faults.ts";
import type { DiscoveryAnswers } from "./answer.ts";

export interface DiscoveryOptions {
  /** 0 takes a free one. */
  readonly port: number;
  readonly answers: DiscoveryAnswers;
  readonly clock: MonotonicClock;
  readonly retryMillis: number;
  /** Told of every state, so that a person can see why a gateway is not found. */
  readonly onState: (state: DiscoveryState) => void;
}

export type DiscoveryState =
  | { readonly listening: true; readonly port: number }
  | { readonly listening: false; readonly port: number; readonly reason: string };

export interface DiscoveryListener {
  /** Undefined while the port is taken by somebody else. */
  readonly port: number | undefined;
  stop(): Promise<void>;
}

/** Answers discovery over UDP. A port that is taken is tried again until it is free. */
export async function listenForDiscovery(options: DiscoveryOptions): Promise<DiscoveryListener> {
  let socket: Socket | undefined;
  let retry: NodeJS.Timeout | undefined;
  let stopped = false;

  const open = async () => {
    try {
      const fresh = await bound(options, lost);
      if (stopped) {
        fresh.close();
        return;
      }
      socket = fresh;
      options.onState({ listening: true, port: fresh.address().port });
    } catch (error) {
      lost(error);
    }
  };
  const lost = (error: unknown) => {
    socket = undefined;
    if (stopped) return;
    options.onState({ listening: false, port: options.port, reason: reasonOf(error) });
    retry = setTimeout(() => void open(), options.retryMillis);
  };

  await open();
  return {
    get port() {
      return socket?.address().port;
    },
    async stop() {
      stopped = true;
      clearTimeout(retry);
      const closing = socket;
      socket = undefined;
      if (closing) await new Promise<void>((resolve) => closing.close(resolve));
    },
  };
}

/** One socket for every network, without address reuse: a second gateway must not start unnoticed. */
function bound({ port, answers, clock }: DiscoveryOptions, onLost: (error: unknown) => void): Promise<Socket> {
  const socket = createSocket({ type: "udp4", lookup: asItIs });
  let ownPort = port;
  const answer = (datagram: Uint8Array, sender: RemoteInfo) => {
    const answered = answers.to(datagram, sender, { nowMillis: clock(), ownPort });
    if (!answered) return;
    const bytes = bytesOf(answered.reply);
    // A reply that the network does not take is lost as any datagram may be: the client asks again.
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
      socket.on("message", answer);
      resolve(socket);
    });
  });
}

/** Whoever asked is known by an address: no name is looked up. */
const asItIs: SocketOptions["lookup"] = (address, _options, found) => found(null, address, 4);

/** Most replies are the same as the one before. */
const written = new WeakMap<DiscoveryReply, Uint8Array>();

function bytesOf(reply: DiscoveryReply): Uint8Array {
  const bytes = written.get(reply) ?? Buffer.from(JSON.stringify(reply));
  written.set(reply, bytes);
  return bytes;
}

const reasonOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : String(error);
