import type { Gateway } from "../../core/gateway/gateway.ts";
import type { OptimisticState } from "../../core/gateway/optimistic-state.ts";
import type { HomeContents } from "../../core/home/model/contents.ts";
import type { TrailPiece, TrailQuery } from "../../core/home/trail-entry.ts";
import type { Clock } from "../../shared/clock.ts";
import type { OperatorSession } from "../../shared/operator-session.ts";
import type { TrafficLog } from "../../shared/traffic-log.ts";
import type { Backend } from "../backends/backend.ts";
import type { SimulatedBackend } from "../backends/simulated/start.ts";
import type { GatewayStatus, Reloaded } from "./views/status-view.ts";

/** A home that was read, or a line for each thing that is wrong with it. */
type ReadHome = HomeContents | { readonly problems: readonly string[] };

/** What an operator works on. */
export interface Controls {
  readonly gateway: Gateway;
  readonly backend: Backend;
  /** The back end once more, when its devices are simulated. */
  readonly simulation: SimulatedBackend | undefined;
  readonly optimisticState: Pick<OptimisticState, "isConfirmed">;
  readonly clock: Clock;
  /** A piece of the audit trail: the newest file's wanted entries, or those of the file before `older`. */
  readTrail(query: TrailQuery, older?: number): Promise<TrailPiece>;
  /** Reads the settings again and takes over what can change; a line for each problem in them, if there are any. */
  reload(): Promise<Reloaded | { readonly problems: readonly string[] }>;
  /** Browsers in which the operator uses the page; undefined where there is no page. */
  readonly sessions: SessionsControl | undefined;
  /** What comes and goes, for whoever looks. */
  readonly traffic: Pick<TrafficLog, "follow">;
  /** Presses the gateway's button, and logs it. */
  pressButton(): void;
  status(): GatewayStatus;
  /** The whole home as one text. */
  exportHome(): Promise<string>;
  /** The same with what an export leaves out, made in steps. */
  backupHome(withKeys: boolean): Promise<string>;
  /** Keeps the home as it is, beside the one that is about to take its place; gives where. */
  keepHome(): string;
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
  /** Whether there was such a session. */
  end(id: string): boolean;
}
