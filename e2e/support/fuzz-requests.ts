import type { Seeded } from "../../test/support/home/seeded.ts";
import { envelopeOf, type FuzzAnswer } from "./fuzz-answers.ts";

/** A request as it is sent, and how to know the answer to it from the answers to others. */
export interface FuzzRequest {
  readonly method: string;
  readonly bytes: string;
  /** Whether an answer belongs to this request. */
  readonly isAnswer: (answer: FuzzAnswer) => boolean;
}

/** What there is to ask for. */
export interface FuzzHome {
  readonly key: string;
  readonly lightIds: readonly string[];
  readonly deviceIds: readonly string[];
  readonly roomIds: readonly string[];
}

const ROOT = "/clip/v2/resource";
const NO_ONE = "FFFFFFFF-0000-4000-8000-000000000000";

const head = (method: string, target: string, lines: readonly string[] = []) =>
  `${[`${method} ${target} HTTP/1.1`, "Host: localhost", ...lines].join("\r\n")}\r\n`;
const withBody = (start: string, body: string) => `${start}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const isCode = (code: number) => (answer: FuzzAnswer) => envelopeOf(answer)?.code === code;
const isStatus = (status: number) => (answer: FuzzAnswer) => answer.status === status;
const isOne = (id: string) => (answer: FuzzAnswer) => envelopeOf(answer)?.data.obj?.id === id;

/** Every kind of request that is right, each of which can be known by its answer. */
export class FuzzRequests {
  readonly #home: FuzzHome;
  readonly #chance: Seeded;

  constructor(home: FuzzHome, chance: Seeded) {
    this.#home = home;
    this.#chance = chance;
  }

  any(): FuzzRequest {
    const kinds = [this.#one, this.#one, this.#one, this.#list, this.#list, this.#write, this.#odd] as const;
    return kinds[this.#chance.below(kinds.length)]?.() ?? this.#one();
  }

  readonly #one = (): FuzzRequest => {
    const { lightIds, deviceIds, roomIds } = this.#home;
    const [type, ids] = this.#chance.oneOf([
      ["light", lightIds],
      ["light", lightIds],
      ["device", deviceIds],
      ["room", roomIds],
    ] as const);
    const id = this.#pick(ids);
    const query = this.#chance.oneOf(["", "", "?ext_light=1&ext_room=1&ext_device=1"]);
    const spelt = this.#chance.below(4) === 0 ? id.toLowerCase() : id;
    return this.#get(`${type}/${spelt}${query}`, isOne(id));
  };

  readonly #list = (): FuzzRequest => {
    const deviceId = this.#pick(this.#home.deviceIds);
    const roomId = this.#pick(this.#home.roomIds);
    const holds = (count: number) => (answer: FuzzAnswer) => envelopeOf(answer)?.data.arr?.length === count;
    const isAll = (ids: readonly string[]) => (answer: FuzzAnswer) =>
      JSON.stringify(envelopeOf(answer)?.data.arr?.map(({ id }: { id: string }) => id)) === JSON.stringify(ids);
    return this.#chance.oneOf([
      () => this.#get("light", isAll(this.#home.lightIds)),
      () => this.#get("device", isAll(this.#home.deviceIds)),
      () => this.#get("device?cat1_id=99", holds(0)),
      () => this.#get("room", isAll(this.#home.roomIds)),
      () => this.#get(`scene?room_uuid=${deviceId}`, holds(0)),
      () => this.#get("bridge", (answer) => envelopeOf(answer)?.data.arr?.[0]?.mac !== undefined),
      () => this.#get(`device?room_uuid=${roomId}&ext_light=1`, (answer) => envelopeOf(answer)?.data.len === undefined),
    ])();
  };

  readonly #write = (): FuzzRequest => {
    const id = this.#pick(this.#home.lightIds);
    const key = `application-key: ${this.#home.key}`;
    const put = (target: string, body: string, lines: readonly string[] = []) =>
      withBody(head("PUT", `${ROOT}/${target}`, lines), body);
    const [bytes, isAnswer] = this.#chance.oneOf([
      [put(`light/${id}`, `{"brightness":${1 + this.#chance.below(100)}}`, [key]), isCode(0)],
      [put(`light/${id}`, '{"on":1}', [key, "Expect: 100-continue"]), isCode(0)],
      [put(`light/${id}`, '{"brightness":"x"}', [key]), isCode(-422)],
      [put(`light/${NO_ONE}`, '{"on":1}', [key]), isCode(-1)],
      [put(`light/${id}`, "[".repeat(100), [key]), isCode(-400)],
      [withBody(head("POST", "/api"), '{"device_type":"fuzz#er"}'), isCode(-423)],
    ] as const);
    return { method: "PUT", bytes, isAnswer };
  };

  readonly #odd = (): FuzzRequest =>
    this.#chance.oneOf([
      () => this.#of("HEAD", `${ROOT}/light`, isStatus(200)),
      () => this.#of("HEAD", `${ROOT}/light/${NO_ONE}`, isStatus(404)),
      () => this.#of("OPTIONS", "*", (answer) => /^Allow: /m.test(answer.head)),
      () => this.#of("DELETE", `${ROOT}/light`, isStatus(405)),
      () => this.#get(`light/${NO_ONE}`, isStatus(404)),
      () => this.#get("device?cat1_id=x", isStatus(400)),
      () => this.#of("GET", `${ROOT}/light`, isStatus(304), ["If-None-Match: *"]),
      () => this.#of("GET", `${ROOT}/light`, (answer) => envelopeOf(answer)?.data.len > 0, ["Accept-Encoding: gzip"]),
      () => this.#bodied("2\r\n{}\r\n0\r\n\r\n", "Transfer-Encoding: chunked"),
      () => this.#bodied("{}", "Content-Length: 2"),
    ])();

  #bodied(body: string, line: string): FuzzRequest {
    const isAnswer = (answer: FuzzAnswer) => Array.isArray(envelopeOf(answer)?.data.arr);
    return { method: "GET", bytes: `${head("GET", `${ROOT}/scene`, [line])}\r\n${body}`, isAnswer };
  }

  #get(path: string, isAnswer: FuzzRequest["isAnswer"]): FuzzRequest {
    return this.#of("GET", `${ROOT}/${path}`, isAnswer, this.#chance.oneOf([[], ["Accept: */*"], ["accept:*/*"]]));
  }

  #of(method: string, target: string, isAnswer: FuzzRequest["isAnswer"], lines: readonly string[] = []): FuzzRequest {
    return { method, bytes: `${head(method, target, lines)}\r\n`, isAnswer };
  }

  #pick(ids: readonly string[]): string {
    return ids[this.#chance.below(ids.length)] ?? NO_ONE;
  }
}
