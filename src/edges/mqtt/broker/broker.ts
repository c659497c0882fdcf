import type { Socket } from "node:net";
import { FairTurns, inNextTurn } from "../../../shared/fair-turns.ts";
import type { BrokerOptions } from "./broker-options.ts";
import { ClientConnection } from "./client-connection.ts";
import { Resync } from "./resync.ts";

const TICK_MILLIS = 1_000;
/** For how long clients are served in one turn of the event loop, and others after a turn that was used up. */
const SLICE_MILLIS = 1;
const PAUSE_MILLIS = 1;

/** An MQTT broker that publishes events to its clients, which publish nothing themselves. */
export class Broker {
  readonly #options: BrokerOptions;
  readonly #connections = new Set<ClientConnection>();
  /** The last connection of each client id. */
  readonly #connectionsById = new Map<string, ClientConnection>();
  readonly #turns: FairTurns;
  readonly #resync: Resync | undefined;
  #unsubscribe: () => void = () => undefined;
  #stopTicking: () => void = () => undefined;

  private constructor(options: BrokerOptions) {
    const { clock } = options;
    this.#options = options;
    this.#turns = new FairTurns({
      now: clock.now,
      sliceMillis: SLICE_MILLIS,
      later: inNextTurn,
      pause: (run) => clock.after(PAUSE_MILLIS, run),
    });
    this.#resync = options.resync ? new Resync(options) : undefined;
  }

  static start(options: BrokerOptions): Broker {
    const broker = new Broker(options);
    broker.#unsubscribe = options.messages.onAppended(() => {
      for (const connection of broker.#connections) broker.#turns.add(connection);
    });
    broker.#tick();
    return broker;
  }

  /** How many clients have sent CONNECT. */
  get clients(): number {
    return this.#connected.length;
  }

  /** The last event that the slowest client has acknowledged; undefined where there is no client. */
  get slowest(): number | undefined {
    const acknowledged = this.#connected.map(({ session }) => session.acknowledged);
    return acknowledged.length > 0 ? Math.min(...acknowledged) : undefined;
  }

  /** `onConnected` is called once the client has sent CONNECT. */
  accept(socket: Socket, onConnected: () => void): void {
    let clientId = "";
    const connection: ClientConnection = new ClientConnection({
      ...this.#options,
      socket,
      sendsState: this.#resync,
      findKey: this.#findKey,
      onConnected,
      onAccepted: (id) => {
        clientId = id;
        this.#takeOver(id, connection);
      },
      onDue: () => this.#turns.add(connection),
    });
    this.#connections.add(connection);
    socket.once("close", () => {
      this.#connections.delete(connection);
      this.#turns.remove(connection);
      connection.close();
      if (this.#connectionsById.get(clientId) === connection) this.#connectionsById.delete(clientId);
    });
  }

  /** Ends the connections of clients whose key was revoked. */
  dropUnauthorized(): void {
    for (const { session } of this.#connections) {
      const { key, clientAddress } = session;
      if (key === undefined || this.#findKey([key], clientAddress) !== undefined) continue;
      session.drop();
      this.#options.onRefused({ ...session.who, why: "key revoked" });
    }
  }

  stop(): void {
    this.#unsubscribe();
    this.#stopTicking();
    this.#turns.stop();
    this.#resync?.stop();
    for (const connection of this.#connections) {
      // What has happened by now, and waits for this client's turn, is sent before the end.
      connection.takeTurn();
      connection.session.drop();
    }
  }

  get #connected(): readonly ClientConnection[] {
    return [...this.#connections].filter(({ session }) => session.hasConnected);
  }

  /** A client id has one connection, the last: MQTT 3.1.1 §3.1.4. */
  #takeOver(clientId: string, connection: ClientConnection): void {
    if (clientId === "") return;
    const former = this.#connectionsById.get(clientId);
    this.#connectionsById.set(clientId, connection);
    former?.session.drop();
  }

  readonly #findKey = (credentials: readonly string[], clientAddress: string): string | undefined => {
    const { isKey } = this.#options;
    return isKey ? credentials.find((one) => one !== "" && isKey(one, clientAddress)) : "";
  };

  #tick(): void {
    this.#stopTicking = this.#options.clock.after(TICK_MILLIS, () => {
      for (const connection of this.#connections) connection.tick();
      this.#tick();
    });
  }
}
