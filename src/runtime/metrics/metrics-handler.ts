import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import type { Registry } from "prom-client";
import { answerByMethod } from "../../edges/http/answer-by-method.ts";
import type { RequestHandler } from "../../edges/http/dispatcher.ts";
import { Refusal } from "../../edges/http/refusal.ts";
import type { GatewayRequest, GatewayResponse } from "../../edges/http/request.ts";
import { pathOf } from "../../edges/http/request-head.ts";
import { refusalResponse } from "../../edges/http/server/plain-responses.ts";

const PATH = "/metrics";
const ELSEWHERE = refusalResponse(new Refusal("not-found", { detail: `metrics are at ${PATH}` }));

/** After each scrape: whoever asks all the time leaves the gateway most of its time. */
const PAUSE_MILLIS = 100;

/** Answers those who scrape: one scrape at a time, whose text all get who wait for it. */
export class MetricsHandler implements RequestHandler {
  readonly #registry: Registry;
  readonly #bodyBytes: number;
  #scrape: Promise<GatewayResponse> | undefined;
  #nextAtMillis = 0;

  constructor(registry: Registry, bodyBytes: number) {
    this.#registry = registry;
    this.#bodyBytes = bodyBytes;
  }

  dispatch(request: GatewayRequest): GatewayResponse | Promise<GatewayResponse> {
    if (pathOf(request.target) !== PATH) return ELSEWHERE;
    return answerByMethod<GatewayResponse | Promise<GatewayResponse>>(request, { GET: () => this.#scraped() });
  }

  reader({ target }: GatewayRequest): (() => Promise<GatewayResponse>) | undefined {
    return target === PATH ? () => this.#scraped() : undefined;
  }

  mostBodyBytes(): number {
    return this.#bodyBytes;
  }

  #scraped(): Promise<GatewayResponse> {
    this.#scrape ??= this.#read().finally(() => {
      this.#scrape = undefined;
    });
    return this.#scrape;
  }

  async #read(): Promise<GatewayResponse> {
    const waitMillis = this.#nextAtMillis - performance.now();
    if (waitMillis > 0) await pause(waitMillis);
    const text = await this.#text();
    this.#nextAtMillis = performance.now() + PAUSE_MILLIS;
    return {
      status: 200,
      mediaType: this.#registry.contentType,
      body: [Buffer.from(text)],
      headers: { "Cache-Control": "no-store" },
    };
  }

  /** One metric in each turn of the event loop: some count all lights. */
  async #text(): Promise<string> {
    const families: string[] = [];
    for (const { name } of this.#registry.getMetricsAsArray()) {
      families.push(await this.#registry.getSingleMetricAsString(name));
      await nextTurn();
    }
    return `${families.join("\n\n")}\n`;
  }
}
