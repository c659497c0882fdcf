import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Seeded } from "../../test/support/home/seeded.ts";
import { HttpClient } from "../../test/support/http/http-client.ts";
import type { CrashFigures } from "./crash-figures.ts";
import { KeptSubject } from "./crash-kept-subject.ts";
import { SwitchedScenes } from "./crash-scenes.ts";
import { DimmedLamp, idIn, MovedDevice, NamedDevice, PassingRoom } from "./crash-subjects.ts";
import { listsAt } from "./lists.ts";
import type { OperatorLine } from "./operator-line.ts";
import { Program } from "./program.ts";
import { RunningHome } from "./running-home.ts";

/** The longest that is waited for before the program is killed, each time less by chance. */
const MOST_MILLIS = { changes: 15, stop: 80 };
const MOST_ACKNOWLEDGED = 40;
const REPORT_MILLIS = 5;

/** One state folder, on which the program is started and killed round after round. */
export class CrashLane {
  readonly #folder: string;
  readonly #chance: Seeded;
  readonly #figures: CrashFigures;
  #kept: readonly KeptSubject[] = [];
  #deafIds: readonly string[] = [];
  #switchedId = "";
  #factory = "";
  /** How long the last start took that was let be. */
  #startMillis = 1;

  constructor(folder: string, chance: Seeded, figures: CrashFigures) {
    this.#folder = folder;
    this.#chance = chance;
    this.#figures = figures;
  }

  async prepare(): Promise<void> {
    const home = await this.#started(this.#home);
    this.#factory = await factoryIn(home);
    const { device } = await listsAt(home.url);
    this.#deafIds = ["Ceiling", "Worktop"].map((name) => idIn(device, name));
    this.#switchedId = idIn(device, "Wardrobe");
    const line = await home.operator();
    await this.#deafen(line);
    const scenes = await SwitchedScenes.prepare(line, home.url, "Kitchen");
    const lists = await listsAt(home.url);
    const subjects = [
      scenes,
      new DimmedLamp(lists, "Ceiling"),
      new NamedDevice(lists, "Worktop"),
      new NamedDevice(lists, "Sync box"),
      new MovedDevice(lists, "Desk spot"),
      new PassingRoom(lists, "Porch"),
    ];
    this.#kept = subjects.map((subject) => new KeptSubject(subject, subject.seen(lists), this.#figures));
    await home.kill();
  }

  async round(): Promise<void> {
    const die = this.#chance.below(100);
    if (die < 8) await this.#killAtStart(this.#home);
    else if (die < 11) await this.#killAtFirstStart();
    else await this.#killLater(die < 20 ? "killed at stop" : "killed under changes");
    this.#figures.add("rounds");
  }

  /** Checks that everything is there once more, and ends in good order. */
  async finish(): Promise<void> {
    const home = await this.#started(this.#home);
    await this.#check(home);
    await home.stop();
  }

  get #home(): string {
    return join(this.#folder, "home");
  }

  async #killAtStart(folder: string): Promise<void> {
    const program = Program.serveFrom(folder);
    await pause(this.#chance.below(this.#startMillis));
    await program.stop("SIGKILL");
    this.#figures.add(folder === this.#home ? "killed at start" : "killed at the very first start");
  }

  /** What is started after that has the demo home, as if nothing had been. */
  async #killAtFirstStart(): Promise<void> {
    const fresh = join(this.#folder, `fresh-${this.#chance.below(1e9)}`);
    await this.#killAtStart(fresh);
    const home = await this.#started(fresh);
    if ((await factoryIn(home)) !== this.#factory) {
      this.#figures.fault("half changes", `the first start on ${fresh} left something else than the demo home`);
    }
    await home.kill();
  }

  async #killLater(when: "killed under changes" | "killed at stop"): Promise<void> {
    const home = await this.#started(this.#home);
    await this.#check(home);
    const { enough, over } = await this.#startChanges(home);
    await Promise.race([enough, over]);
    await pause(this.#chance.below(MOST_MILLIS.changes));
    if (when === "killed at stop") {
      home.program.process.kill("SIGTERM");
      await pause(this.#chance.below(MOST_MILLIS.stop));
    }
    await home.kill();
    await over;
    this.#figures.add(when);
  }

  /** Has some subjects changed, each over a connection of its own, while a lamp reports something else all the time. */
  async #startChanges(home: RunningHome): Promise<{ readonly enough: Promise<void>; readonly over: Promise<unknown> }> {
    const reporting = await home.operator();
    await this.#deafen(reporting);
    const busy = this.#kept.filter(() => this.#chance.below(3) > 0);
    const lines = await Promise.all(busy.map(() => home.operator()));
    const working = [this.#keepReporting(reporting)];
    const enough = new Promise<void>((resolve) => {
      let left = this.#chance.below(MOST_ACKNOWLEDGED);
      const onAcknowledged = () => {
        left -= 1;
        if (left < 0) resolve();
      };
      if (left % 4 === 0 || busy.length === 0) resolve();
      for (const [at, line] of lines.entries()) {
        const changing = busy[at]?.changeOver(line, { atOnce: this.#chance.oneOf([1, 1, 4]), onAcknowledged });
        if (changing) working.push(changing);
      }
    });
    return { enough, over: Promise.all(working) };
  }

  /** Lamps that hear nothing say nothing: the late report of an earlier change would take back a later one. */
  async #deafen(line: OperatorLine): Promise<void> {
    for (const device of this.#deafIds) {
      await line.done({ command: "sim.lose-next", with: { device, count: 1_000_000 } });
    }
  }

  async #keepReporting(line: OperatorLine): Promise<void> {
    while ((await line.ask({ command: "sim.switch", with: { device: this.#switchedId, to: "toggle" } })) !== "lost") {
      await pause(REPORT_MILLIS);
    }
  }

  async #check({ url }: RunningHome): Promise<void> {
    const lists = await listsAt(url);
    for (const kept of this.#kept) kept.check(lists);
  }

  /** The program, ready, and without a word of damage. */
  async #started(folder: string): Promise<RunningHome> {
    try {
      const begun = performance.now();
      const home = await RunningHome.on(folder);
      this.#startMillis = Math.ceil(performance.now() - begun);
      const { output } = home.program;
      if (!output.startsWith("Luxgate ")) this.#figures.fault("false alarms", output);
      return home;
    } catch (error) {
      this.#figures.fault("failed opens", String(error));
      throw error;
    }
  }
}

/** All that a home answers, but for the id that each gateway has for itself. */
async function factoryIn(home: RunningHome): Promise<string> {
  const [bridge] = await new HttpClient(Number(new URL(home.url).port)).list("bridge");
  return JSON.stringify(await home.lists()).replaceAll(bridge?.id, "the gateway");
}
