import { jetstream } from "@nats-io/jetstream";
import { connect, headers, type NatsConnection } from "@nats-io/transport-node";
import type { ResourceWrite } from "../../../src/core/gateway/store.ts";
import { additions } from "../../../src/core/home/home.ts";
import type { HomeContents } from "../../../src/core/home/model/contents.ts";
import type { FleetAnswer, FleetCommand } from "../../../src/edges/fleet/command.ts";
import { entryKey, entryValue } from "../../../src/edges/fleet/fleet-entry.ts";
import type { Presence } from "../../../src/edges/fleet/presence.ts";
import { commandSubject, inboxOf, putSubject } from "../../../src/edges/fleet/subjects.ts";
import type { TestFleet } from "./test-fleet.ts";

/** Puts what a gateway puts, one entry at a time, so that a test says when. */
export class HandMadeGateway {
  readonly id: string;
  readonly commands: FleetCommand[] = [];
  readonly #connection: NatsConnection;
  readonly #presence: Presence = {
    epoch: "first",
    instance: "1",
    name: "Luxgate",
    version: "0.0.0",
    startedAt: "2026-01-01T00:00:00.000Z",
    problems: [],
    lights: 0,
    pending: 0,
  };

  private constructor(id: string, connection: NatsConnection) {
    this.id = id;
    this.#connection = connection;
  }

  static async join(fleet: TestFleet, id: string, contents?: HomeContents): Promise<HandMadeGateway> {
    const connection = await connect({ ...fleet.login(id), inboxPrefix: inboxOf(id) });
    const gateway = new HandMadeGateway(id, connection);
    await gateway.announce();
    if (contents) await gateway.putAll(contents);
    return gateway;
  }

  async announce(more: Partial<Presence> = {}): Promise<void> {
    await this.putText("presence", JSON.stringify({ ...this.#presence, ...more }));
  }

  async putAll(contents: HomeContents): Promise<void> {
    const { identity } = contents;
    await this.put({ in: "identity", id: "identity", after: identity, isNew: false });
    for (const replacement of additions(contents)) {
      const { in: kind, after } = replacement;
      if (kind !== "keys" && after) await this.put({ in: kind, id: after.id, after, isNew: false } as ResourceWrite);
    }
  }

  async put(write: ResourceWrite, epoch = "first"): Promise<void> {
    if (write.in === "keys") throw new Error("keys are the gateway's own");
    await this.putText(entryKey(write.in, write.id), entryValue(write, epoch));
  }

  /** Without a text the entry is deleted. */
  async putText(key: string, text: string | undefined): Promise<void> {
    const marker = headers();
    marker.set("KV-Operation", "DEL");
    const subject = putSubject(this.id, key);
    await jetstream(this.#connection).publish(subject, text ?? "", text === undefined ? { headers: marker } : {});
  }

  /** Once it resolves, commands are taken, and answered so, or never. */
  async answer(answer: FleetAnswer | undefined): Promise<void> {
    this.#connection.subscribe(commandSubject(this.id), {
      callback: (_error, message) => {
        this.commands.push(message.json());
        if (answer) message.respond(JSON.stringify(answer));
      },
    });
    await this.#connection.flush();
  }

  async leave(): Promise<void> {
    await this.#connection.close();
  }
}
