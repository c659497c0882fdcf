import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Gateway } from "../../../src/core/gateway/gateway.ts";
import type { HomeContents } from "../../../src/core/home/model/contents.ts";
import { WireEvents } from "../../../src/core/present/events/events.ts";
import { Journal } from "../../../src/core/present/events/journal.ts";
import { EVENT_LIMITS, type EventLimits } from "../../../src/edges/http/sse/event-limits.ts";
import { EventStreams } from "../../../src/edges/http/sse/event-stream.ts";
import { CountingClock } from "../gateway/counting-clock.ts";
import { gatewayOf } from "../home/empty-gateway.ts";
import { FURNISHED } from "../home/furnished-home.ts";
import { EventStreamClient, type StreamRequest } from "./event-stream-client.ts";

export interface EventServerOptions {
  readonly contents?: HomeContents;
  readonly journal?: Journal;
  readonly limits?: Partial<EventLimits>;
}

/** The first id is the one after this. */
export const START = 1_800_000_000_000_000;

/** A gateway whose clients can do nothing but follow events, on a clock that the test drives. */
export class EventServer {
  readonly clock = new CountingClock();
  readonly gateway: Gateway;
  readonly journal: Journal;
  readonly streams: EventStreams;
  readonly faults: unknown[] = [];
  /** What was handed to the streams, the newest last. */
  readonly responses: ServerResponse[] = [];
  readonly #server: Server;

  private constructor({ contents = FURNISHED, journal = new Journal(START), limits }: EventServerOptions) {
    this.gateway = gatewayOf(contents);
    this.journal = journal;
    const events = new WireEvents(this.gateway.home);
    this.gateway.watchRounds((round) => journal.append(events.of(round)));
    this.streams = new EventStreams({
      home: this.gateway.home,
      journal,
      clock: this.clock,
      limits: { ...EVENT_LIMITS, ...limits },
      onFault: (fault) => this.faults.push(fault),
    });
    this.#server = createServer(({ headers }, response) => {
      const asked = {
        // As behind a proxy that names the client.
        clientAddress: headers["x-forwarded-for"]?.toString() ?? "127.0.0.1",
        origin: `http://${headers.host}`,
        lastEventId: headers["last-event-id"]?.toString(),
      };
      if (this.streams.open(response, asked) === "too-many") response.writeHead(503).end();
      else this.responses.push(response);
    });
  }

  static async start(options: EventServerOptions = {}): Promise<EventServer> {
    const server = new EventServer(options);
    await once(server.#server.listen(0, "127.0.0.1"), "listening");
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  client(asked: Omit<StreamRequest, "port"> = {}): Promise<EventStreamClient> {
    return EventStreamClient.open({ port: this.port, ...asked });
  }

  /** Once the streams know that a client, counted from 0, is not there any more. */
  async hasLeft(index: number): Promise<void> {
    const response = this.responses[index];
    if (response && !response.closed) await once(response, "close");
  }

  async stop(): Promise<void> {
    this.streams.stop();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
