import { Type } from "typebox";
import type { Trail } from "../../../core/gateway/trail.ts";
import { type Author, OPERATOR, operatorIn } from "../../../core/home/trail-entry.ts";
import { browserName } from "../../../shared/browser-name.ts";
import type { Clock } from "../../../shared/clock.ts";
import type { OperatorSession } from "../../../shared/operator-session.ts";
import { answerByMethod } from "../answer-by-method.ts";
import { Attempts } from "../attempts.ts";
import { isRefusal, Refusal } from "../refusal.ts";
import type { GatewayRequest, GatewayResponse } from "../request.ts";
import { pathOf } from "../request-head.ts";
import { DONE, refusalResponse } from "../server/plain-responses.ts";
import { parseCommand } from "../write/parse-body.ts";
import type { CommandRequest } from "./command-streams.ts";
import type { RequestKeeper } from "./request-keeper.ts";
import { NO_STORE, objectAnswer, openedAnswer, orRefusal, viewOfSession } from "./session-answers.ts";
import { noSessionCookie } from "./session-cookie.ts";
import type { SessionEnd, SessionKeeper } from "./session-keeper.ts";
import { lifetimeWords, sessionMillis } from "./session-lifetime.ts";
import { SignInDoor } from "./sign-in-door.ts";

export interface OperatorDoorOptions {
  readonly trail: Pick<Trail, "note" | "noteSparingly">;
  readonly clock: Clock;
  /** By the wall clock, for people to read. */
  readonly today: () => Date;
  readonly sessions: SessionKeeper;
  /** Of browsers that ask to be let in; undefined where they cannot. */
  readonly requests: RequestKeeper | undefined;
  /** What a person runs to get a link: `luxgate open`. */
  readonly linkCommand: string;
  readonly onEnded: (session: OperatorSession) => void;
  /** As whom a key lets a request in, or why it is refused. */
  readonly admitKey: (request: Pick<GatewayRequest, "key" | "clientAddress">) => Author | Refusal;
}

const NO_COMMANDS: ReadonlySet<string> = new Set();

type Outcome = GatewayResponse | CommandRequest;
type Later = Outcome | Promise<GatewayResponse>;

const COMMAND_PATH = /^\/operator\/command\/([\w.-]{1,64})$/;

const UsedLink = Type.Object({ link: Type.String({ expected: "the part of the link after #open=" }) });

const TOO_MANY_LINKS = new Refusal("too-many-wrong-keys", {
  detail: "too many invalid links: wait a while before you try again",
});

/** How the operator comes in over HTTP: a link, once, becomes a session, and a session gives commands (G89). */
export class OperatorDoor {
  readonly sessions: SessionKeeper;
  /** How a browser asks to be let in; undefined where it cannot. */
  readonly signIn: SignInDoor | undefined;
  readonly #options: OperatorDoorOptions;
  readonly #wrongLinks = new Attempts();
  readonly #wrongLink: Refusal;
  readonly #noSession: Refusal;
  #commandsForKeys = NO_COMMANDS;

