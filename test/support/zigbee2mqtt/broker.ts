import { Socket } from "node:net";
import type { AedesOptions, Client } from "aedes";
import { ForeignBroker } from "../events/mqtt-foreign-broker.ts";

/**
 * A broker that passes on what a client publishes in its order, as the protocol has it: left to itself, Aedes lets
 * what is not kept overtake what is.
 */
export const startOrderlyBroker = (): Promise<ForeignBroker> => ForeignBroker.start(inOrder());

function inOrder(): AedesOptions {
  const waiting = new WeakMap<Client, (() => void)[]>();
  return {
    authorizePublish: (client, _packet, pass) => {
      if (!client) return pass(null);
      const queue = waiting.get(client) ?? [];
      waiting.set(client, queue);
      queue.push(() => pass(null));
      if (queue.length === 1) queue[0]?.();
    },
    published: (_packet, client, done) => {
      const queue = client ? waiting.get(client) : undefined;
      queue?.shift();
      queue?.[0]?.();
      done();
    },
    /** Small messages are not held back to be sent together. */
    preConnect: ({ conn }, _packet, pass) => {
      if (conn instanceof Socket) conn.setNoDelay(true);
      pass(null, true);
    },
  };
}
