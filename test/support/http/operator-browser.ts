import { type ClientRequest, type IncomingMessage, request } from "node:http";
import type { PagedGateway } from "../gateway/paged-gateway.ts";
import type { Received, RequestOptions, Wire } from "./http-client.ts";

/** A command that a browser follows. */
export interface FollowedCommand {
  readonly lines: Wire[];
  /** Settles once the answer is whole, or cut off. */
  readonly over: Promise<"whole" | "cut">;
  /** Settles once there are so many lines. */
  has(count: number): Promise<void>;
  /** The browser ends it. */
  abort(): void;
}

/** A browser in which the operator uses the page: it sends its cookie, its key and its origin as the page does. */
export class OperatorBrowser {
  readonly cookie: string;
  readonly key: string;
  readonly #gateway: PagedGateway;

  private constructor(gateway: PagedGateway, { cookie, key }: Pick<OperatorBrowser, "cookie" | "key">) {
    this.#gateway = gateway;
    this.cookie = cookie;
    this.key = key;
  }

  static async open(gateway: PagedGateway): Promise<OperatorBrowser> {
    const { headers, json } = await useLink(gateway, gateway.door.makeLink());
    const [cookie = ""] = headers["set-cookie"] ?? [];
    return new OperatorBrowser(gateway, { cookie: cookie.split(";")[0] ?? "", key: json.data.obj.operator_key });
  }

  get origin(): string {
    return originOf(this.#gateway);
  }

  /** What a script of the page sends. */
  send(path: string, { method = "GET", headers = {}, ...options }: RequestOptions = {}): Promise<Received> {
    const own = { ...(method === "GET" ? {} : { Origin: this.origin }), Cookie: this.cookie, "operator-key": this.key };
    return this.#gateway.client.send(path, {
      ...options,
      method,
      headers: { Host: hostOf(this.#gateway), ...own, ...headers },
    });
  }

  /** The lines of a command that comes to its end by itself. */
  async command(name: string, given: Wire = {}): Promise<Wire[]> {
    const { status, bytes } = await this.send(`/operator/command/${name}`, {
      method: "POST",
      body: typeof given === "string" ? given : JSON.stringify(given),
    });
    if (status !== 200) throw new Error(`status ${status}: ${bytes}`);
    return linesIn(bytes.toString("utf8"));
  }

  follow(name: string, given: Wire = {}): FollowedCommand {
    const body = JSON.stringify(given);
    const outgoing = request({
      host: "127.0.0.1",
      port: this.#gateway.http.port,
      path: `/operator/command/${name}`,
      method: "POST",
      agent: false,
      headers: {
        Host: hostOf(this.#gateway),
        Origin: this.origin,
        Cookie: this.cookie,
        "operator-key": this.key,
        "Content-Length": body.length,
      },
    });
    outgoing.end(body);
    return followed(outgoing);
  }
}

export const hostOf = ({ http }: PagedGateway): string => `gateway.local:${http.port}`;
export const originOf = (gateway: PagedGateway): string => `http://${hostOf(gateway)}`;

/** What the page sends with the link that it was opened by. */
export const useLink = (gateway: PagedGateway, link: string, headers: Record<string, string> = {}): Promise<Received> =>
  gateway.client.send("/operator/session", {
    method: "POST",
    headers: { Host: hostOf(gateway), Origin: originOf(gateway), ...headers },
    body: JSON.stringify({ link }),
  });

function followed(outgoing: ClientRequest): FollowedCommand {
  const lines: Wire[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const over = new Promise<"whole" | "cut">((resolve) => {
    outgoing.on("error", () => resolve("cut"));
    outgoing.on("response", (incoming: IncomingMessage) => {
      let text = "";
      incoming.setEncoding("utf8");
      incoming.on("data", (piece: string) => {
        text += piece;
        lines.splice(0, lines.length, ...linesIn(text.slice(0, text.lastIndexOf("\n") + 1)));
        for (const { count, resolve } of waiting) if (lines.length >= count) resolve();
      });
      incoming.on("error", () => resolve("cut"));
      incoming.on("end", () => resolve("whole"));
    });
  });
  const has = (count: number) =>
    new Promise<void>((resolve) => (lines.length >= count ? resolve() : waiting.push({ count, resolve })));
  return { lines, over, has, abort: () => outgoing.destroy() };
}

const linesIn = (text: string): Wire[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
