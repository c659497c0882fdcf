import { randomUUID } from "node:crypto";
import { WirePairing } from "../../../core/contract/commands.ts";
import type { Gateway } from "../../../core/gateway/gateway.ts";
import type { AccessKey } from "../../../core/home/model/access-key.ts";
import { idFrom } from "../../../core/home/model/ids.ts";
import { cleanName } from "../../../core/home/model/name.ts";
import { oneBody } from "../../../core/present/pages/body.ts";
import { isRefusal, Refusal } from "../refusal.ts";
import type { GatewayRequest, GatewayResponse } from "../request.ts";
import { hashOfSecret, newSecret } from "../secrets.ts";
import { refusalResponse, success } from "../server/plain-responses.ts";
import { parseCommand } from "./parse-body.ts";
import { TOO_MANY_CHANGES } from "./writes.ts";

export interface PairingOptions {
  readonly gateway: Gateway;
  readonly today: () => Date;
  /** How a client can pair that may not yet, where that is not by the gateway's button. */
  readonly pairingAdvice?: string | undefined;
  /** Called for every client that paired. */
  readonly onPaired: (key: AccessKey) => void;
}

/** Gives a client its key, once for each press of the button (G50). */
export class Pairing {
  readonly #options: PairingOptions;

  constructor(options: PairingOptions) {
    this.#options = options;
  }

  async pair({ body, clientAddress }: Pick<GatewayRequest, "body" | "clientAddress">): Promise<GatewayResponse> {
    const command = parseCommand(WirePairing, body);
    if (isRefusal(command)) return refusalResponse(command);
    const name = cleanName(command.device_type);
    if (name === "")
      return refusalResponse(
        new Refusal("value-refused", { detail: "device_type: expected at least one visible character" }),
      );
    const { gateway, today, onPaired, pairingAdvice } = this.#options;
    const username = newSecret();
    const key: AccessKey = {
      id: idFrom(randomUUID()),
      name,
      hash: hashOfSecret(username),
      madeAt: today().toISOString(),
      lastUsedAt: null,
    };
    const outcome = await gateway.pair(key, clientAddress);
    if (outcome === "shut")
      return refusalResponse(new Refusal("pairing-shut", pairingAdvice === undefined ? {} : { detail: pairingAdvice }));
    if (outcome === "busy") return refusalResponse(TOO_MANY_CHANGES);
    if (outcome !== "done") return refusalResponse(new Refusal("not-stored"));
    onPaired(key);
    return success(oneBody("obj", JSON.stringify({ username })));
  }
}
