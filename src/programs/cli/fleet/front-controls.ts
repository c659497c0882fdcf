import { OPERATOR } from "../../../core/home/trail-entry.ts";
import type { Problem } from "../../../edges/backends/condition.ts";
import { COMMAND_SLICES } from "../../../edges/control/command.ts";
import { CommandTurns } from "../../../edges/control/command-turns.ts";
import type { Controls } from "../../../edges/control/controls.ts";
import type { GatewayStatus } from "../../../edges/control/views/status-view.ts";
import { problemsOf } from "../../../edges/fleet/front/problems.ts";
import { VERSION } from "../../../runtime/package.ts";
import type { RunningFront } from "../../../runtime/start-front.ts";
import { inSlices } from "../../../shared/step-queue.ts";
import { SYSTEM_CLOCK } from "../../../shared/system-clock.ts";
import { CommandFault } from "../command-fault.ts";
import { reachableFromOutside } from "../serve/reachable-at.ts";
import type { FrontOptions } from "./front-options.ts";

type Settings = Pick<FrontOptions, "host" | "advertiseIp" | "profile" | "metricsHost" | "metricsPort">;

/** What the operator's commands work on at a front: what concerns a home of one's own is not there. */
export function frontControls(front: RunningFront, settings: Settings): Controls {
  const { gateway, backend, optimisticState, traffic, mirror } = front;
  const { door } = front.http;
  const signIn = door?.signIn;
  const elsewhere = () => Promise.reject(new CommandFault(["A front has no home of its own."]));
  return {
    by: OPERATOR,
    gateway,
    backend,
    simulation: undefined,
    optimisticState,
    clock: SYSTEM_CLOCK,
    run: inSlices(SYSTEM_CLOCK.now, COMMAND_SLICES),
    turns: new CommandTurns(SYSTEM_CLOCK.now),
    traffic,
    sessions: door && {
      makeLink: () => ({ urls: [], millis: 0 }),
      list: () => door.sessions.all,
      end: (id, by) => door.sessions.end(id, by),
      endForReset: elsewhere,
      requests: signIn && {
        listCommand: "luxgate fleet operators",
        list: () => signIn.waiting,
        allow: (code, by) => signIn.allow(code, by),
        deny: (code, by) => signIn.deny(code, by),
      },
    },
    problems: () => fleetProblems(mirror),
    pressButton: () => front.pressButton(),
    status: statusOf(front, settings),
    readTrail: elsewhere,
    reload: elsewhere,
    exportHome: elsewhere,
    backupHome: elsewhere,
    readHome: elsewhere,
    keepHome: async () => "",
    factoryHome: elsewhere,
    forgetEverything: elsewhere,
  };
}

function fleetProblems(mirror: RunningFront["mirror"]): readonly Problem[] {
  const lastMillis = SYSTEM_CLOCK.now();
  return problemsOf(mirror).map(({ gateways, description, sinceMillis }) => ({
    about: gateways.join(", "),
    description,
    count: 1,
    lastMillis,
    ...(sinceMillis === undefined ? {} : { sinceMillis: lastMillis - (Date.now() - sinceMillis) }),
  }));
}

const NOT_HERE = { off: "disabled" };

function statusOf({ gateway, http, events, discovery, readiness }: RunningFront, settings: Settings) {
  const startedMillis = SYSTEM_CLOCK.now();
  const { host, profile, metricsHost, metricsPort } = settings;
  return (): GatewayStatus => ({
    version: VERSION,
    pid: process.pid,
    uptimeMillis: SYSTEM_CLOCK.now() - startedMillis,
    notReady: readiness.problems().map(({ words, detail }) => (detail === "" ? words : `${words} (${detail})`)),
    http: { address: host, port: http.port },
    page: http.door ? [...reachableFromOutside(settings, http.port)] : null,
    https: http.tlsPort === undefined ? null : { port: http.tlsPort },
    metrics: metricsPort === undefined ? null : { address: metricsHost, port: metricsPort },
    discovery: discovery.port === undefined ? NOT_HERE : { port: discovery.port },
    mqtt: events.mqtt?.port === undefined ? NOT_HERE : { port: events.mqtt.port, clients: events.mqtt.clients },
    broker: null,
    fleet: null,
    matter: null,
    mdns: { off: "fronts are not announced" },
    eventStreams: http.eventStreams,
    profile,
    stateFolder: "none: the fleet's servers store everything",
    store: { trouble: gateway.storeProblem ?? null, lastSnapshot: null },
    recovered: [],
  });
}
