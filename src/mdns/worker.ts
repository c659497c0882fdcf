import { parentPort, workerData } from "node:worker_threads";
import { getResponder } from "@homebridge/ciao";
import { errorCode } from "../shared/error-code.ts";
import { sandboxCiao } from "./ciao-sandbox.ts";
import type { MdnsState } from "./state.ts";
import type { MdnsTask } from "./task.ts";

/** The mDNS thread: a fault of ciao ends this thread and nothing else. */
const { cards, ...about }: MdnsTask = workerData;
const sockets = sandboxCiao(cards);
const responder = getResponder({ interface: cards.map(({ address }) => address), disableIpv6: true });
const service = responder.createService({ ...about, disabledIpv6: true });

function currentState(): MdnsState {
  if (sockets.sent.size === 0) return { announced: false, reason: inWords(sockets.trouble) };
  const name = service.getFQDN().slice(0, -`.${service.getTypePTR()}`.length);
  const addresses = cards.map(({ address }) => address).filter((address) => sockets.sent.has(address));
  return { announced: true, name, addresses };
}

function inWords(trouble: Error | undefined): string {
  const code = errorCode(trouble);
  if (code === "EADDRINUSE") return "UDP port 5353 is taken by another program";
  return `nothing can be sent (${code ?? trouble?.message ?? "no card took it"})`;
}

const tell = () => parentPort?.postMessage(currentState());
parentPort?.once("message", () => void responder.shutdown().finally(() => process.exit()));
service.on("name-change", tell);
await service.advertise();
tell();
