import type { FoundLamps } from "../../../shared/found-lamp.ts";
import type { GatewayList } from "../../../shared/listed-gateway.ts";
import type { Access } from "../access/access.ts";
import { operatorFetch } from "../access/operator-fetch.ts";
import type { AskForGateways } from "./fleet.ts";

type KeyHolder = Pick<Access, "key">;

/** A key is needed. */
const LOCKED = -401;

/** Asks the front for its gateways, or for one of them. */
export const askForGateways =
  (access: KeyHolder): AskForGateways =>
  (gatewayId) =>
    askFront<GatewayList>(access, `/fleet/gateways${gatewayId === undefined ? "" : `?gateway=${gatewayId}`}`);

/** Asks the front for the lamps of all gateways that these words find. */
export const askForLamps = (access: KeyHolder, text: string): Promise<FoundLamps | "locked"> =>
  askFront<FoundLamps>(access, `/fleet/lamps?text=${encodeURIComponent(text)}`);

async function askFront<Answer>({ key }: KeyHolder, target: string): Promise<Answer | "locked"> {
  const headers: Record<string, string> = key === undefined ? {} : { "application-key": key };
  const response = await operatorFetch(target, { headers });
  const { code, data } = (await response.json()) as { readonly code: number; readonly data: { obj: Answer } };
  if (code === LOCKED) return "locked";
  if (code !== 0) throw new Error(`the front refused ${target} with code ${code}`);
  return data.obj;
}
