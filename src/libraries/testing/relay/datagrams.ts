import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import type { Clock } from "../../../shared/clock.ts";
import type { Rules } from "../rules.ts";

export interface DatagramsOptions {
  /** 0 takes a free one. */
  readonly port: number;
  /** Where the gateway listens at the moment. */
  readonly gatewayPort: () => number;
  readonly rules: Rules;
  readonly clock: () => Clock;
}

export interface Datagrams {
  readonly port: number;
  stop(): Promise<void>;
}

/** Questions that the gateway has not answered; it does not answer all. */
const MOST_ASKING = 256;

/** Stands before the discovery port of the gateway; what goes wrong, goes wrong with the answers. */
export async function relayDatagrams({ port, gatewayPort, rules, clock }: DatagramsOptions): Promise<Datagrams> {
  const asking = new Set<Socket>();
  const forget = (back: Socket) => {
    if (asking.delete(back)) back.close();
  };
  const front = createSocket("udp4");
  front.on("message", (question, asker) => {
    const back = createSocket("udp4");
    asking.add(back);
    const [oldest = back] = asking;
    if (asking.size > MOST_ASKING) forget(oldest);
    back.on("error", ignoreUnsent);
    back.on("message", (answer) => {
      forget(back);
      const send = (bytes: Buffer) => () => front.send(bytes, asker.port, asker.address, ignoreUnsent);
      passOn(answer, send, { rules, clock });
    });
    back.send(question, gatewayPort(), "127.0.0.1", ignoreUnsent);
  });
  front.bind(port, "0.0.0.0");
  await once(front, "listening");
  return {
    port: front.address().port,
    async stop() {
      const sockets = [front, ...asking];
      await Promise.all(sockets.map((socket) => new Promise<void>((resolve) => socket.close(resolve))));
    },
  };
}

const ignoreUnsent = () => undefined;

function passOn(
  answer: Buffer,
  send: (bytes: Buffer) => () => void,
  { rules, clock }: Pick<DatagramsOptions, "rules" | "clock">,
): void {
  const fault = rules.take({ door: "discovery" }, ["lose", "duplicate", "delay", "malformed-json"]);
  switch (fault?.kind) {
    case "lose":
      return;
    case "delay":
      return void clock().after(fault.millis, send(answer));
    case "duplicate":
      for (let copy = 0; copy < (fault.copies ?? 2); copy += 1) send(answer)();
      return;
    case "malformed-json":
      send(answer.subarray(0, -1))();
      return;
    case undefined:
      send(answer)();
      return;
    default:
      fault satisfies never;
  }
}
