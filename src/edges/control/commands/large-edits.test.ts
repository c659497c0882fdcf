import { expect, test } from "vitest";
import { OperatedGateway } from "../../../../test/support/gateway/operated-gateway.ts";
import { allAtOnce, type StepRunner, type Steps } from "../../../shared/steps.ts";

/** Takes steps only when the test does. */
class HeldSteps {
  taken = 0;
  onFirst: () => void = () => undefined;

  readonly run: StepRunner = async (steps) => {
    const counted = this.#counted(steps);
    counted.next();
    this.onFirst();
    await Promise.resolve();
    allAtOnce(counted);
  };

  *#counted(steps: Steps<void>): Steps<void> {
    for (let step = steps.next(); !step.done; step = steps.next()) {
      this.taken += 1;
      yield;
    }
  }
}

const CSV = "device,name,room\nCeiling,Big,Bedroom\nKitchen/Worktop,Counter,Kitchen\n";

test("a table is read, looked up and checked in steps, each of one row or one device", async () => {
  const held = new HeldSteps();
  const operated = await OperatedGateway.start({ controls: { run: held.run } });
  const { edited } = await operated.ask("device.edit-all", { csv: CSV, check: true });
  expect(edited).toHaveLength(3);
  const cells = 9;
  const devices = operated.gateway.home.devices.all().length;
  expect(held.taken).toBeGreaterThanOrEqual(cells + 2 * (devices - 1));
});

test("lists of devices and of rooms are made in steps", async () => {
  const held = new HeldSteps();
  const operated = await OperatedGateway.start({ controls: { run: held.run } });
  const devices = await operated.ask("device.list", {});
  expect(held.taken).toBe(devices.length);
  const rooms = await operated.ask("room.list", {});
  expect(held.taken).toBe(devices.length + rooms.length);
});

test("what is renamed while edits are worked out is seen: they are worked out again", async () => {
  const held = new HeldSteps();
  const operated = await OperatedGateway.start({ controls: { run: held.run } });
  const { gateway } = operated;
  const [worktop] = gateway.home.withSerialNumber("LX20301-0001");
  held.onFirst = () => {
    held.onFirst = () => undefined;
    if (worktop) gateway.submit({ kind: "deviceRenamed", deviceId: worktop.id, name: "Counter" });
  };
  const csv = "serial,name\nLX20301-0001,Counter\nLX20302-0001,Big\n";
  const { edited, unchanged } = await operated.ask("device.rename-all", { csv });
  expect(edited.map(({ after }) => after)).toEqual(["Big"]);
  expect(unchanged).toBe(1);
});

test("where names change all the time, edits are refused as in conflict", async () => {
  const held = new HeldSteps();
  const operated = await OperatedGateway.start({ controls: { run: held.run } });
  const { gateway } = operated;
  const [worktop] = gateway.home.withSerialNumber("LX20301-0001");
  let renamed = 0;
  held.onFirst = () => {
    renamed += 1;
    if (worktop) gateway.submit({ kind: "deviceRenamed", deviceId: worktop.id, name: `Worktop ${renamed}` });
  };
  const refusal = await operated.refusal("device.rename-all", { csv: "serial,name\nLX20302-0001,Big\n" });
  expect(refusal).toEqual(["Nothing was changed: somebody else changed it at the same moment. Try again."]);
});

test("of thousands of unknown names a hundred are told, and no more are looked for", async () => {
  const operated = await OperatedGateway.start();
  const edits = Array.from({ length: 5_000 }, (_, number) => ({ device: "Ceiling", room: `Nowhere ${number}` }));
  const csv = `device,name\n${edits.map(({ room }) => `${room},x\n`).join("")}`;
  const refusal = await operated.refusal("device.rename-all", { csv });
  expect(refusal).toHaveLength(101);
  expect(refusal[0]).toMatch(/^2:1: No device is called "Nowhere 0"/);
});
