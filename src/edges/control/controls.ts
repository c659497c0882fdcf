import type { Gateway } from "../../core/gateway/gateway.ts";
import type { OptimisticState } from "../../core/gateway/optimistic-state.ts";
import type { HomeContents } from "../../core/home/model/contents.ts";
import type { Author, TrailPiece, TrailQuery } from "../../core/home/trail-entry.ts";
import type { Clock } from "../../shared/clock.ts";
import type { OperatorSession } from "../../shared/operator-session.ts";
import type { SignInRequest } from "../../shared/sign-in-request.ts";
import type { StepRunner } from "../../shared/steps.ts";
import type { TrafficLog } from "../../shared/traffic-log.ts";
import type { Backend } from "../backends/backend.ts";
import type { Problem } from "../backends/condition.ts";
import type { SimulatedBackend } from "../backends/simulated/start.ts";
import type { MatterBridge } from "../matter/bridge.ts";
import type { CommandTurns } from "./command-turns.ts";
import type { GatewayStatus, Reloaded } from "./views/status-view.ts";

/** A home that was read, or a line for each thing that is wrong with it. */
type ReadHome = HomeContents | { readonly problems: readonly string[] };

/** What an operator works on. */
export interface Controls {
  /** Who gives the commands: an operator, in a browser perhaps with a name, or a client with a key that may edit the home. */
  readonly by: Author;
  readonly gateway: Gateway;
  readonly backend: Backend;
  /** The back end once more, when its devices are simulated. */
  readonly simulation: SimulatedBackend | undefined;
  readonly optimisticState: Pick<OptimisticState, "isConfirmed">;
  readonly clock: Clock;
  /** Takes the steps of a command that concerns many resources. */
  readonly run: StepRunner;
  /** Where commands wait until they begin. */
  readonly turns: CommandTurns;
  /** A piece of the audit trail: the newest file's wanted entries, or those of the file before `older`. */
  readTrail(query: TrailQuery, older?: number): Promise<TrailPiece>;
  /** Reads the settings again and takes over what can change; a line for each problem in them, if there are any. */
  reload(): Promise<Reloaded | { readonly problems: readonly string[] }>;
  /** Browsers in which the operator uses the page; undefined where there is no page. */
  readonly sessions: SessionsControl | undefined;
  /** The Matter bridge; undefined where the gateway runs without it. */
  matter?(): Omit<MatterBridge, "stop"> | "starting" | undefined;
  /** What comes and goes, for whoever looks. */
  readonly traffic: Pick<TrafficLog, "follow">;
  /** What is not as it should be, beside what the back end says of itself. */
  problems?(): readonly Problem[];
  /** Presses the gateway's button, and logs it; rejects with a StoreFault where nobody can be told of it. */
  pressButton(by: Author): void | Promise<void>;
  status(): GatewayStatus;
  /** The whole home as one text. */
  exportHome(): Promise<string>;
  /** The same with what an export leaves out, made in steps. */
  backupHome(withKeys: boolean): Promise<string>;
  /** Keeps the home as it is, beside the one that is about to take its place; gives where. */
  keepHome(): Promise<string>;
  /** Reads an export. */
  readHome(text: string): Promise<ReadHome>;
  /** The home of the first start, with an identity that no gateway had before. */
  factoryHome(): Promise<ReadHome>;
  /** Removes whatever is still stored of homes that were. */
  forgetEverything(): Promise<void>;
}

/** What an operator does with sessions of browsers. */
interface SessionsControl {
  /** Addresses that open a session each, all of them together once: those for other machines first. */
  makeLink(): { readonly urls: readonly string[]; readonly millis: number };
  /** In the order in which they were opened. */
  list(): readonly OperatorSession[];
  /** Whether there was such a session; rejects with a StoreFault where its end cannot be kept. */
  end(id: string, by: Author): boolean | Promise<boolean>;
  /** Ends all but the one that asks, and whatever else could open one; rejects as `end` does. */
  endForReset(ownId: string | undefined, by: Author): Promise<void>;
  /** Browsers that ask to be let in; undefined where they cannot. */
  readonly requests: RequestsControl | undefined;
}

/** What an operator does with browsers that ask to be let in. */
interface RequestsControl {
  /** What a person runs to see them: `luxgate operators`. */
  readonly listCommand: string;
  /** In the order in which they were made. */
  list(): readonly SignInRequest[];
  /** Undefined where no request with this code waits; rejects with a StoreFault where the decision cannot be kept. */
  allow(code: string, by: Author): Promise<SignInRequest | undefined>;
  deny(code: string, by: Author): Promise<SignInRequest | undefined>;
}
