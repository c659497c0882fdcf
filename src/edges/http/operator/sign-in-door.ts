import { Type } from "typebox";
import type { Trail } from "../../../core/gateway/trail.ts";
import { type Author, OPERATOR } from "../../../core/home/trail-entry.ts";
import { browserName } from "../../../shared/browser-name.ts";
import type { Clock } from "../../../shared/clock.ts";
import type { SignInRequest } from "../../../shared/sign-in-request.ts";
import { answerByMethod } from "../answer-by-method.ts";
import { Attempts } from "../attempts.ts";
import { isRefusal, Refusal } from "../refusal.ts";
import type { GatewayRequest, GatewayResponse } from "../request.ts";
import { DONE, refusalResponse } from "../server/plain-responses.ts";
import { parseCommand } from "../write/parse-body.ts";
import type { OnRequestLapsed, RequestKeeper } from "./request-keeper.ts";
import { LONGEST_REQUEST_NAME, requestName } from "./request-name.ts";
import { NO_STORE, objectAnswer, openedAnswer, orRefusal } from "./session-answers.ts";
import type { SessionKeeper } from "./session-keeper.ts";
import { sessionMillis } from "./session-lifetime.ts";
import { typedCode } from "./sign-in-code.ts";

export interface SignInDoorOptions {
  readonly trail: Pick<Trail, "note" | "noteSparingly">;
  readonly clock: Clock;
  readonly today: () => Date;
  readonly requests: RequestKeeper;
  readonly sessions: Pick<SessionKeeper, "openAllowed">;
}

/** A person asks once, and again if they made a mistake. */
const ASK_RATE = { perSecond: 1 / 15, burst: 8 };

const NAME_EXPECTED = `a name of 1 to ${LONGEST_REQUEST_NAME} visible characters`;
const Asked = Type.Object({ name: Type.String({ maxLength: 256, expected: NAME_EXPECTED }) });
const Proof = Type.Object({ request_key: Type.String({ expected: "the key of a request to sign in" }) });

const NO_NAME = new Refusal("value-refused", { detail: `name: expected ${NAME_EXPECTED}` });
const ASKED_TOO_OFTEN = new Refusal("too-many-wrong-keys", {
  detail: "too many requests to sign in: wait a minute before you try again",
});
const TOO_MANY_WAIT = new Refusal("too-many-wrong-keys", {
  detail: "too many requests to sign in are waiting: try again in 5 minutes, or sign in with a link",
});
const TRIED_TOO_OFTEN = new Refusal("too-many-wrong-keys", {
  detail: "too many invalid requests: wait a while before you try again",
});

/** How a browser asks to be let in as operator, and how an operator lets it in: by a code that both can see (G114). */
export class SignInDoor {
  readonly #options: SignInDoorOptions;
  readonly #requests: RequestKeeper;
  readonly #asked = new Attempts(ASK_RATE);
  readonly #wrongProofs = new Attempts();

  constructor(options: SignInDoorOptions) {
    this.#options = options;
    this.#requests = options.requests;
    this.#requests.onLapsed((request, why) => this.#lapsed(request, why));
  }

  /** Requests that nobody has decided on, in the order in which they were made. */
  get waiting(): readonly SignInRequest[] {
    return this.#requests.waiting;
  }

  /** Undefined where no request with this very code waits. */
  async allow(code: string, by: Author = OPERATOR): Promise<SignInRequest | undefined> {
    const request = await this.#requests.allow(typedCode(code) ?? "");
    if (request) this.#note(by, `${asOperator(request)} allowed`);
    return request;
  }

  async deny(code: string, by: Author = OPERATOR): Promise<SignInRequest | undefined> {
    const request = await this.#requests.deny(typedCode(code) ?? "");
    if (request) this.#note(by, `${asOperator(request)} denied`);
    return request;
  }

