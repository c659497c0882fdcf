import { oneBody } from "../../core/present/pages/body.ts";
import type { FoundLamps } from "../../shared/found-lamp.ts";
import type { StepQueue } from "../../shared/step-queue.ts";
import type { Steps } from "../../shared/steps.ts";
import type { Access } from "./access.ts";
import { answerByMethod } from "./answer-by-method.ts";
import { isRefusal, malformed, Refusal } from "./refusal.ts";
import type { GatewayRequest, GatewayResponse } from "./request.ts";
import { queryOf } from "./request-head.ts";
import { refusalResponse, success } from "./server/plain-responses.ts";

/** Finds lamps of a fleet by words in their names; gives the steps of it. */
export type SearchLamps = (text: string) => Steps<FoundLamps>;

interface LampSearchDoorOptions {
  readonly search: SearchLamps;
  readonly access: Pick<Access, "admit">;
  /** With the lists that are made in steps: a client that searches over and over costs its own share only. */
  readonly queue: Pick<StepQueue, "run">;
}

const PATH = "/fleet/lamps";
const MOST_LETTERS = 100;

/** Where a front's page looks for lamps of all gateways, which are too many for a browser (G119). */
export class LampSearchDoor {
  readonly #options: LampSearchDoorOptions;

  constructor(options: LampSearchDoorOptions) {
    this.#options = options;
  }

  isOwnPath(path: string): boolean {
    return path === PATH;
  }

  /** Undefined for another path. */
  dispatch(request: GatewayRequest, path: string): GatewayResponse | Promise<GatewayResponse> | undefined {
    if (!this.isOwnPath(path)) return undefined;
    return answerByMethod<GatewayResponse | Promise<GatewayResponse>>(request, { GET: () => this.#answer(request) });
  }

  #answer(request: GatewayRequest): GatewayResponse | Promise<GatewayResponse> {
    const { access, queue, search } = this.#options;
    const admitted = access.admit("listLights", request);
    if (isRefusal(admitted)) return refusalResponse(admitted);
    const text = new URLSearchParams(queryOf(request.target)).get("text")?.trim() ?? "";
    if (text === "" || text.length > MOST_LETTERS) {
      return refusalResponse(malformed(`text: expected words to look for, at most ${MOST_LETTERS} characters`));
    }
    const found = queue.run({ owner: request.clientAddress, isUrgent: false, steps: search(text) });
    return found instanceof Promise ? found.then(responseFor) : responseFor(found);
  }
}

const responseFor = (found: FoundLamps | "busy"): GatewayResponse =>
  found === "busy" ? refusalResponse(new Refusal("busy")) : success(oneBody("obj", JSON.stringify(found)));
