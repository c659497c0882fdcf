/** A connection that a listener has accepted. */
export interface OpenConnection {
  /** For how long nothing has come on it, in no unit; undefined while a request is in work. */
  readonly idleness: number | undefined;
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

  /** Ends the connection that has been idle for the longest; false where a request is in work on each. */
  endIdlest(): boolean {
    let idlest: OpenConnection | undefined;
    for (const connection of this.#open) {
      const { idleness = -1 } = connection;
      if (idleness > (idlest?.idleness ?? -1)) idlest = connection;
    }
    if (!idlest) return false;
    this.#open.delete(idlest);
    idlest.end({ atOnce: true });
    return true;
  }
}
