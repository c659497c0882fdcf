import { signal } from "@preact/signals";
import { expect, test } from "vitest";
import { DrivenClock } from "../../../libraries/testing/driven-clock.ts";
import type { GatewayList, ListedGateway } from "../../../shared/listed-gateway.ts";
import { Fleet } from "./fleet.ts";

const rowOf = (id: string): ListedGateway => ({
  ...{ id, name: `Floor ${id}`, state: "online", since: null, version: "0.1.0", lights: 10, lit: 3, troubles: 0 },
});

/** A page of a front with these gateways. */
function aPage(ids: readonly string[], { isFront = true, chosen }: { isFront?: boolean; chosen?: string } = {}) {
  const clock = new DrivenClock();
  const tab = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const gatewayId = signal<string | undefined>(chosen);
  const asked: (string | undefined)[] = [];
  const missing: string[] = [];
  const front: { answer: GatewayList | "locked" | "away" } = {
    answer: { silentSeconds: 0, count: ids.length, gateways: ids.map(rowOf) },
  };
  const ask = async (id: string | undefined) => {
    asked.push(id);
    const { answer } = front;
    if (answer === "away") throw new Error("no answer");
    if (answer === "locked" || id === undefined) return answer;
    return { ...answer, gateways: answer.gateways.filter((row) => row.id === id) };
  };
  const fleet = new Fleet({ isFront, gatewayId, ask, onMissing: (id) => missing.push(id), clock, tab });
  fleet.start();
  const settle = async () => {
    for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
  };
  const later = async () => {
    clock.advance(3_000);
    await settle();
  };
  return { fleet, gatewayId, asked, missing, front, settle, later };
}

test("a gateway by itself asks for no others, and its home is followed at once", async () => {
  const { fleet, asked, settle } = aPage([], { isFront: false });
  await settle();
  expect(asked).toEqual([]);
  expect(fleet.followed.value).toBe("all");
  expect(fleet.isMany.value).toBe(false);
});

test.each([0, 1])("a front with %i gateways is followed as a whole, once that is known", async (count) => {
  const { fleet, settle } = aPage(["A", "B"].slice(0, count));
  expect(fleet.followed.value).toBe("none");
  await settle();
  expect(fleet.followed.value).toBe("all");
});

test("where there are many, nothing is followed until one is chosen, and then only that one is asked for", async () => {
  const { fleet, gatewayId, asked, settle, later } = aPage(["A", "B"]);
  await settle();
  expect(fleet.followed.value).toBe("none");
  expect(fleet.gateways.value).toHaveLength(2);
  gatewayId.value = "B";
  expect(fleet.followed.value).toEqual({ gatewayId: "B" });
  expect(fleet.chosen.value?.name).toBe("Floor B");
  await settle();
  await later();
  gatewayId.value = undefined;
  await settle();
  expect(asked).toEqual([undefined, "B", "B", undefined]);
  expect(fleet.followed.value).toBe("none");
});

test("a gateway that the address names is followed at once; one that is not in the fleet is told of", async () => {
  const here = aPage(["A", "B"], { chosen: "B" });
  expect(here.fleet.followed.value).toEqual({ gatewayId: "B" });
  await here.settle();
  expect([here.fleet.isMany.value, here.missing]).toEqual([true, []]);
  const gone = aPage(["A", "B"], { chosen: "C" });
  await gone.settle();
  expect(gone.missing).toEqual(["C"]);
});

test("a front that is away, locked or has lost its fleet is told of, and asked again", async () => {
  const { fleet, front, settle, later } = aPage(["A", "B"]);
  await settle();
  const known = front.answer as GatewayList;
  front.answer = "away";
  await later();
  expect([fleet.state.value, fleet.gateways.value?.length]).toEqual(["away", 2]);
  front.answer = "locked";
  await later();
  expect(fleet.state.value).toBe("locked");
  front.answer = { ...known, silentSeconds: 12 };
  await later();
  expect([fleet.state.value, fleet.silentSeconds.value]).toEqual(["known", 12]);
});
