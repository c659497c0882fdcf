import { randomBytes, randomUUID } from "node:crypto";
import { WirePairing } from "../../contract/commands.ts";
import type { Gateway } from "../../gateway/gateway.ts";
import type { AccessKey } from "../../home/model/access-key.ts";
import { idFrom } from "../../home/model/ids.ts";
import { cleanName } from "../../home/model/name.ts";
import { oneBody } from "../../present/pages/body.ts";
import { hashOfKey } from "../access.ts";
import { isRefusal, Refusal } from "../refusal.ts";
import type { Answer } from "../request.ts";
import { refusalAnswer, success } from "../server/plain-answers.ts";
import { parseWish } from "./parse-body.ts";

const KEY_BYTES = 32;

export interface PairingOptions {
  readonly gateway: Gateway;
  readonly today: () => Date;
  /** Told of every client that paired. */
  readonly onPaired: (key: AccessKey) => void;
}

/** Gives a client its key, once for each press of the button (G50). */
export class Pairing {
  readonly #options: PairingOptions;

  constructor(options: PairingOptions) {
    this.#options = options;
  }

  async answer(body: Uint8Array): Promise<Answer> {
    const asked = parseWish(WirePairing, body);
    if (isRefusal(asked)) return refusalAnswer(asked);
    const name = cleanName(asked.device_type);
    if (name === "") return refusalAnswer(new Refusal("value-refused", { detail: "device_type: it has no letters" }));
    const { gateway, today, onPaired } = this.#options;
    const username = randomBytes(KEY_BYTES).toString("base64url");
    const key: AccessKey = {
      id: idFrom(randomUUID()),
      name,
      hash: hashOfKey(username),
      madeAt: today().toISOString(),
      lastUsedAt: null,
    };
    const outcome = await gateway.pair(key);
    if (outcome === "shut") return refusalAnswer(new Refusal("pairing-shut"));
    if (outcome !== "done") return refusalAnswer(new Refusal("not-stored"));
    onPaired(key);
    return success(oneBody("obj", JSON.stringify({ username })));
  }
}
