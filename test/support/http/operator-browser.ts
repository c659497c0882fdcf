import { type ClientRequest, type IncomingMessage, request } from "node:http";
import type { OperatorDoor } from "../../../src/edges/http/operator/operator-door.ts";
import type { HttpClient, Received, RequestOptions, Wire } from "./http-client.ts";

/** A gateway with a page, or a front. */
interface Paged {
  readonly http: { readonly port: number };
  readonly client: HttpClient;
}

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
  readonly #gateway: Paged;

  private constructor(gateway: Paged, { cookie, key }: Pick<OperatorBrowser, "cookie" | "key">) {
    this.#gateway = gateway;
    this.cookie = cookie;
    this.key = key;
  }

  static open(gateway: Paged & { readonly door: Pick<OperatorDoor, "makeLink"> }): Promise<OperatorBrowser> {
    return OperatorBrowser.openBy(gateway, gateway.door.makeLink());
  }

  static async openBy(gateway: Paged, link: string): Promise<OperatorBrowser> {
    return OperatorBrowser.by(gateway, await useLink(gateway, link));
  }

  /** By the answer that gives it a session. */
  static by(gateway: Paged, { headers, json }: Pick<Received, "headers" | "json">): OperatorBrowser {
    const [cookie = ""] = headers["set-cookie"] ?? [];
    return new OperatorBrowser(gateway, { cookie: cookie.split(";")[0] ?? "", key: json.data.obj.operator_key });
  }

  /** The same browser, whose load balancer sends it elsewhere. */
  at(gateway: Paged): OperatorBrowser {
    return new OperatorBrowser(gateway, this);
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

export const hostOf = ({ http }: Pick<Paged, "http">): string => `gateway.local:${http.port}`;
export const originOf = (gateway: Pick<Paged, "http">): string => `http://${hostOf(gateway)}`;

/** What the page sends with the link that it was opened by. */
export const useLink = (gateway: Paged, link: string, headers: Record<string, string> = {}): Promise<Received> =>
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
