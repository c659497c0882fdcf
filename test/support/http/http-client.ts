import { type IncomingHttpHeaders, request } from "node:http";

export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  /** The envelope, parsed. */
  readonly json: Envelope;
}

// biome-ignore lint/suspicious/noExplicitAny: the tests read answers as a client does, before they are known to be right
export type Wire = any;

export interface Envelope {
  readonly code: number;
  readonly msg: string;
  readonly data: Wire;
}

export interface RequestOptions {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** A plain HTTP client that, unlike fetch, can send a body with GET and any method. */
export class HttpClient {
  readonly port: number;

  constructor(port: number) {
    this.port = port;
  }

  send(path: string, { method = "GET", headers = {}, body }: RequestOptions = {}): Promise<Received> {
    return new Promise((resolve, reject) => {
      const outgoing = request(
        { host: "127.0.0.1", port: this.port, path, method, headers, agent: false },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
          incoming.on("error", reject);
          incoming.on("end", () => {
            const bytes = Buffer.concat(chunks);
            const { "content-type": mediaType, "content-encoding": encoding } = incoming.headers;
            const isJson = mediaType === "application/json" && encoding === undefined && bytes.byteLength > 0;
            const json = isJson ? JSON.parse(bytes.toString("utf8")) : undefined;
            resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, bytes, json });
          });
        },
      );
      outgoing.on("error", reject);
      if (body !== undefined) outgoing.setHeader("Content-Length", Buffer.byteLength(body));
      outgoing.end(body);
    });
  }

  /** The resources of a list; path below /clip/v2/resource/. */
  async list(path: string, options?: RequestOptions): Promise<Wire[]> {
    return (await this.send(`/clip/v2/resource/${path}`, options)).json.data.arr;
  }

  /** One resource. */
  async one(path: string): Promise<Wire> {
    return (await this.send(`/clip/v2/resource/${path}`)).json.data.obj;
  }
}
