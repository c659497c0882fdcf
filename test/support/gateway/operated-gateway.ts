import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { Gateway } from "../../../src/core/gateway/gateway.ts";
import type { OptimisticState } from "../../../src/core/gateway/optimistic-state.ts";
import type { Store } from "../../../src/core/gateway/store.ts";
import { contentsOf } from "../../../src/core/home/home.ts";
import { isWanted, OPERATOR, type TrailPiece, type TrailQuery } from "../../../src/core/home/trail-entry.ts";
import { type SimulatedBackend, startSimulatedBackend } from "../../../src/edges/backends/simulated/start.ts";
import { CommandTurns } from "../../../src/edges/control/command-turns.ts";
import type { CommandName, GivenTo, ResultOf } from "../../../src/edges/control/commands.ts";
import type { Controls } from "../../../src/edges/control/controls.ts";
import { listenForOperator, type OperatorListener, type OperatorState } from "../../../src/edges/control/listen.ts";
import { backupText } from "../../../src/edges/store/backup.ts";
import { exportedText, readExported } from "../../../src/edges/store/exported-home.ts";
import { MemoryStore } from "../../../src/edges/store/memory-store.ts";
import { CommandFault } from "../../../src/programs/cli/command-fault.ts";
import { type AskOptions, askGateway } from "../../../src/programs/cli/operator/operator.ts";
import { startBackend } from "../../../src/runtime/start-backend.ts";
import { runAtOnce } from "../../../src/shared/steps.ts";
import { SYSTEM_CLOCK } from "../../../src/shared/system-clock.ts";
import { TrafficLog } from "../../../src/shared/traffic-log.ts";
import { ofIdentity } from "../home/of-identity.ts";
import { PlainHome } from "../home/plain-home.ts";
import { ManualClock } from "./manual-clock.ts";

export interface OperatedOptions {
  readonly folder?: string;
  readonly store?: Store;
  readonly controls?: Partial<Controls>;
}

/** The demo home with simulated devices, a clock that the test drives, and a real socket for its operator. */
export class OperatedGateway {
  readonly clock = new ManualClock();
  readonly folder: string;
  readonly store: Store;
  readonly gateway: Gateway;
  readonly simulation: SimulatedBackend;
  readonly controls: Controls;
  readonly states: OperatorState[] = [];
  readonly faults: unknown[] = [];
  presses = 0;
  timesForgotten = 0;
  readonly homesKept: string[] = [];
  readonly #optimisticState: OptimisticState;
  readonly #stopBackend: () => Promise<void>;
  #listener: OperatorListener | undefined;

  private constructor({ folder, store, controls }: OperatedOptions) {
    const { clock } = this;
    this.folder = folder ?? temporaryFolder();
    this.store = store ?? new MemoryStore();
    this.gateway = new Gateway({
      contents: contentsOf(PlainHome.demo().home),
      store: this.store,
      clock,
    });
    const { backend, optimisticState, stop } = startBackend(this.gateway, clock, startSimulatedBackend);
    this.simulation = backend;
    this.#optimisticState = optimisticState;
    this.#stopBackend = stop;
    this.controls = { ...this.#ownControls(), ...controls };
  }

  static async start(options: OperatedOptions = {}): Promise<OperatedGateway> {
    const operated = new OperatedGateway(options);
    onTestFinished(() => operated.stop());
    operated.#listener = await listenForOperator({
      folder: operated.folder,
      controls: operated.controls,
      onState: (state) => operated.states.push(state),
      onFault: (fault) => operated.faults.push(fault),
    });
    return operated;
  }

  get socketPath(): string {
    return this.#listener?.path ?? "";
  }

  /** What the gateway answers; what it refuses is thrown. */
  ask<Name extends CommandName>(
    command: Name,
    given: GivenTo<Name>,
    options: Omit<AskOptions<Name>, "folder"> = {},
  ): Promise<ResultOf<Name>> {
    return askGateway(command, given, { folder: this.folder, ...options });
  }

  /** The lines in which the gateway refuses something; none when it does not. */
  async refusal<Name extends CommandName>(command: Name, given: GivenTo<Name>): Promise<readonly string[]> {
    try {
      await this.ask(command, given);
      return [];
    } catch (error) {
      if (error instanceof CommandFault) return error.lines;
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.#listener?.stop();
    await this.#stopBackend();
  }

  #ownControls(): Controls {
    const { gateway, simulation, clock, folder, store } = this;
    return {
      by: OPERATOR,
      gateway,
      backend: simulation,
      simulation,
      optimisticState: this.#optimisticState,
      clock,
      run: runAtOnce,
      turns: new CommandTurns(SYSTEM_CLOCK.now),
      readTrail: (query) => Promise.resolve(pieceOf(store, query)),
      sessions: undefined,
      traffic: new TrafficLog(() => new Date()),
      reload: async () => ({ taken: [], needRestart: [] }),
      pressButton: () => {
        this.presses += 1;
        gateway.pressButton();
      },
      status: () => ({
        notReady: [],
        version: "0.0.0-test",
        pid: 1,
        uptimeMillis: 61_000,
        http: { address: "127.0.0.1", port: 8080 },
        page: null,
        https: null,
        metrics: null,
        discovery: { port: 9001 },
        mqtt: { port: 1883, clients: 0 },
        broker: null,
        fleet: null,
        matter: null,
        mdns: { off: "not wanted" },
        eventStreams: 0,
        profile: "home",
        stateFolder: folder,
        store: { trouble: null, lastSnapshot: null },
        recovered: [],
      }),
      exportHome: async () => exportedText(contentsOf(gateway.home), "0.0.0-test"),
      backupHome: async (hasKeys) =>
        backupText({ contents: contentsOf(gateway.home), madeFrom: "demo", at: "", luxgate: "0.0.0-test", hasKeys }),
      readHome: async (text) => readExported(text),
      keepHome: async () => {
        this.homesKept.push(exportedText(contentsOf(gateway.home), "0.0.0-test"));
        return "replaced.json";
      },
      factoryHome: async () =>
        ofIdentity(contentsOf(PlainHome.demo().home), {
          ...gateway.home.identity,
          resetId: "4E1B6F4C-0F7E-4A51-8F3A-0A8E6B9D2C11",
        }),
      forgetEverything: async () => {
        this.timesForgotten += 1;
      },
    };
  }
}

/** The whole trail of a store in memory, as one piece; others have none here. */
/** The trail of a store in memory, as one stretch: all of it, or what is before `older`. */
export function pieceOf(store: Store, query: TrailQuery, older = Number.POSITIVE_INFINITY): TrailPiece {
  const trail = store instanceof MemoryStore ? store.trail : [];
  const entries = trail.map((entry, index) => ({ ...entry, sequence: index + 1, at: "2026-11-16T20:15:00.000Z" }));
  return {
    entries: entries.filter((entry) => entry.sequence < older && isWanted(entry, query)),
    oldestAt: entries[0]?.at,
    unreadable: 0,
    older: undefined,
    last: entries.length,
  };
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "luxgate-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
