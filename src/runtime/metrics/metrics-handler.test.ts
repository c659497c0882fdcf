import { Gauge, Registry } from "prom-client";
import { expect, test } from "vitest";
import type { GatewayRequest, GatewayResponse } from "../../edges/http/request.ts";
import { MetricsHandler } from "./metrics-handler.ts";

/** A handler whose one metric counts how often it was read. */
function handlerOf() {
  const registry = new Registry();
  const read = { times: 0 };
  new Gauge({
    name: "times_read",
    help: "How often this was read.",
    registers: [registry],
    collect() {
      read.times += 1;
      this.set(read.times);
    },
  });
  return { handler: new MetricsHandler(registry, 0), read };
}

const asked = (target: string, method = "GET") => ({ target, method }) as GatewayRequest;

async function answered(answer: GatewayResponse | Promise<GatewayResponse>): Promise<readonly [number, string]> {
  const { status, body } = await answer;
  return [status, Buffer.concat(body).toString()];
}

test("metrics are read once for all who ask at the same moment, in either lane", async () => {
  const { handler, read } = handlerOf();
  const scrapes = Array.from({ length: 50 }, () => handler.dispatch(asked("/metrics?x=1")));
  const plain = handler.reader(asked("/metrics"));
  const answers = await Promise.all([...scrapes, plain?.() ?? scrapes[0]].map((each) => each && answered(each)));
  expect(new Set(answers.map(String)).size).toBe(1);
  expect(answers[0]).toEqual([200, expect.stringMatching(/^# HELP .*\ntimes_read 1\n$/s)]);
  expect(read.times).toBe(1);
});

test("whoever asks again gets what is so by then, and however often it is asked, ten times a second is enough", async () => {
  const { handler, read } = handlerOf();
  const beganMillis = performance.now();
  for (let time = 1; time <= 4; time += 1) {
    const [, text] = await answered(handler.dispatch(asked("/metrics")));
    expect(text).toContain(`times_read ${time}\n`);
  }
  expect(read.times).toBe(4);
  expect(performance.now() - beganMillis).toBeGreaterThanOrEqual(295);
});

test("there is nothing else, and nothing to be changed", async () => {
  const { handler, read } = handlerOf();
  const statuses = [asked("/"), asked("/metrics/x"), asked("/metrics", "POST")].map((each) => handler.dispatch(each));
  expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([404, 404, 405]);
  expect([handler.reader(asked("/metrics?x=1")), read.times]).toEqual([undefined, 0]);
});
