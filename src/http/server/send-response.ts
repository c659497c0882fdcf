import type { ServerResponse } from "node:http";
import type { Forwarding } from "../forwarding.ts";
import type { HttpLimits } from "../limits.ts";
import type { GatewayResponse } from "../request.ts";
import type { InFlight, Sending } from "./in-flight.ts";
import { headersOf } from "./serialize-response.ts";

interface ResponseSenderOptions {
  readonly limits: HttpLimits;
  readonly inFlight: InFlight;
  readonly forwarding: Forwarding;
}

/** The two newest requests on a connection, each by its Node response. */
interface Exchange {
  readonly newest: ServerResponse;
  readonly before: ServerResponse | undefined;
}

/** Sends responses by Node's own server, and knows which requests of a connection are still to be answered. */
export class ResponseSender {
  readonly #options: ResponseSenderOptions;
  readonly #exchanges = new WeakMap<object, Exchange>();

  constructor(options: ResponseSenderOptions) {
    this.#options = options;
  }

  /** A request has come that is to be answered on its connection. */
  begin(nodeResponse: ServerResponse): void {
    const { socket } = nodeResponse.req;
    this.#exchanges.set(socket, { newest: nodeResponse, before: this.#exchanges.get(socket)?.newest });
  }

  exchangeOn(socket: object): Exchange | undefined {
    return this.#exchanges.get(socket);
  }

  /** A response that its client does not take in time ends with its connection. */
  send(nodeResponse: ServerResponse, response: GatewayResponse): void {
    const { socket } = nodeResponse.req;
    if (socket.destroyed) return;
    const { clientAddress: address } = this.#options.forwarding.clientOf(socket, nodeResponse.req.rawHeaders);
    // Counted at once, not only if the response gets stuck: what follows in the same turn must see its bytes.
    const sending = this.#options.inFlight.begin({ connection: socket, address, response, pieces: response.body });
    nodeResponse.writeHead(response.status, varyingAlsoBy(nodeResponse.getHeader("vary"), headersOf(response)));
    nodeResponse.cork();
    // By itself: with bytes, Node puts the head of a response that waits ahead of a "100 Continue" that waits with it.
    nodeResponse.flushHeaders();
    for (const piece of response.body) nodeResponse.write(piece);
    nodeResponse.end();
    // What the kernel takes at once has left by then, which is nearly always all of it.
    process.nextTick(this.#endUnlessStuck, nodeResponse, sending);
  }

  readonly #endUnlessStuck = (nodeResponse: ServerResponse, sending: Sending): void => {
    if (nodeResponse.writableLength === 0) {
      sending.end();
      this.#forgetIfOver(nodeResponse);
      return;
    }
    const { socket } = nodeResponse.req;
    if (sending.isOneTooMany) socket.destroy();
    const deadline = setTimeout(() => socket.destroy(), this.#options.limits.sendMillis);
    sending.onEnd = () => clearTimeout(deadline);
    nodeResponse.once("close", () => sending.end());
  };

  /** An exchange with nothing left to arrive or to leave changes nothing for what follows on its connection. */
  #forgetIfOver({ req, shouldKeepAlive }: ServerResponse): void {
    const isOver = req.complete && shouldKeepAlive;
    if (isOver && this.#exchanges.get(req.socket)?.newest.req === req) this.#exchanges.delete(req.socket);
  }
}

/** What a response varies by of itself, and by where it goes. */
function varyingAlsoBy(also: number | string | string[] | undefined, headers: ReturnType<typeof headersOf>) {
  if (also === undefined) return headers;
  return { ...headers, Vary: headers.Vary === undefined ? String(also) : `${headers.Vary}, ${also}` };
}
