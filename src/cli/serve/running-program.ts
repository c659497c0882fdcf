import type { MdnsAnnouncer } from "../../mdns/announce.ts";
import type { RunningGateway } from "../../runtime/start-gateway.ts";
import type { FirstHome } from "./first-home.ts";
import type { ServedHome } from "./home-to-serve.ts";
import type { ServeOptions } from "./serve-options.ts";

/** The parts of a running program that the operator's commands reach. */
export interface RunningProgram {
  readonly running: RunningGateway;
  readonly home: Omit<ServedHome, "contents">;
  /** What a factory reset begins with. */
  readonly first: FirstHome;
  /** Comes last of all. */
  readonly announcer: () => MdnsAnnouncer | undefined;
  readonly folder: string;
  readonly options: ServeOptions;
  readonly pressButton: () => void;
}