  constructor(options: OperatorDoorOptions) {
    this.#options = options;
    this.sessions = options.sessions;
    this.sessions.onEnded((session, why, by) => this.#ended(session, why, by));
    const { requests, linkCommand } = options;
    this.signIn = requests && new SignInDoor({ ...options, requests });
    this.#wrongLink = new Refusal("key-needed", {
      detail: `this link is invalid, already used or older than 60 s: get a new one with ${linkCommand}`,
    });
    this.#noSession = new Refusal("key-needed", {
      status: 401,
      detail: `an operator session is required: open one with ${linkCommand}`,
    });
  }

  /** From now on, clients with a key may give these commands, and no others (G117). */
  letKeysGive(commands: ReadonlySet<string>): void {
    this.#commandsForKeys = commands;
  }

  /** The secret of a link that opens a session, once. */
  makeLink(): string {
    const { makeLink } = this.sessions;
    if (!makeLink) throw new Error("links of a fleet are made by its operator's command");
    this.#note(OPERATOR, "link to the web page requested");
    return makeLink();
  }

  /** Whether a request has the secret of a session that is not known here. */
  isUnknownSession({ sessionSecrets }: Pick<GatewayRequest, "sessionSecrets">): boolean {
    return sessionSecrets.length > 0 && !this.sessions.has(sessionSecrets);
  }

  isOwnPath(path: string): boolean {
    return path.startsWith("/operator/");
  }

  /** Undefined for a path that is none of the operator's. */
  dispatch(request: GatewayRequest, path: string): Later | undefined {
    if (path === "/operator/session") {
      return answerByMethod<Later>(request, { GET: () => this.#tellSession(request), POST: () => this.#open(request) });
    }
    if (path === "/operator/session/end") return answerByMethod<Later>(request, { POST: () => this.#end(request) });
    const [, command] = COMMAND_PATH.exec(path) ?? [];
    if (command === undefined) return this.signIn?.dispatch(request, path);
    return answerByMethod<Outcome>(request, { POST: () => this.#command(request, command) });
  }

  /** Whether a request is for a command, by somebody who may give one. */
  isCommand({ target, sessionSecrets }: Pick<GatewayRequest, "target" | "sessionSecrets">): boolean {
    return COMMAND_PATH.test(pathOf(target) ?? "") && this.sessions.find(sessionSecrets) !== undefined;
  }

  /** Whoever was let in to the gateway that was is not let in to the new one, but for who made it, and for a while. */
  async endForReset(sessionId: string | undefined, by: Author): Promise<void> {
    this.signIn?.stop();
    await this.sessions.endForReset?.(sessionId, by);
  }

  async stop(): Promise<void> {
    this.signIn?.stop();
    await this.sessions.stop();
  }

  #tellSession({ sessionSecrets, scheme }: GatewayRequest): GatewayResponse {
    const session = this.sessions.find(sessionSecrets);
    const mayEdit = this.#commandsForKeys.size > 0 ? { keys_may_edit: 1 } : {};
    if (session) return objectAnswer({ ...viewOfSession(session), ...mayEdit });
    const isStale = sessionSecrets.length > 0;
    const headers = { ...NO_STORE, ...(isStale ? { "Set-Cookie": noSessionCookie(scheme) } : {}) };
    return { ...objectAnswer({ is_operator: 0, ...mayEdit }), headers };
  }

  async #open(request: GatewayRequest): Promise<GatewayResponse> {
    const { body, clientAddress: address, userAgent } = request;
    const used = parseCommand(UsedLink, body);
    if (isRefusal(used)) return refusalResponse(used);
    const browser = browserName(userAgent);
    const owner = { address, browser, lifetimeMillis: sessionMillis(request) };
    const opened = await orRefusal(() => this.sessions.open(used.link, owner));
    if (isRefusal(opened)) return refusalResponse(opened);
    if (!opened) return this.#refuseLink(address);
    this.#note({ kind: "address", name: address }, `session opened in ${browser}`);
    return openedAnswer(opened, request);
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
    return refusalResponse(this.#wrongLinks.isTooMany(address, clock.now()) ? TOO_MANY_LINKS : this.#wrongLink);
  }

  async #end({ sessionSecrets, scheme }: GatewayRequest): Promise<GatewayResponse> {
    const session = this.sessions.find(sessionSecrets);
    if (!session) return refusalResponse(this.#noSession);
    const ended = await orRefusal(() => this.sessions.end(session.id, operatorIn(session)));
    if (isRefusal(ended)) return refusalResponse(ended);
    return { ...DONE, headers: { ...NO_STORE, "Set-Cookie": noSessionCookie(scheme) } };
  }

  #command({ sessionSecrets, body: given, key = "", clientAddress }: GatewayRequest, command: string): Outcome {
    const session = this.sessions.find(sessionSecrets);
    if (session) return { command, given, clientAddress, sessionId: session.id };
    if (key === "" || !this.#commandsForKeys.has(command)) return refusalResponse(this.#noSession);
    const by = this.#options.admitKey({ key, clientAddress });
    return isRefusal(by) ? refusalResponse(by) : { command, given, clientAddress, sessionId: "", by };
  }

  #ended(session: OperatorSession, why: SessionEnd, by: Author = OPERATOR): void {
    const { name, address } = session;
    const whose = name === undefined ? address : `operator “${name}” at ${address}`;
    this.#note(why === "wanted" ? by : { kind: "gateway" }, `session of ${whose} ended${whyEnded(session, why)}`);
    this.#options.onEnded(session);
  }

  #note(by: Author, did: string): void {
    this.#options.trail.note({ by, did, devices: [], outcome: "done" });
  }
}

/** Why a session ended that nobody wanted to end. */
function whyEnded({ since, endsAt }: OperatorSession, why: SessionEnd): string {
  if (why === "too-many") return ": too many sessions";
  return why === "expired" ? ` after ${lifetimeWords(endsAt.getTime() - since.getTime())}` : "";
}
