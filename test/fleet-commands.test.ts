import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { idFrom } from "../src/core/home/model/ids.ts";
import { commandSubject } from "../src/edges/fleet/subjects.ts";
import { MemoryStore } from "../src/edges/store/memory-store.ts";
import { startFleet } from "../src/runtime/start-fleet.ts";
import { SYSTEM_CLOCK } from "../src/shared/system-clock.ts";
import { floorHome } from "./support/fleet/floor-home.ts";
import { JoinedGateway } from "./support/fleet/joined-gateway.ts";
import { TestFleet } from "./support/fleet/test-fleet.ts";
import { temporaryFolder } from "./support/gateway/operated-gateway.ts";
import { runGateway } from "./support/gateway/running-gateway.ts";

let fleet: TestFleet;
beforeAll(async () => {
  fleet = await TestFleet.start(["g1", "g2", "g3", "g4", "g5"]);
});
afterAll(() => fleet.stop());

const BY = { kind: "key", name: "acme#panel" } as const;
const HOME = floorHome(1);
const { id: LIGHT, on: ON } = HOME.lights[0] ?? { id: "", on: false };

async function memberOf(id: string) {
  const store = new MemoryStore();
  const running = await runGateway({ store, contents: HOME });
  const member = startFleet(running, {
    address: fleet.address(id),
    gatewayId: id,
    folder: temporaryFolder(),
    clock: SYSTEM_CLOCK,
    today: () => new Date(),
    ip: () => "192.0.2.7",
    onCondition: () => undefined,
    onFault: (fault) => {
      throw fault;
    },
  });
  onTestFinished(async () => {
    await member.stop();
    await running.stop();
  });
  await vi.waitFor(() => expect(member.condition).toMatchObject({ isMember: true, pending: 0 }), { timeout: 60_000 });
  return { ...running, store, member };
}

const send = async (gatewayId: string, text: string) =>
  (await fleet.operator.request(commandSubject(gatewayId), text, { timeout: 20_000 })).json<{
    readonly status: number;
    readonly body: string;
  }>();

describe("a command of the fleet", () => {
  test("is answered as over HTTP, and is in the audit trail under the name of the key", async () => {
    const { client, gateway, store } = await memberOf("g1");
    gateway.pressButton();
    const paired = await client.send("/api", { method: "POST", body: '{"device_type":"acme#own"}' });
    const key: string = paired.json.data.obj.username;
    const bodies = [`{"on":${!ON}}`, '{"on":', '{"on":"no"}', '{"bri":400}', "{}"];
    for (const id of [LIGHT, "no-such-light"]) {
      for (const body of bodies) {
        const { status, body: text } = await send("g1", JSON.stringify({ operation: "setLight", id, body, by: BY }));
        const http = await client.send(`/clip/v2/resource/light/${id}`, {
          method: "PUT",
          headers: { "application-key": key },
          body,
        });
        expect({ status, text }).toEqual({ status: http.status, text: http.bytes.toString() });
      }
    }
    expect(gateway.home.lights.get(idFrom(LIGHT))?.on).toBe(!ON);
    expect(store.trail.filter(({ by }) => "name" in by && by.name === BY.name)).toContainEqual(
      expect.objectContaining({ outcome: "done", by: BY }),
    );
  });

  test("is dropped when it is none, or when nobody waits for the answer", async () => {
    const { gateway } = await memberOf("g2");
    const command = { operation: "setLight", id: LIGHT, body: `{"on":${!ON}}`, by: BY };
    const subject = commandSubject("g2");
    fleet.operator.publish(subject, JSON.stringify(command));
    const junk = ["", "{}", "[", JSON.stringify({ ...command, operation: "pair" }), `{"body":"${"x".repeat(20_000)}"}`];
    const answered = junk.map((text) => fleet.operator.request(subject, text, { timeout: 500 }).catch(() => "none"));
    expect(new Set(await Promise.all(answered))).toEqual(new Set(["none"]));
    expect(gateway.home.lights.get(idFrom(LIGHT))?.on).toBe(ON);
    expect((await send("g2", JSON.stringify(command))).status).toBe(200);
  });

  test("is refused while 64 others are in work", async () => {
    const joined = await JoinedGateway.join(fleet, "g3", { contents: HOME });
    onTestFinished(async () => {
      await joined.stop();
      joined.clean();
    });
    await joined.published();
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    joined.answer = async () => {
      await finished;
      return { status: 200, body: "{}" };
    };
    const text = JSON.stringify({ operation: "setLight", id: LIGHT, body: "{}", by: BY });
    const answers = Array.from({ length: 70 }, () => send("g3", text));
    expect(await Promise.race(answers)).toEqual({ status: 503, body: '{"code":1}' });
    finish();
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(64);
    expect(statuses.filter((status) => status === 503)).toHaveLength(6);
  });

  for (const [cause, passTime, id] of [
    ["a line delivers", ({ clock }: JoinedGateway) => [1_000, 1_001].map((millis) => clock.advance(millis)), "g4"],
    ["a suspended machine finds in its socket", (joined: JoinedGateway) => joined.suspendFor(20_000), "g5"],
  ] as const) {
    test(`is not done once its sender has given up: what ${cause} late is dropped`, async () => {
      const joined = await JoinedGateway.join(fleet, id, { contents: HOME });
      onTestFinished(async () => {
        await joined.stop();
        joined.clean();
      });
      await joined.published();
      const give = (body: string) =>
        fleet.operator
          .request(commandSubject(id), JSON.stringify({ operation: "setLight", id: LIGHT, body, by: BY }), {
            timeout: 500,
          })
          .then(() => "answered")
          .catch(() => "none");
      joined.line.hold();
      expect(await give("late")).toBe("none");
      passTime(joined);
      joined.line.mend();
      await vi.waitFor(async () => expect(await give("in time")).toBe("answered"), { timeout: 60_000 });
      expect(new Set(joined.commands.map(({ body }) => body))).toEqual(new Set(["in time"]));
    });
  }
});
