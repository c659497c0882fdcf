import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Gateway } from "../../../src/core/gateway/gateway.ts";
import { contentsOf } from "../../../src/core/home/home.ts";
import type { HomeContents } from "../../../src/core/home/model/contents.ts";
import type { FleetAnswer, FleetCommand } from "../../../src/edges/fleet/command.ts";
import type { FleetCondition } from "../../../src/edges/fleet/member/condition.ts";
import { FleetMember } from "../../../src/edges/fleet/member/fleet-member.ts";
import { ManualClock } from "../gateway/manual-clock.ts";
import { gatewayOf } from "../home/empty-gateway.ts";
import { SeverableLine } from "../nats/severable-line.ts";
import type { TestFleet } from "./test-fleet.ts";

/** Each time round, time passes for the gateway, and a moment for the server. */
const STEP_MILLIS = 250;
const MOMENT_MILLIS = 4;
const MOST_STEPS = 1_500;

interface JoinedOptions {
  readonly contents: HomeContents;
  readonly folder?: string;
}

/** A gateway that joins a fleet over a line of its own, on a clock that the test drives. */
export class JoinedGateway {
  readonly gateway: Gateway;
  readonly clock = new ManualClock();
  readonly line: SeverableLine;
  readonly folder: string;
  readonly member: FleetMember;
  readonly conditions: FleetCondition[] = [];
  readonly commands: FleetCommand[] = [];
  readonly faults: unknown[] = [];
  answer: (command: FleetCommand) => Promise<FleetAnswer> = async () => ({ status: 200, body: "{}" });
  readonly #fleet: TestFleet;
  readonly #id: string;
  #wallMillis = Date.now();

  private constructor(fleet: TestFleet, id: string, line: SeverableLine, { contents, folder }: JoinedOptions) {
    this.#fleet = fleet;
    this.#id = id;
    this.line = line;
    this.folder = folder ?? mkdtempSync(join(tmpdir(), "luxgate-member-"));
    this.gateway = gatewayOf(contents, this.clock);
    this.member = FleetMember.start({
      address: { ...fleet.address(id), servers: [`127.0.0.1:${line.port}`] },
      gatewayId: id,
      folder: this.folder,
      gateway: this.gateway,
      version: "0.0.0-test",
      ip: () => undefined,
      problems: () => [],
      clock: this.clock,
      random: () => 0.02,
      today: () => new Date(this.#wallMillis + this.clock.now()),
      answer: (command) => {
        this.commands.push(command);
        return this.answer(command);
      },
      busy: { status: 503, body: '{"code":1}' },
      onCondition: (condition) => this.conditions.push(condition),
      onFault: (fault) => this.faults.push(fault),
    });
  }

  static async join(fleet: TestFleet, id: string, options: JoinedOptions): Promise<JoinedGateway> {
    const [server] = fleet.servers;
    return new JoinedGateway(fleet, id, await SeverableLine.to(server?.port ?? 0), options);
  }

  /** As when the machine is suspended: only the wall clock goes on. */
  suspendFor(millis: number): void {
    this.#wallMillis += millis;
  }

  /** Lets time pass until something is so. */
  async until(isSo: () => boolean | Promise<boolean>): Promise<void> {
    for (let step = 0; step < MOST_STEPS; step += 1) {
      if (this.faults.length > 0) throw this.faults[0];
      if (await isSo()) return;
      this.clock.advance(STEP_MILLIS);
      await aMoment();
    }
    throw new Error(`it did not come to that: ${JSON.stringify(this.member.condition)}`);
  }

  /** Until the fleet has all that this gateway has. */
  async published(): Promise<void> {
    await this.until(() => this.member.condition.isMember && this.member.condition.pending === 0);
  }

  async stop(): Promise<void> {
    const isThere = this.member.condition.isMember && this.line.isWhole;
    let isStopped = false;
    const stopping = this.member.stop().finally(() => {
      isStopped = true;
    });
    // A server that is there gets the time it takes.
    for (let moment = 0; isThere && !isStopped && moment < MOST_STEPS; moment += 1) await aMoment();
    await this.until(() => isStopped);
    await stopping;
    await this.line.stop();
  }

  /** The next process of this gateway, after a clean stop. */
  async restart(contents: HomeContents = contentsOf(this.gateway.home)): Promise<JoinedGateway> {
    await this.stop();
    return JoinedGateway.join(this.#fleet, this.#id, { contents, folder: this.folder });
  }

  /** The next process after this one was killed: it has what the killed one had written to its folder. */
  async killed(contents: HomeContents = contentsOf(this.gateway.home)): Promise<JoinedGateway> {
    this.line.cut();
    const folder = mkdtempSync(join(tmpdir(), "luxgate-member-"));
    cpSync(this.folder, folder, { recursive: true });
    await this.stop();
    this.clean();
    return JoinedGateway.join(this.#fleet, this.#id, { contents, folder });
  }

  clean(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const aMoment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, MOMENT_MILLIS));
