import { contentsOf } from "../../../src/core/home/home.ts";
import type { HomeContents } from "../../../src/core/home/model/contents.ts";
import { OPERATOR } from "../../../src/core/home/trail-entry.ts";
import type { Outcome } from "../../../src/edges/control/command.ts";
import { CommandTurns } from "../../../src/edges/control/command-turns.ts";
import {
  COMMANDS,
  type CommandName,
  type GivenTo,
  type NewsOf,
  type ResultOf,
} from "../../../src/edges/control/commands.ts";
import type { Controls } from "../../../src/edges/control/controls.ts";
import { exportedText, readExported } from "../../../src/edges/store/exported-home.ts";
import { runAtOnce } from "../../../src/shared/steps.ts";
import { SYSTEM_CLOCK } from "../../../src/shared/system-clock.ts";
import { TrafficLog } from "../../../src/shared/traffic-log.ts";
import { settled } from "../store/stored-gateway.ts";

/** What was asked of a gateway, and what came of it so far. */
export interface StartedCommand<Name extends CommandName> {
  readonly news: readonly NewsOf<Name>[];
  readonly outcome: Outcome<ResultOf<Name>> | undefined;
  /** The operator has enough, as with Ctrl-C. */
  leave(): void;
}

/** What an operator works on, but for what is the same for every test. */
export interface Operated extends Pick<Controls, "gateway" | "backend" | "simulation" | "optimisticState" | "clock"> {
  /** The home of a factory reset. */
  readonly factory: HomeContents;
  /** Lets time pass; news of that time is received. */
  readonly pass: (millis: number) => void;
}

/** Longer than anything takes that an operator waits for. */
const LONGEST_MILLIS = 60_000;
const STEP_MILLIS = 500;

/** An operator who gives commands to a gateway without a socket in between. */
export class DirectOperator {
  readonly #operated: Operated;

  constructor(operated: Operated) {
    this.#operated = operated;
  }

  /** Begins a command; what comes of it comes in time. */
  begin<Name extends CommandName>(name: Name, given: GivenTo<Name>): StartedCommand<Name> {
    const ending = new AbortController();
    const news: NewsOf<Name>[] = [];
    const asked: { news: NewsOf<Name>[]; outcome: Outcome<ResultOf<Name>> | undefined; leave: () => void } = {
      news,
      outcome: undefined,
      leave: () => ending.abort(),
    };
    const conversation = {
      owner: "operator",
      isOver: () => false,
      hasRoom: () => true,
      tell: (some: NewsOf<Name>) => void news.push(some),
      ended: ending.signal,
    };
    const run = COMMANDS[name].run as (
      ...asking: [GivenTo<Name>, Controls, typeof conversation]
    ) => Promise<Outcome<ResultOf<Name>>>;
    void (async () => {
      asked.outcome = await run(given, this.#controls(), conversation);
    })();
    return asked;
  }

  /** Waits for the outcome, and lets no more time pass than that takes. */
  async do<Name extends CommandName>(name: Name, given: GivenTo<Name>): Promise<Outcome<ResultOf<Name>>> {
    return this.outcomeOf(this.begin(name, given));
  }

  async outcomeOf<Name extends CommandName>(asked: StartedCommand<Name>): Promise<Outcome<ResultOf<Name>>> {
    for (let passed = 0; passed <= LONGEST_MILLIS; passed += STEP_MILLIS) {
      await settled();
      this.#operated.pass(0);
      await settled();
      if (asked.outcome) return asked.outcome;
      this.#operated.pass(STEP_MILLIS);
    }
    throw new Error("an operator waits in vain");
  }

  /** The lines of a refusal; none when there is none. */
  async refusal<Name extends CommandName>(name: Name, given: GivenTo<Name>): Promise<readonly string[]> {
    const outcome = await this.do(name, given);
    return "refused" in outcome ? outcome.refused : [];
  }

  #controls(): Controls {
    const { gateway, factory, ...operated } = this.#operated;
    return {
      ...operated,
      by: OPERATOR,
      run: runAtOnce,
      gateway,
      turns: new CommandTurns(SYSTEM_CLOCK.now),
      readTrail: () => Promise.resolve({ entries: [], oldestAt: undefined, unreadable: 0, older: undefined, last: 0 }),
      pressButton: () => gateway.pressButton(),
      sessions: undefined,
      traffic: new TrafficLog(() => new Date()),
      reload: async () => ({ taken: [], needRestart: [] }),
      status: () => {
        throw new Error("nobody asks for it here");
      },
      exportHome: async () => exportedText(contentsOf(gateway.home), "0.0.0-test"),
      backupHome: () => Promise.resolve(""),
      readHome: async (text) => readExported(text),
      keepHome: async () => "replaced.json",
      factoryHome: async () => factory,
      forgetEverything: () => Promise.resolve(),
    };
  }
}
