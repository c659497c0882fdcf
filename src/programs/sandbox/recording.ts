import { type Static, Type } from "typebox";
import type { LoggedRequest } from "../../libraries/testing/request-log.ts";

/** What a client did, without what differs between two runs of the same client. */
export const RecordedRequest = Type.Object(
  {
    request: Type.String({ pattern: "^[A-Z-]+ .+$" }),
    key: Type.Optional(Type.Literal(true)),
    body: Type.Optional(Type.Unknown()),
    status: Type.Union([Type.Integer({ minimum: 100, maximum: 599 }), Type.Null()]),
  },
  { additionalProperties: false },
);
export type RecordedRequest = Readonly<Static<typeof RecordedRequest>>;

/** Others change something, so a client that sends them twice does something else. */
export const isRead = ({ request }: RecordedRequest): boolean => /^(GET|HEAD) /.test(request);

const MOST_RECORDED = 100_000;
const MOST_RECORDED_LETTERS = 32 * 1024 * 1024;

/** The requests of a client in their order. The same read several times in a row is one, as with clients that poll. */
export class Recording {
  readonly #resetId: () => string;
  readonly #requests: RecordedRequest[] = [];
  #last = "";
  #letters = 0;

  constructor(resetId: () => string) {
    this.#resetId = resetId;
  }

  get requests(): readonly RecordedRequest[] {
    return this.#requests;
  }

  readonly add = (request: LoggedRequest): void => {
    const recorded = recordedOf(request, this.#resetId());
    const text = JSON.stringify(recorded);
    if ((text === this.#last && isRead(recorded)) || this.#isFull) return;
    this.#last = text;
    this.#letters += text.length;
    this.#requests.push(recorded);
  };

  get #isFull(): boolean {
    return this.#requests.length >= MOST_RECORDED || this.#letters >= MOST_RECORDED_LETTERS;
  }
}

/** Headers are left out, but for whether there was a key. */
function recordedOf({ method, path, headers, body, status }: LoggedRequest, resetId: string): RecordedRequest {
  const plain = (text: string) => text.replaceAll(new RegExp(resetId, "gi"), "{gateway}");
  return {
    request: plain(`${method} ${path}`),
    ...(headers["application-key"] === undefined ? {} : { key: true }),
    ...(body === "" ? {} : { body: bodyOf(plain(body)) }),
    status: status ?? null,
  };
}

/** JSON as a value, so that spaces do not matter. */
function bodyOf(text: string): unknown {
  try {
    return sorted(JSON.parse(text));
  } catch {
    return text;
  }
}

/** Nor does the order of keys. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, sorted(inner)] as const);
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}
