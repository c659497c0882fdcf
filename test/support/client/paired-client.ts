import type { TestGateway } from "../gateway/running-gateway.ts";
import type { HttpClient, Received, Wire } from "../http/http-client.ts";

const ROOT = "/clip/v2/resource";

/** A client that has paired and may change things. */
export class PairedClient {
  readonly key: string;
  readonly #http: HttpClient;

  private constructor(http: HttpClient, key: string) {
    this.#http = http;
    this.key = key;
  }

  /** Presses the button and pairs. */
  static async of({ gateway, client }: Pick<TestGateway, "gateway" | "client">): Promise<PairedClient> {
    gateway.pressButton();
    const { json } = await askForKey(client);
    return new PairedClient(client, json.data.obj.username);
  }

  /** Sends a command; path below /clip/v2/resource/. */
  put(path: string, command: Wire): Promise<Received> {
    return this.#http.send(`${ROOT}/${path}`, {
      method: "PUT",
      headers: { "application-key": this.key },
      body: typeof command === "string" ? command : JSON.stringify(command),
    });
  }
}

/** What a client asks that has no key yet. */
export const askForKey = (client: HttpClient, deviceType: Wire = "acme#panel"): Promise<Received> =>
  client.send("/api", { method: "POST", body: JSON.stringify({ device_type: deviceType }) });