  /** Undefined for a path that is not of this. */
  dispatch(request: GatewayRequest, path: string): GatewayResponse | Promise<GatewayResponse> | undefined {
    const post = (answer: () => Promise<GatewayResponse>) =>
      answerByMethod(request, {
        POST: async () => {
          const answered = await orRefusal(answer);
          return isRefusal(answered) ? refusalResponse(answered) : answered;
        },
      });
    switch (path) {
      case "/operator/sign-in":
        return post(() => this.#ask(request));
      case "/operator/sign-in/result":
        return post(() => this.#look(request));
      case "/operator/sign-in/withdraw":
        return post(() => this.#withdraw(request));
      default:
        return undefined;
    }
  }

  /** Whoever waits, or was allowed and did not come, has to ask again. */
  stop(): void {
    this.#requests.stop();
  }

  async #ask({ body, clientAddress, userAgent }: GatewayRequest): Promise<GatewayResponse> {
    const asked = parseCommand(Asked, body);
    if (isRefusal(asked)) return refusalResponse(asked);
    const name = requestName(asked.name);
    if (name === undefined) return refusalResponse(NO_NAME);
    if (this.#asked.isTooMany(clientAddress, this.#options.clock.now())) return refusalResponse(ASKED_TOO_OFTEN);
    const made = await this.#requests.ask({ name, address: clientAddress, browser: browserName(userAgent) });
    if (!made) return refusalResponse(TOO_MANY_WAIT);
    const { request, secret } = made;
    return objectAnswer({ request_key: secret, ...this.#viewOfWaiting(request) });
  }

  async #look(request: GatewayRequest): Promise<GatewayResponse> {
    const proof = parseCommand(Proof, request.body);
    if (isRefusal(proof)) return refusalResponse(proof);
    const found = await this.#requests.take(proof.request_key);
    if (found.state === "waiting") return objectAnswer(this.#viewOfWaiting(found.request));
    if (found.state === "denied") return objectAnswer({ state: "denied" });
    if (found.state === "allowed") return this.#open(found.request, request);
    const { clientAddress } = request;
    const isGuessing = this.#wrongProofs.isTooMany(clientAddress, this.#options.clock.now());
    return isGuessing ? refusalResponse(TRIED_TOO_OFTEN) : objectAnswer({ state: "over" });
  }

  async #withdraw({ body }: GatewayRequest): Promise<GatewayResponse> {
    const proof = parseCommand(Proof, body);
    if (isRefusal(proof)) return refusalResponse(proof);
    await this.#requests.withdraw(proof.request_key);
    return { ...DONE, headers: NO_STORE };
  }

  /** The session is of whoever brought the secret, from where they are now. */
  async #open({ name }: SignInRequest, request: GatewayRequest): Promise<GatewayResponse> {
    const { clientAddress: address, userAgent } = request;
    const browser = browserName(userAgent);
    const opened = await this.#options.sessions.openAllowed({
      name,
      address,
      browser,
      lifetimeMillis: sessionMillis(request),
    });
    this.#note({ kind: "address", name: address }, `session of operator “${opened.session.name}” opened in ${browser}`);
    return openedAnswer(opened, request);
  }

  #viewOfWaiting({ code, endsAt }: SignInRequest) {
    const leftMillis = Math.max(0, endsAt.getTime() - this.#options.today().getTime());
    return { state: "waiting", code, seconds_left: Math.ceil(leftMillis / 1_000) };
  }

  #note(by: Author, did: string): void {
    this.#options.trail.note({ by, did, devices: [], outcome: "done" });
  }

  /** What strangers ask for must not fill the trail. */
  #lapsed(request: SignInRequest, why: Parameters<OnRequestLapsed>[1]): void {
    const { address } = request;
    this.#options.trail.noteSparingly(`sign-in request ${address}`, {
      by: { kind: "address", name: address },
      did: asOperator(request),
      devices: [],
      outcome: "refused",
      why: why === "late" ? "nobody allowed it within 5 minutes" : "too many requests from this address",
    });
  }
}

const asOperator = ({ name, address }: SignInRequest): string => `sign-in as operator “${name}” at ${address}`;
