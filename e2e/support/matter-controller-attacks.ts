import { Socket } from "node:dgram";
import { ChannelType, Seconds, type ServerNode, TransportSet } from "@matter/main";
import { ExchangeManager, PaseClient, SessionManager } from "@matter/main/protocol";
import { SECURE_CHANNEL_PROTOCOL_ID } from "@matter/main/types";

const MDNS_PORT = 5353;

/** What the controller sends to nodes: it is noted, and while it is held back, nothing of it leaves. */
export const outgoing = { isHeldBack: false, datagrams: [] as string[] };

const { send } = Socket.prototype;
const isToNodes = ([, second, third, fourth]: readonly unknown[]): boolean =>
  (typeof third === "number" && typeof fourth === "number" ? third : second) !== MDNS_PORT;

Socket.prototype.send = function (this: Socket, ...given: unknown[]) {
  if (isToNodes(given)) {
    outgoing.datagrams.push(Buffer.from(given[0] as Uint8Array).toString("base64"));
    const done = given.at(-1);
    if (outgoing.isHeldBack) return typeof done === "function" ? done(null, 0) : undefined;
  }
  return Reflect.apply(send, this, given);
} as typeof send;

interface Address {
  readonly ip: string;
  readonly port: number;
}

/** Gives a passcode to a gateway, and no more: "right", or why it was refused. */
export async function guess(controller: ServerNode, passcode: number, address: Address): Promise<string> {
  const { env } = controller;
  const [sessions, exchanges] = [env.get(SessionManager), env.get(ExchangeManager)];
  const transport = env.get(TransportSet).interfaceFor(ChannelType.UDP, "0.0.0.0");
  if (!transport) throw new Error("there is no IPv4");
  const channel = await transport.openChannel({ type: "udp", ...address });
  const session = sessions.createUnsecuredSession({ channel, isInitiator: true });
  const exchange = exchanges.initiateExchangeForSession(session, SECURE_CHANNEL_PROTOCOL_ID);
  try {
    const secure = await new PaseClient(sessions).pair(sessions.sessionParameters, exchange, channel, passcode, {
      abort: AbortSignal.timeout(Seconds(5)),
    });
    await secure.initiateForceClose({ cause: new Error("known") });
    return "right";
  } catch (fault) {
    return String(fault);
  } finally {
    await session.initiateForceClose({ cause: new Error("tried") });
  }
}
