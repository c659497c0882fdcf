import { parentPort, workerData } from "node:worker_threads";
import { getResponder } from "@homebridge/ciao";
import { surroundCiao } from "./surroundings.ts";
import type { MdnsNews, MdnsTask } from "./worker-messages.ts";

/** The thread of mDNS: whatever happens to ciao here, the gateway serves on. */
const { name, type, port, hostname, txt, cards }: MdnsTask = workerData;
const sockets = surroundCiao(cards);
const responder = getResponder({ interface: cards.map(({ address }) => address), disableIpv6: true });
const service = responder.createService({ name, type, port, hostname, txt, disabledIpv6: true });

function tell(): void {
  const news: MdnsNews =
    sockets.sent.size > 0
      ? { announced: true, name: service.getFQDN().slice(0, -`.${service.getTypePTR()}`.length), addresses: [...sockets.sent] }
      : { announced: false, reason: String(sockets.trouble) };
  parentPort?.postMessage(news);
}

parentPort?.once("message", () => void responder.shutdown().finally(() => process.exit()));
service.on("name-change", tell);
await service.advertise();
tell();
