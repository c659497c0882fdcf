import "../../../src/edges/matter/thread/before-matter.ts";
import "../../../src/edges/matter/thread/matter-model.ts";
import { type Endpoint, Logger, LogLevel } from "@matter/main";
import { expect, onTestFinished } from "vitest";
import { Chosen } from "../../../src/edges/matter/lamps/chosen.ts";
import type { MatterLamp, MatterLampState } from "../../../src/edges/matter/lamps/matter-lamp.ts";
import type { LampCommand } from "../../../src/edges/matter/messages.ts";
import { ShownLamps } from "../../../src/edges/matter/shown-lamps.ts";
import { createNode } from "../../../src/edges/matter/thread/create-node.ts";
import type { LAMP_TYPES } from "../../../src/edges/matter/thread/lamp-servers.ts";
import { MatterDatabase } from "../../../src/edges/matter/thread/matter-database.ts";
import { NodeLamps } from "../../../src/edges/matter/thread/node-lamps.ts";
import { PlainHome } from "../home/plain-home.ts";

Logger.level = LogLevel.FATAL;

const SETTINGS = {
  ...{ database: ":memory:", gatewayId: "some gateway", port: 0, networkInterface: undefined },
  ...{ vendorId: 0xfff1, productId: 0x8000, name: "Luxgate", serialNumber: "020000000009", version: "0.0.0" },
};

const DEMO = new ShownLamps({ chosen: new Chosen([]), most: 100, known: [] }).update(PlainHome.demo().home).lamps;

/** Options of Matter's commands that say nothing. */
export const ANY = { optionsMask: {}, optionsOverride: {} };

type LampEndpoint = Endpoint<typeof LAMP_TYPES.colour>;

/** What something does to a lamp, as a command of an ecosystem does it. */
type Act = Parameters<LampEndpoint["act"]>[0];

/** A lamp as commands reach it. */
export type LampAgent = Parameters<Act>[0];

const fail = (fault: unknown) => {
  throw fault;
};

/** The lamps of the demo home on a node that is not online; the home carries out every command at once. */
export class LampsOnANode {
  readonly commands: LampCommand[] = [];
  readonly #database = new MatterDatabase(SETTINGS.database);
  readonly #lamps: NodeLamps;

  private constructor() {
    this.#lamps = new NodeLamps({
      ...{ database: this.#database, onNotShown: fail, onFault: fail, callerOf: () => "some home" },
      send: (command) => {
        this.commands.push(command);
        this.#lamps.commands.settle(command.id, undefined);
      },
    });
  }

  static async start(): Promise<LampsOnANode> {
    const made = new LampsOnANode();
    const parts = { database: made.#database, sink: made.#lamps.commands, onFault: fail };
    const node = await createNode(SETTINGS, parts);
    onTestFinished(() => node.close());
    await node.add(made.#lamps.bridge);
    await made.#lamps.change(DEMO, []);
    return made;
  }

  endpoint(name: string): LampEndpoint {
    const id = lampOf(name).id;
    const number = this.#database.numbersOf([id]).get(id);
    return [...this.#lamps.bridge.parts].find((part) => part.number === number) as unknown as LampEndpoint;
  }

  /** The one command that something done to a lamp comes to. */
  async commandOf(name: string, act: Act): Promise<LampCommand | undefined> {
    const [command] = await this.commandsOf(name, act);
    expect(this.commands).toHaveLength(1);
    return command;
  }

  /** The commands that things come to that are done to a lamp one after the other, at once. */
  async commandsOf(name: string, ...acts: readonly Act[]): Promise<readonly LampCommand[]> {
    this.commands.length = 0;
    for (const act of acts) await this.endpoint(name).act(act);
    await expect.poll(() => this.commands).not.toHaveLength(0);
    return this.commands;
  }

  /** The home has a lamp in another state, by whomever; or knows more of what it can show. */
  async show(name: string, state: Partial<MatterLampState>, ability: Pick<Partial<MatterLamp>, "whites"> = {}) {
    const lamp = lampOf(name);
    await this.#lamps.show([{ ...lamp, ...ability, state: { ...lamp.state, ...state } }], []);
  }
}

function lampOf(name: string): MatterLamp {
  const lamp = DEMO.find((one) => one.name === name);
  if (!lamp) throw new Error(`the demo home has no lamp ${name}`);
  return lamp;
}
