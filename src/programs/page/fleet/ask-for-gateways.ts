import type { GatewayList } from "../../../shared/listed-gateway.ts";
import type { Access } from "../access/access.ts";
import { operatorFetch } from "../access/operator-fetch.ts";
import type { AskForGateways } from "./fleet.ts";

const PATH = "/fleet/gateways";
/** A key is needed. */
const LOCKED = -401;

/** Asks the front for its gateways, or for one of them. */
export const askForGateways =
  (access: Pick<Access, "key">): AskForGateways =>
  async (gatewayId) => {
    const query = gatewayId === undefined ? "" : `?gateway=${gatewayId}`;
    const { key } = access;
    const headers: Record<string, string> = key === undefined ? {} : { "application-key": key };
    const response = await operatorFetch(PATH + query, { headers });
    const { code, data } = (await response.json()) as { readonly code: number; readonly data: { obj: GatewayList } };
    if (code === LOCKED) return "locked";
    if (code !== 0) throw new Error(`the front refused the list of gateways with code ${code}`);
    return data.obj;
  };

/** What can be of one gateway: the events, and the whole house. */
const OF_ONE = /\/(?:eventstream\/clip\/v2|group_light\/[^/?]+)$/;

/** Asks for the gateway that was chosen, where there is one. */
export const fetchFrom =
  (chosen: { peek(): string | undefined }): typeof fetch =>
  (input, init) => {
    const gatewayId = chosen.peek();
    const isOfOne = gatewayId !== undefined && typeof input === "string" && OF_ONE.test(input);
    return operatorFetch(isOfOne ? `${input}?gateway=${gatewayId}` : input, init);
  };
