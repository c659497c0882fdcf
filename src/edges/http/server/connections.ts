/** A connection that a listener has accepted. */
export interface OpenConnection {
  /** Whether it waits for a request, a request is in work on it, or its client has not taken the response yet. */
  readonly state: "idle" | "working" | "sending";
  /** For how long nothing has come on it, in no unit. */
  readonly idleTicks: number;
  /** Ends it once the request in work is answered, or at once. No more requests are taken. */
  end({ atOnce }: { readonly atOnce: boolean }): void;
}

/** The open connections of a listener, the oldest first. */
export class Connections {
  readonly #open = new Set<OpenConnection>();
  #isEnding = false;

  /** A connection that comes after `end` is ended too. */
  add(connection: OpenConnection): void {
    this.#open.add(connection);
    if (this.#isEnding) connection.end({ atOnce: false });
  }

  delete(connection: OpenConnection): void {
    this.#open.delete(connection);
  }

  end(how: { readonly atOnce: boolean }): void {
    this.#isEnding = true;
    for (const connection of this.#open) connection.end(how);
  }

  /** Ends a connection for one that comes: false where a request is in work on each of them. */
  makeRoom(): boolean {
    const dropped = this.#idlest() ?? this.#oldestSending();
    if (!dropped) return false;
    this.#open.delete(dropped);
    dropped.end({ atOnce: true });
    return true;
  }

  #idlest(): OpenConnection | undefined {
    let idlest: OpenConnection | undefined;
    for (const connection of this.#open) {
      if (connection.state !== "idle") continue;
      if (idlest === undefined || connection.idleTicks > idlest.idleTicks) idlest = connection;
    }
    return idlest;
  }

  /** A client that takes its response slowly has a place only while nobody else needs it. */
  #oldestSending(): OpenConnection | undefined {
    for (const connection of this.#open) if (connection.state === "sending") return connection;
    return undefined;
  }
}
