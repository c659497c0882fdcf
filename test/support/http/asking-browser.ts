import type { HttpClient, Received, RequestOptions } from "./http-client.ts";
import { hostOf, OperatorBrowser, originOf } from "./operator-browser.ts";

interface Paged {
  readonly http: { readonly port: number };
  readonly client: HttpClient;
}

type AskOptions = Pick<RequestOptions, "headers">;

/** A browser that asks to be let in as operator: it sends what the page sends. */
export class AskingBrowser {
  readonly code: string;
  readonly key: string;
  readonly #gateway: Paged;

  private constructor(gateway: Paged, { code, key }: Pick<AskingBrowser, "code" | "key">) {
    this.#gateway = gateway;
    this.code = code;
    this.key = key;
  }

  static async ask(gateway: Paged, name = "Ann's phone", options: AskOptions = {}): Promise<AskingBrowser> {
    const { json } = await askToSignIn(gateway, { name }, options);
    if (json.code !== 0) throw new Error(json.msg);
    const { code, request_key: key } = json.data.obj;
    return new AskingBrowser(gateway, { code, key });
  }

  /** The same browser, whose load balancer sends it elsewhere. */
  at(gateway: Paged): AskingBrowser {
    return new AskingBrowser(gateway, this);
  }

  look(options: AskOptions = {}): Promise<Received> {
    return signInPost(this.#gateway, "/result", { request_key: this.key }, options);
  }

  withdraw(): Promise<Received> {
    return signInPost(this.#gateway, "/withdraw", { request_key: this.key });
  }

  /** What its person sees. */
  async state(): Promise<string> {
    const { obj } = (await this.look()).json.data;
    return obj.is_operator === 1 ? "signed in" : obj.state;
  }

  /** Once it was allowed. */
  async signedIn(options: AskOptions = {}): Promise<OperatorBrowser> {
    return OperatorBrowser.by(this.#gateway, await this.look(options));
  }
}

export const askToSignIn = (gateway: Paged, body: object | string, options: AskOptions = {}): Promise<Received> =>
  signInPost(gateway, "", body, options);

export const signInPost = (
  gateway: Paged,
  path: string,
  body: object | string,
  { headers = {} }: AskOptions = {},
): Promise<Received> =>
  gateway.client.send(`/operator/sign-in${path}`, {
    method: "POST",
    headers: { Host: hostOf(gateway), Origin: originOf(gateway), ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
