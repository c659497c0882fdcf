import { type NatsConnection, NoRespondersError, RequestError } from "@nats-io/transport-node";
import type { WriteName } from "../../../core/contract/operations.ts";
import { statusOfRefusal } from "../../../core/contract/refusals.ts";
import type { Home } from "../../../core/home/home.ts";
import { idFrom } from "../../../core/home/model/ids.ts";
import { quotedName } from "../../../core/home/model/name.ts";
import { emptyBody } from "../../../core/present/pages/body.ts";
import type { MonotonicClock } from "../../../shared/clock.ts";
import { NOT_FOUND, Refusal } from "../../http/refusal.ts";
import type { GatewayResponse } from "../../http/request.ts";
import { DONE, refusalResponse, success } from "../../http/server/plain-responses.ts";
import type { WriteRequest } from "../../http/write/writes.ts";
import { answerFrom, type FleetAnswer } from "../command.ts";
import { commandSubject } from "../subjects.ts";
import { dimmingShares } from "./dimming-shares.ts";
import type { Member } from "./member.ts";
import type { FleetMirror } from "./mirror.ts";

/** How long a gateway may take; two ways to a lamp are tried within two seconds. */
const ANSWER_MILLIS = 900;

/** A client gets its answer within two seconds, however many gateways are silent. */
const WHOLE_MILLIS = 1_900;
/** In less, no gateway answers: it is not sent the command any more. */
const LEAST_MILLIS = 200;

/** Commands on their way at once: one for the whole house goes to every gateway, and none waits for a silent one. */
const MOST_AT_ONCE = 1_000;

export interface FleetCommandsOptions {
  readonly connection: Pick<NatsConnection, "request">;
  readonly mirror: FleetMirror;
  readonly home: Home;
  /** Why the servers do not let this front in any more; undefined while they do. */
  readonly whyRefused: () => string | undefined;
  /** For how long the cluster was not heard of; 0 while it is there. */
  readonly silentMillis: () => number;
  /** For how long the fleet could store nothing; 0 while it can. Gateways take no commands then. */
  readonly leaderlessMillis: () => number;
  /** Resolves once the front shows what the bucket had with this revision, or after a moment, or so many milliseconds. */
  readonly shown: (revision: number, mostMillis: number) => Promise<void>;
  readonly now: MonotonicClock;
  /** Called with what each gateway did that a command was for. */
  readonly onOutcome?: (outcome: GatewayOutcome) => void;
}

/** What became of a command at a gateway. */
export interface GatewayOutcome {
  readonly gatewayId: string;
  /** Unable: no lamp of it can do this. Not reached: it is not connected, or none of its lamps is. Unknown: it got the command, perhaps, and did not answer. */
  readonly outcome: "done" | "unable" | "refused" | "not reached" | "unknown";
  /** In the words of a gateway that answered. */
  readonly why: string | undefined;
}

/** Where no answer came: nobody took the command, or somebody may have. */
type NoAnswer = "not-taken" | "uncertain";

/** What a gateway answered. */
type Given = { readonly member: Member; readonly answer: FleetAnswer | NoAnswer };

/** A command for one gateway, and when its client has its answer. */
type Giving = WriteRequest & { readonly name: WriteName; readonly endsAtMillis: number };

/** Takes the commands of clients to the gateways that have the lamps; those answer. */
export class FleetCommands {
  readonly #options: FleetCommandsOptions;

  constructor(options: FleetCommandsOptions) {
    this.#options = options;
  }

  async write(name: WriteName, request: WriteRequest): Promise<GatewayResponse> {
    const why = this.#whyNotNow();
    if (why !== undefined) return refused(why);
    const endsAtMillis = this.#options.now() + WHOLE_MILLIS;
    const { id, gatewayId } = request;
    const isOverAll = name === "setGroupLight" && this.#isOverAll(id);
    if (isOverAll && gatewayId === undefined) return this.#writeToAll(name, request, endsAtMillis);
    const ways = isOverAll ? this.#options.mirror.gatewaysWith(gatewayId ?? "") : this.#waysTo(name, id);
    if (ways.length === 0) return refusalResponse(NOT_FOUND);
    let isUncertain = false;
    for (const member of ways) {
      const answer = await this.#give(member, { ...request, name, endsAtMillis });
      this.#options.onOutcome?.(outcomeOf({ member, answer }));
      if (isAnswer(answer)) return responseOf(answer);
      isUncertain ||= answer === "uncertain";
    }
    const names = ways.map(nameOf).join(" and ");
    return isUncertain
      ? refused(`${names} did not answer in time, so it is not known whether it was done: try again in a moment`)
      : refused(`${names} cannot be reached, so nothing was changed: try again in a moment`);
  }

