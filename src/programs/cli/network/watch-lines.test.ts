import { expect, test } from "vitest";
import { runGateway } from "../../../../test/support/gateway/running-gateway.ts";
import { connect, type HomeChange } from "../../../libraries/client/index.ts";
import { changeLine, homeTable } from "./watch-lines.ts";

const NOON = new Date(2026, 10, 15, 12, 0, 0);

/** What is printed for a client of the demo home after something was done to the home. */
async function printedAfter(
  act: (gateway: Awaited<ReturnType<typeof runGateway>>) => unknown,
): Promise<{ readonly table: string; readonly lines: readonly string[] }> {
  const gateway = await runGateway();
  const client = connect(`http://127.0.0.1:${gateway.http.port}`, { findAgain: false });
  const lines: string[] = [];
  let table = "";
  for await (const change of client.watch() as AsyncIterable<HomeChange>) {
    if (change.kind === "snapshot") {
      table = homeTable(change.home);
      act(gateway);
      gateway.gateway.submit({ kind: "roomRenamed", roomId: roomCalled(gateway, "Kitchen").id, name: "The end" });
    } else lines.push(changeLine(change, NOON));
    if (lines.at(-1)?.includes("The end")) break;
  }
  await gateway.stop();
  return { table, lines };
}

function roomCalled({ gateway }: Awaited<ReturnType<typeof runGateway>>, name: string) {
  const room = gateway.home.rooms.all().find((one) => one.name === name);
  if (!room) throw new Error(`there is no ${name}`);
  return room;
}

test("a home is a table of its lights, with their rooms and who cannot be reached", async () => {
  const { table } = await printedAfter(() => undefined);
  expect(table).toMatch(/^LIGHT +ROOM +SHOWS/);
  expect(table).toMatch(/^Reading lamp +Living room +on 80% 2700 K$/m);
  expect(table).toMatch(/^Bedside right +Bedroom +off +offline$/m);
});

test("what happens is a line each: what a light shows, and how a field was and is", async () => {
  const { lines } = await printedAfter(({ gateway }) => {
    const light = gateway.home.lights.all().find(({ name }) => name === "Reading lamp");
    if (!light) throw new Error("there is no reading lamp");
    gateway.submit({ kind: "lightChanged", lightId: light.id, state: { brightnessPercent: 15 } });
    gateway.submit({ kind: "lightChanged", lightId: light.id, state: { on: false } });
    gateway.submit({ kind: "deviceRenamed", deviceId: light.deviceId, name: "Floor\u001b[31m lamp" });
    gateway.submit({ kind: "deviceLeft", deviceId: light.deviceId });
  });
  expect(lines).toContainEqual(expect.stringMatching(/^12:00:00 +light +Reading lamp +on 15% 2700 K$/));
  expect(lines).toContainEqual(expect.stringMatching(/^12:00:00 +light +Reading lamp +off$/));
  expect(lines.join("\n")).not.toContain("\u001b[31m");
  expect(lines.some((line) => /light +Floor.*name Reading lamp → Floor/.test(line))).toBe(true);
  expect(lines.some((line) => /device +Floor.*was removed$/.test(line))).toBe(true);
  expect(lines.at(-1)).toMatch(/^12:00:00 +room +The end +name Kitchen → The end$/);
});
