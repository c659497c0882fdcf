import { onTestFinished } from "vitest";
import { contentsOf } from "../../../src/core/home/home.ts";
import { OPERATOR } from "../../../src/core/home/trail-entry.ts";
import { CommandTurns } from "../../../src/edges/control/command-turns.ts";
import type { Controls } from "../../../src/edges/control/controls.ts";
import { answersToBrowsers } from "../../../src/edges/control/converse.ts";
import type { OperatorDoor } from "../../../src/edges/http/operator/operator-door.ts";
import { exportedText, readExported } from "../../../src/edges/store/exported-home.ts";
import { MemoryStore } from "../../../src/edges/store/memory-store.ts";
import type { StartOptions } from "../../../src/runtime/start-gateway.ts";
import { runAtOnce } from "../../../src/shared/steps.ts";
import { SYSTEM_CLOCK } from "../../../src/shared/system-clock.ts";
import { ofIdentity } from "../home/of-identity.ts";
import { pageFolder } from "../http/page-folder.ts";
import { runGateway, type TestGateway } from "./running-gateway.ts";

export interface PagedGateway extends TestGateway {
  readonly door: OperatorDoor;
  readonly store: MemoryStore;
}

/** The real thing with a page, and its operator's commands over HTTP; it ends with the test. */
export async function runPagedGateway(
  overrides: Partial<StartOptions> = {},
  controls: Partial<Controls> = {},
): Promise<PagedGateway> {
  const store = new MemoryStore();
  const running = await runGateway({ store, pageFolder: pageFolder(), ...overrides });
  onTestFinished(() => running.stop());
  const { door, commands } = running.http;
  if (!door) throw new Error("there is no page");
  commands.runBy(answersToBrowsers({ ...controlsOf(running, door), ...controls }));
  return { ...running, door, store };
}

function controlsOf({ gateway, backend, optimisticState, clock, traffic }: TestGateway, door: OperatorDoor): Controls {
  const nothing = () => {
    throw new Error("nobody asks for it here");
  };
  const { signIn } = door;
  return {
    by: OPERATOR,
    gateway,
    backend,
    simulation: backend,
    optimisticState,
    clock,
    run: runAtOnce,
    turns: new CommandTurns(SYSTEM_CLOCK.now),
    traffic,
    sessions: {
      makeLink: () => ({ urls: [`http://192.168.1.20:8080/#open=${door.makeLink()}`], millis: 60_000 }),
      list: () => door.sessions.all,
      end: (id, by) => door.sessions.end(id, by),
      endForReset: (ownId, by) => door.endForReset(ownId, by),
      requests: signIn && {
        listCommand: "luxgate operators",
        list: () => signIn.waiting,
        allow: (code, by) => signIn.allow(code, by),
        deny: (code, by) => signIn.deny(code, by),
      },
    },
    readTrail: () => Promise.resolve({ entries: [], oldestAt: undefined, unreadable: 0, older: undefined, last: 0 }),
    pressButton: (by) => gateway.pressButton(by),
    reload: async () => ({ taken: [], needRestart: [] }),
    status: nothing,
    exportHome: async () => exportedText(contentsOf(gateway.home), "0.0.0-test"),
    backupHome: nothing,
    readHome: async (text) => readExported(text),
    keepHome: async () => "replaced.json",
    factoryHome: async () =>
      ofIdentity(contentsOf(gateway.home), { ...gateway.identity, resetId: "4E1B6F4C-0F7E-4A51-8F3A-0A8E6B9D2C11" }),
    forgetEverything: () => Promise.resolve(),
  };
}
