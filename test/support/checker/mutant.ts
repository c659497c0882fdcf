import type { Extra, RuleId } from "../../../src/programs/checker/rules.ts";
import type { Wire } from "../http/http-client.ts";

/** What a client asks of a gateway, on its way there. */
export interface RelayedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The same for all requests of one connection. */
  readonly connection: object;
}

/** What a gateway gives, on its way back. */
export interface Given {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** As sent, unpacked. */
  readonly body: string;
  /** UTF-8 by default. */
  readonly encoding?: BufferEncoding;
}

/** A datagram that answers, and the port it goes to: the asker's own, its discovery port, or a wrong one. */
export interface Reply {
  readonly text: string;
  readonly to: "asker" | "discovery-port" | "elsewhere";
  /** Where it is sent from, if not from where it was asked. */
  readonly from?: "another port" | "another address";
  readonly afterMillis?: number;
}

interface Request {
  readonly text: string;
  readonly isBroadcast: boolean;
  /** What would be answered if it were a right one. */
  readonly usual: readonly Reply[];
}

/** What is put between a gateway and its clients. */
export interface Breakage {
  /** Changes what is asked. */
  readonly asked?: (asked: RelayedRequest) => RelayedRequest;
  /** Changes what is given; "cut" ends the connection instead. */
  readonly given?: (given: Given, asked: RelayedRequest) => Given | "cut";
  /** Changes what is answered to a datagram. */
  readonly replies?: (replies: readonly Reply[], request: Request) => readonly Reply[];
  /** Changes what is published over MQTT. */
  readonly mqtt?: (bytes: Buffer) => Buffer;
}

/** Our gateway, broken in one way. */
export interface Mutant {
  /** The rule that it is made for. */
  readonly rule: RuleId;
  /** What it does wrong, as the rest of a sentence. */
  readonly does: string;
  /** Other rules of the document that it breaks by that; no other must may be found broken. */
  readonly also?: readonly RuleId[];
  /** What must be asked for so that it shows; what the rule needs by default. */
  readonly extras?: readonly Extra[];
  /** Made anew for each gateway, as it may remember something. */
  readonly breakage: () => Breakage;
}

export const ROOT = "/clip/v2/resource";
export const NOBODY = "FFFFFFFF-0000-4000-8000-00000000BEEF";

type When = (asked: RelayedRequest, given: Given) => boolean;

export const isRead: When = ({ method, path }) => method === "GET" && path.startsWith(ROOT);
export const isList =
  (kind?: string): When =>
  (asked, given) =>
    isRead(asked, given) &&
    asked.path.split("/").length === 5 &&
    (kind === undefined || asked.path.endsWith(`/${kind}`));
export const isOne =
  (kind?: string): When =>
  (asked, given) =>
    isRead(asked, given) &&
    asked.path.split("/").length === 6 &&
    (kind === undefined || asked.path.includes(`/${kind}/`));
export const isCommand: When = ({ method }) => method === "PUT";

export const isJson = ({ body, headers }: Given): boolean =>
  body !== "" && headers["content-type"]?.includes("json") === true;

/** Changes the text of some answers. */
export const inText = (when: When, change: (text: string, asked: RelayedRequest) => string): Breakage => ({
  given: (given, asked) =>
    isJson(given) && when(asked, given) ? { ...given, body: change(given.body, asked) } : given,
});

/** Changes the JSON of some answers. */
export const inJson = (when: When, change: (json: Wire, asked: RelayedRequest) => unknown): Breakage =>
  inText(when, (text, asked) => {
    const json = JSON.parse(text);
    change(json, asked);
    return JSON.stringify(json);
  });

/** Changes successes only, so that refusals stay what they are. */
export const inSuccess = (when: When, change: (json: Wire, asked: RelayedRequest) => unknown): Breakage =>
  inJson(
    (asked, given) => given.status === 200 && when(asked, given),
    (json, asked) => json.code === 0 && change(json, asked),
  );

/** Changes every resource of a kind: listed, alone, or in an extension. */
export const inEvery = (kind: string, change: (resource: Wire) => unknown): Breakage =>
  inSuccess(
    (asked, given) => isList()(asked, given) || isOne()(asked, given),
    ({ data }) => {
      for (const resource of [...(data.arr ?? []), data.obj ?? {}]) {
        const { ext_light: lights, ext_device: devices, ext_room: room } = resource;
        const given = [resource, lights, devices].flat().filter((item) => item?.type === kind);
        for (const one of given) change(one);
        if (kind === "room" && room?.id !== undefined) changeSummary(room, change);
      }
    },
  );

/** Changes a room that stands in an extension, without what it has not there. */
function changeSummary(room: Wire, change: (resource: Wire) => unknown): void {
  const whole = { children: [], services: [], ...room };
  change(whole);
  for (const name of Object.keys(room)) room[name] = whole[name];
}

/** Answers some requests with another status, code or message. */
export const answering = (
  when: When,
  { status, code, msg }: { status?: number; code?: number; msg?: string },
): Breakage => ({
  given: (given, asked) =>
    when(asked, given)
      ? {
          ...given,
          status: status ?? given.status,
          body: JSON.stringify({
            ...JSON.parse(given.body || "{}"),
            ...(code === undefined ? {} : { code, data: {} }),
            ...(msg === undefined ? {} : { msg }),
          }),
        }
      : given,
});

/** Does not look at a parameter. */
export const ignoring = (kind: string, parameter: string): Breakage => ({
  asked: (asked) => {
    if (asked.path !== `${ROOT}/${kind}`) return asked;
    const query = new URLSearchParams(asked.query);
    query.delete(parameter);
    return { ...asked, query };
  },
});

/** Changes how a list is asked for. */
export const asking = (kind: string, change: (query: URLSearchParams) => unknown) => (): Breakage => ({
  asked: (asked) => {
    if (asked.path !== `${ROOT}/${kind}`) return asked;
    const query = new URLSearchParams(asked.query);
    change(query);
    return { ...asked, query };
  },
});

/** Refuses some requests. */
export const refusing = (when: (asked: RelayedRequest) => boolean, status: number) => (): Breakage =>
  answering(when, { status, code: -status });

/** Changes the record of every discovery reply. */
export const inRecord = (change: (record: Wire, reply: Wire) => unknown): Breakage => ({
  replies: (replies) =>
    replies.map((reply) => {
      const json = JSON.parse(reply.text);
      change(json.data, json);
      return { ...reply, text: JSON.stringify(json) };
    }),
});
