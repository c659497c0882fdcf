import "./before-matter.ts";
import "./matter-model.ts";
import { parentPort } from "node:worker_threads";
import { Logger, LogLevel } from "@matter/main";
import { SYSTEM_CLOCK } from "../../../shared/system-clock.ts";
import { type Rate, TokenBucket } from "../../../shared/token-bucket.ts";
import type { MatterNews, MatterTask } from "../messages.ts";
import { MatterNode } from "./matter-node.ts";
import { refuseWithoutIpv6 } from "./needed-network.ts";
import { watchNetworks } from "./network-watch.ts";

/** The bridge's thread: what Matter takes, above all at the start, holds up nothing else. */
let node: MatterNode | undefined;
let networkInterface: string | undefined;
let stopWatch: (() => void) | undefined;

const tell = (news: MatterNews): void => parentPort?.postMessage(news);

/** What matter.js says of a start that failed is often only that it failed; why is in the causes. */
const words = (fault: unknown): string => {
  if (!(fault instanceof Error)) return String(fault);
  return fault.cause === undefined ? fault.message : `${fault.message}: ${words(fault.cause)}`;
};

const onFault = (fault: unknown): void => {
  const text = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
  tell({ news: "log", level: "error", text });
};

const WRONG_PASSCODE = /^An error occurred during PASE commissioning/;

/** How matter.js begins what it says of a message that it cannot read. */
const UNREADABLE = /^Error: /;

const isOneMoreOf = (rate: Rate): (() => boolean) => {
  const bucket = new TokenBucket(rate, performance.now());
  return () => {
    const nowMillis = performance.now();
    if (bucket.levelAt(nowMillis) < 1) return false;
    bucket.take(nowMillis);
    return true;
  };
};

/** What strangers send must neither fill the log nor keep faults out of it. */
const isLogged = isOneMoreOf({ perSecond: 1 / 6, burst: 20 });
const isUnreadableLogged = isOneMoreOf({ perSecond: 1 / 600, burst: 1 });

/** Faults of matter.js go to our log; of what it thinks of messages on the network, only a little. */
function takeLine({ facility, values }: { readonly facility: string; readonly values: readonly unknown[] }): void {
  const text = values.map((value) => (value instanceof Error ? value.message : String(value))).join(" ");
  if (facility === "Multiplex" && UNREADABLE.test(text)) {
    const why = text.replace(UNREADABLE, "");
    const line = `A message that cannot be read was ignored, and so are others like it: ${why}`;
    if (isUnreadableLogged()) tell({ news: "log", level: "warn", text: line });
    return;
  }
  const isWrongPasscode = facility === "PaseServer" && WRONG_PASSCODE.test(text);
  if (isWrongPasscode) node?.noteRefusedPasscode();
  if (!isLogged()) return;
  if (isWrongPasscode)
    tell({ news: "log", level: "warn", text: "A pairing was refused: wrong passcode, or broken off." });
  else tell({ news: "log", level: "error", text: `${facility}: ${text}` });
}

const { default: itsLog } = Logger.destinations;
Object.assign(itsLog ?? {}, { level: LogLevel.ERROR, add: takeLine });

async function perform(task: MatterTask): Promise<void> {
  switch (task.do) {
    case "open":
      networkInterface = task.settings.networkInterface;
      node = new MatterNode({
        settings: task.settings,
        onCommand: (command) => tell({ news: "command", ...command }),
        onPaired: (fabrics) => tell({ news: "paired", fabrics }),
        onReport: (report) => tell({ news: "report", report }),
        onNotShown: (id) => tell({ news: "not-shown", id }),
        onOffline: () => tell({ news: "failed", why: "the Matter node went offline" }),
        onFault,
      });
      await refuseWithoutIpv6();
      return tell({ news: "opened", known: node.knownLamps, chosen: node.chosen });
    case "start":
      stopWatch = watchNetworks({
        clock: SYSTEM_CLOCK,
        only: networkInterface,
        onNew: () => tell({ news: "new-network" }),
      });
      await node?.start(task.lamps);
      return tell({ news: "online" });
    case "show":
      return node?.show(task.lamps, task.gone).finally(() => tell({ news: "shown" }));
    case "remember":
      return node?.remember(task.chosen);
    case "settle":
      return node?.settle(task.id, task.lamp);
    case "open-window":
      if (node) tell({ news: "answer", request: task.request, answer: await node.openWindow() });
      return;
    case "close-window":
      if (node) tell({ news: "answer", request: task.request, answer: await node.closeWindow() });
      return;
    case "remove-fabric":
      if (node) tell({ news: "answer", request: task.request, answer: await node.removeFabric(task.index) });
      return;
    case "stop":
      stopWatch?.();
      await node?.stop();
      return parentPort?.close();
  }
}

parentPort?.on("message", (task: MatterTask) => {
  perform(task).catch((fault: unknown) => {
    if (task.do === "open" || task.do === "start") tell({ news: "failed", why: words(fault) });
    else if ("request" in task) tell({ news: "answer", request: task.request, answer: { fault: words(fault) } });
    else onFault(fault);
  });
});
