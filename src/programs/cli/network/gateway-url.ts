import { HTTP_PORT } from "../../../core/contract/ports.ts";
import type { DiscoveredGateway } from "../../../libraries/client/discovered-gateway.ts";

/** The address of a gateway as a person writes it; one without a scheme is at the usual port unless it names another (G1). */
export function gatewayUrl(text: string): URL | undefined {
  const isBare = !text.includes("://");
  const full = isBare ? `http://${text}` : text;
  if (!URL.canParse(full)) return undefined;
  const url = new URL(full);
  if (isBare && !/^[^/?#]*:\d+(?=[/?#]|$)/.test(text)) url.port = `${HTTP_PORT}`;
  return url.protocol === "http:" || url.protocol === "https:" ? url : undefined;
}

/** Where a discovered gateway is, in the shortest words that gatewayUrl understands. */
export const addressOf = ({ ip, httpPort = HTTP_PORT }: DiscoveredGateway): string =>
  httpPort === HTTP_PORT ? ip : `${ip}:${httpPort}`;
