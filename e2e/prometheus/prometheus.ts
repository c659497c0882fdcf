import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { LineProcess } from "../support/line-process.ts";
import { temporaryFolder } from "../support/program.ts";
import { portOfItsOwn } from "../support/tcp-ports.ts";

const RULES = "deploy/prometheus/luxgate.rules.yml";

/** Nobody waits for minutes here: how long a thing must last, and over how long it is looked at. */
const SHORTER: readonly (readonly [RegExp, string])[] = [
  [/for: \w+/g, "for: 4s"],
  [/\[15m\]/g, "[2m]"],
  [/\[5m\]/g, "[10s]"],
];

/** A real Prometheus that scrapes gateways each second, with our alert rules in a shorter time. */
export class Prometheus {
  readonly #url: string;

  private constructor(url: string) {
    this.#url = url;
  }

  /** Starts one for gateways by name; when the test is over, it is ended. */
  static async scraping(ports: Readonly<Record<string, number>>): Promise<Prometheus> {
    const folder = temporaryFolder();
    const rules = readFileSync(RULES, "utf8");
    writeFileSync(
      join(folder, "rules.yml"),
      SHORTER.reduce((text, [long, short]) => text.replace(long, short), rules),
    );
    const targets = Object.entries(ports).map(([instance, port]) => ({
      targets: [`127.0.0.1:${port}`],
      labels: { instance },
    }));
    // JSON is YAML too.
    const configuration = {
      global: { scrape_interval: "1s", evaluation_interval: "1s" },
      rule_files: ["rules.yml"],
      scrape_configs: [{ job_name: "luxgate", static_configs: targets }],
    };
    writeFileSync(join(folder, "prometheus.yml"), JSON.stringify(configuration));
    const port = await portOfItsOwn();
    const running = new LineProcess("prometheus", [
      `--config.file=${join(folder, "prometheus.yml")}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ]);
    onTestFinished(() => running.stop());
    await running.line(/Server is ready to receive web requests/);
    return new Prometheus(`http://127.0.0.1:${port}`);
  }

  /** The values of a query, by the name of the gateway. */
  async query(expression: string): Promise<Readonly<Record<string, number>>> {
    const answer = await fetch(`${this.#url}/api/v1/query?query=${encodeURIComponent(expression)}`);
    const { data } = (await answer.json()) as { data: { result: { metric: Labels; value: [number, string] }[] } };
    return Object.fromEntries(data.result.map(({ metric, value }) => [metric.instance ?? "", Number(value[1])]));
  }

  /** The value of a query for one gateway. */
  async of(instance: string, expression: string): Promise<number | undefined> {
    return (await this.query(expression))[instance];
  }

  /** The alerts that fire, each as its name and that of the gateway. */
  async firing(): Promise<readonly string[]> {
    const answer = await fetch(`${this.#url}/api/v1/alerts`);
    const { data } = (await answer.json()) as { data: { alerts: { state: string; labels: Labels }[] } };
    return data.alerts
      .filter(({ state }) => state === "firing")
      .map(({ labels }) => `${labels.alertname} ${labels.instance}`)
      .toSorted();
  }

  /** Waits until exactly these alerts fire. */
  async fires(...alerts: readonly string[]): Promise<void> {
    await expect.poll(() => this.firing()).toEqual(alerts.toSorted());
  }

  /** The targets that cannot be scraped, with why. */
  async problems(): Promise<readonly string[]> {
    const answer = await fetch(`${this.#url}/api/v1/targets`);
    const { data } = (await answer.json()) as { data: { activeTargets: { lastError: string }[] } };
    return data.activeTargets.map(({ lastError }) => lastError).filter((error) => error !== "");
  }
}

interface Labels {
  readonly instance?: string;
  readonly alertname?: string;
}
