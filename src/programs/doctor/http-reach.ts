import { HTTP_PORT } from "../../core/contract/ports.ts";
import { bridgesIn, idIn } from "../../libraries/client/address-resolver.ts";
import type { DiscoveredGateway } from "../../libraries/client/discovered-gateway.ts";
import { isObject } from "../../shared/is-object.ts";

/** Who answers HTTP: the gateway that discovery found, another one, or none. */
export type Answerer = "this one" | "another" | "none";

/** What became of HTTP at the address of a gateway. */
export interface HttpReach {
  /** On the port where usual clients look. */
  readonly onUsualPort: Answerer;
  /** On the one that it tells by mDNS, if that is another. */
  readonly onToldPort?: Answerer;
}

const PATIENCE_MILLIS = 3_000;

export async function httpReach({ ip, reset_id, httpPort }: DiscoveredGateway): Promise<HttpReach> {
  const at = (port: number) => answererAt({ ip, port }, reset_id);
  const [onUsualPort, onToldPort] = await Promise.all([
    at(HTTP_PORT),
    httpPort === undefined || httpPort === HTTP_PORT ? undefined : at(httpPort),
  ]);
  return { onUsualPort, ...(onToldPort === undefined ? {} : { onToldPort }) };
}

/** A gateway whose identity cannot be read, as that read is missing or needs a key, counts as the right one. */
export async function answererAt(
  { ip, port }: { readonly ip: string; readonly port: number },
  resetId: string,
): Promise<Answerer> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MILLIS);
    const answer: unknown = await (await fetch(`http://${ip}:${port}/clip/v2/resource/bridge`, { signal })).json();
    if (!isObject(answer) || !("code" in answer)) return "none";
    const id = idIn(bridgesIn(answer));
    return id === undefined || id.toUpperCase() === resetId.toUpperCase() ? "this one" : "another";
  } catch {
    return "none";
  }
}
