import { Type } from "typebox";
import type { Trail } from "../../../core/gateway/trail.ts";
import { type Author, OPERATOR } from "../../../core/home/trail-entry.ts";
import { oneBody } from "../../../core/present/pages/body.ts";
import { browserName } from "../../../shared/browser-name.ts";
import type { Clock } from "../../../shared/clock.ts";
import type { OperatorSession } from "../../../shared/operator-session.ts";
import { answerByMethod } from "../answer-by-method.ts";
import { isRefusal, Refusal } from "../refusal.ts";
import type { GatewayRequest, GatewayResponse } from "../request.ts";
import { pathOf } from "../request-head.ts";
import { DONE, refusalResponse, success } from "../server/plain-responses.ts";
import { parseCommand } from "../write/parse-body.ts";
import { WrongKeys } from "../wrong-keys.ts";
import type { CommandRequest } from "./command-streams.ts";
import { OneTimeLinks } from "./one-time-links.ts";
import { noSessionCookie, operatorKeyOf, sessionCookie } from "./session-cookie.ts";
import { OperatorSessions, type SessionEnd } from "./sessions.ts";

export interface OperatorDoorOptions {
  readonly trail: Pick<Trail, "note" | "noteSparingly">;
  readonly clock: Clock;
  /** By the wall clock, for people to read. */
  readonly today: () => Date;
  readonly onEnded: (session: OperatorSession) => void;
}

type Outcome = GatewayResponse | CommandRequest;

const COMMAND_PATH = /^\/operator\/command\/([\w.-]{1,64})$/;

const UsedLink = Type.Object({ link: Type.String({ expected: "the part of the link after #open=" }) });

const WRONG_LINK = new Refusal("key-needed", {
  detail: "this link is invalid, already used or older than 60 s: get a new one with luxgate open",
});
const TOO_MANY_LINKS = new Refusal("too-many-wrong-keys", {
  detail: "too many invalid links: wait a while before you try again",
});
const NO_SESSION = new Refusal("key-needed", {
  status: 401,
  detail: "an operator session is required: open one with luxgate open",
});

/** Nothing of what an operator is told stays in a cache. */
const NO_STORE = { "Cache-Control": "no-store" };

/** How the operator comes in over HTTP: a link, once, becomes a session, and a session gives commands (G89). */
export class OperatorDoor {
  readonly sessions: OperatorSessions;
  readonly #options: OperatorDoorOptions;
  readonly #links = new OneTimeLinks();
  readonly #wrongLinks = new WrongKeys();

  constructor(options: OperatorDoorOptions) {
    this.#options = options;
    this.sessions = new OperatorSessions({ ...options, onEnded: (session, why) => this.#ended(session, why) });
  }

  /** The secret of a link that opens a session, once. */
  makeLink(): string {
    const { clock } = this.#options;
    this.#note(OPERATOR, "link to the web page requested");
    return this.#links.make(clock.now());
  }

  /** Undefined for a path that is none of the operator's. */
  dispatch(request: GatewayRequest, path: string): Outcome | undefined {
    if (path === "/operator/session") {
      return answerByMethod(request, { GET: () => this.#tellSession(request), POST: () => this.#open(request) });
    }
    if (path === "/operator/session/end") return answerByMethod(request, { POST: () => this.#end(request) });
    const [, command] = COMMAND_PATH.exec(path) ?? [];
    if (command === undefined) return undefined;
    return answerByMethod<Outcome>(request, { POST: () => this.#command(request, command) });
  }

  /** Whether a request is for a command, by somebody who may give one. */
  isCommand({ target, sessionSecrets }: Pick<GatewayRequest, "target" | "sessionSecrets">): boolean {
    return COMMAND_PATH.test(pathOf(target) ?? "") && this.sessions.find(sessionSecrets) !== undefined;
  }

  stop(): void {
    this.sessions.stop();
  }

  #tellSession({ sessionSecrets, scheme }: GatewayRequest): GatewayResponse {
    const session = this.sessions.find(sessionSecrets);
    if (session) return { ...success(viewOf(session)), headers: NO_STORE };
    const isStale = sessionSecrets.length > 0;
    const headers = { ...NO_STORE, ...(isStale ? { "Set-Cookie": noSessionCookie(scheme) } : {}) };
    return { ...success(oneBody("obj", JSON.stringify({ is_operator: 0 }))), headers };
  }

  #open({ body, clientAddress, userAgent, scheme }: GatewayRequest): GatewayResponse {
    const used = parseCommand(UsedLink, body);
    if (isRefusal(used)) return refusalResponse(used);
    if (!this.#links.use(used.link, this.#options.clock.now())) return this.#refuseLink(clientAddress);
    const browser = browserName(userAgent);
    const { secret, session } = this.sessions.open({ address: clientAddress, browser });
    this.#note({ kind: "address", name: clientAddress }, `session opened in ${browser}`);
    const view = viewOf(session, { operator_key: operatorKeyOf(secret) });
    return { ...success(view), headers: { ...NO_STORE, "Set-Cookie": sessionCookie(secret, scheme) } };
  }

  #refuseLink(address: string): GatewayResponse {
    const { trail, clock } = this.#options;
    trail.noteSparingly(`wrong link ${address}`, {
      by: { kind: "address", name: address },
      did: "invalid link to the web page used",
      devices: [],
      outcome: "refused",
      why: "the link is invalid, already used or expired",
    });
    return refusalResponse(this.#wrongLinks.isTooMany(address, clock.now()) ? TOO_MANY_LINKS : WRONG_LINK);
  }

  #end({ sessionSecrets, scheme }: GatewayRequest): GatewayResponse {
    const session = this.sessions.find(sessionSecrets);
    if (!session) return refusalResponse(NO_SESSION);
    this.sessions.end(session.id);
    return { ...DONE, headers: { ...NO_STORE, "Set-Cookie": noSessionCookie(scheme) } };
  }

  #command({ sessionSecrets, body }: GatewayRequest, command: string): Outcome {
    const session = this.sessions.find(sessionSecrets);
    return session ? { command, given: body, sessionId: session.id } : refusalResponse(NO_SESSION);
  }

  #ended(session: OperatorSession, why: SessionEnd): void {
    this.#note(why === "wanted" ? OPERATOR : { kind: "gateway" }, `session of ${session.address} ended${WHY[why]}`);
    this.#options.onEnded(session);
  }

  #note(by: Author, did: string): void {
    this.#options.trail.note({ by, did, devices: [], outcome: "done" });
  }
}

const WHY: Readonly<Record<SessionEnd, string>> = {
  wanted: "",
  expired: " after 12 hours",
  "too-many": ": too many sessions",
};

const viewOf = ({ endsAt }: OperatorSession, more: { readonly operator_key?: string } = {}) =>
  oneBody("obj", JSON.stringify({ is_operator: 1, ends_at: endsAt.toISOString(), ...more }));