  /** Why nothing is sent to any gateway. */
  #whyNotNow(): string | undefined {
    const { whyRefused, leaderlessMillis, silentMillis } = this.#options;
    const why = whyRefused();
    if (why !== undefined) return `${why}, so nothing was changed`;
    const [leaderless, silent] = [leaderlessMillis(), silentMillis()];
    if (leaderless > 0)
      return `most of the fleet's servers have not answered for ${seconds(leaderless)} s, so nothing was changed`;
    if (silent === 0) return undefined;
    return `the fleet has not been heard of for ${seconds(silent)} s, so nothing was changed: try again in a moment`;
  }

  #waysTo(name: Exclude<WriteName, "">, text: string): readonly Member[] {
    const { mirror, home } = this.#options;
    const id = idFrom<never>(text);
    switch (name) {
      case "setLight":
        return mirror.waysTo("lights", id);
      case "setDeviceLight":
        return mirror.waysTo("devices", id);
      case "setSyncBox":
        return mirror.waysTo("syncBoxes", id);
      case "setScene":
        return mirror.waysTo("scenes", id);
      case "setGroupLight":
        return mirror.waysTo("rooms", home.groupLights.get(id)?.roomId ?? "");
      default:
        return name satisfies never;
    }
  }

  #isOverAll(text: string): boolean {
    const { home } = this.#options;
    const roomId = home.groupLights.get(idFrom(text))?.roomId;
    const room = roomId === undefined ? undefined : home.rooms.get(roomId);
    return room !== undefined && room.kind !== "normal";
  }

  /** The whole house and the unassigned room have the same ids at every gateway. */
  async #writeToAll(name: WriteName, request: WriteRequest, endsAtMillis: number): Promise<GatewayResponse> {
    const members = this.#options.mirror.members.filter((member) => member.name !== undefined && member.presence);
    const waiting = members.filter(({ isAway }) => !isAway);
    const shares = await dimmingShares(this.#options.home, waiting, request);
    const given: Given[] = members.filter(({ isAway }) => isAway).map((member) => ({ member, answer: "not-taken" }));
    const next = async (): Promise<void> => {
      for (let member = waiting.shift(); member; member = waiting.shift()) {
        const body = shares.get(member) ?? request.body;
        given.push({ member, answer: await this.#give(member, { ...request, name, body, endsAtMillis }) });
      }
    };
    await Promise.all(Array.from({ length: MOST_AT_ONCE }, next));
    for (const each of given) this.#options.onOutcome?.(outcomeOf(each));
    return together(given);
  }

  /** Whoever would get it too late does not get it: a newer command may be on its way. */
  async #give(member: Member, { name: operation, id, body, by, endsAtMillis }: Giving): Promise<Given["answer"]> {
    const { connection, now, shown } = this.#options;
    const leftMillis = endsAtMillis - now();
    if (leftMillis < LEAST_MILLIS) return "not-taken";
    const command = JSON.stringify({ operation, id, body: Buffer.from(body).toString("utf8"), by });
    try {
      const reply = await connection.request(commandSubject(member.id), command, {
        timeout: Math.min(ANSWER_MILLIS, leftMillis),
      });
      const answer = answerFrom(reply.string());
      if (answer?.revision !== undefined) await shown(answer.revision, Math.max(0, endsAtMillis - now()));
      return answer ?? "uncertain";
    } catch (error) {
      return isNotTaken(error) ? "not-taken" : "uncertain";
    }
  }
}

/**
 * One answer of many: done where all that were reached did it, apart from those whose lamps cannot do it. Where one was not
 * reached or refused, the message says who did it and who did not.
 */
function together(given: readonly Given[]): GatewayResponse {
  const did = given.filter((each) => outcomeOf(each).outcome === "done");
  const unable = given.filter((each) => outcomeOf(each).outcome === "unable");
  const missing = given.filter((each) => !did.includes(each) && !unable.includes(each));
  if (did.length === 0) {
    const [refusal] = [...unable, ...missing].flatMap(({ answer }) => (isAnswer(answer) ? answer : []));
    if (refusal) return responseOf(refusal);
    return given.some(({ answer }) => answer === "uncertain")
      ? refused("no gateway answered in time, so it is not known whether it was done: try again in a moment")
      : refused("no gateway can be reached, so nothing was changed");
  }
  if (missing.length === 0) return DONE;
  const names = (some: readonly Given[]) => some.map(({ member }) => nameOf(member)).join(", ");
  return success(emptyBody(0, `done by ${names(did)}; not by ${names(missing)}`));
}

const seconds = (millis: number): number => Math.round(millis / 1_000);

const isAnswer = (answer: Given["answer"]): answer is FleetAnswer => typeof answer === "object";

const isNotTaken = (error: unknown): boolean =>
  error instanceof NoRespondersError || (error instanceof RequestError && error.isNoResponders());

/** "invalid value": no lamp of the gateway can do it. */
const UNABLE = -422;

function outcomeOf({ member: { id: gatewayId }, answer }: Given): GatewayOutcome {
  if (!isAnswer(answer)) {
    return { gatewayId, outcome: answer === "uncertain" ? "unknown" : "not reached", why: undefined };
  }
  const { code, msg } = envelopeOf(answer);
  if (code === 0) return { gatewayId, outcome: "done", why: undefined };
  if (answer.isOutOfReach) return { gatewayId, outcome: "not reached", why: msg };
  return { gatewayId, outcome: code === UNABLE ? "unable" : "refused", why: msg };
}

function envelopeOf({ body }: FleetAnswer): { readonly code?: number; readonly msg?: string } {
  try {
    const { code, msg } = JSON.parse(body);
    return { code, ...(typeof msg === "string" ? { msg } : {}) };
  } catch {
    return {};
  }
}

const nameOf = ({ name, id }: Member): string => quotedName(name ?? id);

const responseOf = ({ status, body }: FleetAnswer): GatewayResponse => ({
  status,
  mediaType: "application/json",
  body: [Buffer.from(body)],
});

const refused = (detail: string): GatewayResponse =>
  refusalResponse(new Refusal("busy", { status: statusOfRefusal("busy", { isWrite: true }), detail }));
