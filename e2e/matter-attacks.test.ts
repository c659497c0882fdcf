import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { times } from "../test/support/depth.ts";
import { Seeded } from "../test/support/home/seeded.ts";
import { datagramsTaken } from "./support/datagram-thrower.ts";
import { describeInNamespaces } from "./support/describe-in-namespaces.ts";
import type { MatterController, MatterValue } from "./support/matter-controller-process.ts";
import { MatterMachines } from "./support/matter-machines.ts";
import { malformed, ofAnother } from "./support/matter-malformed.ts";

const { LUXGATE_TEST_SEED = "1" } = process.env;
const [ON_OFF, LEVEL, CURRENT_LEVEL] = [6, 8, 0];
const MOST_GUESSES = 20;
/** As many as the socket has room for. */
const BATCH = 50;
const BATCHES = times(2_000);
/** What a flood may add to the program's memory, garbage that is not collected yet included. */
const MOST_MORE_MEGABYTES = 150;

const megabytesOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024;

const isLampOn = async (machines: MatterMachines): Promise<boolean> => (await machines.device("Ceiling")).lights[0].on;

async function ceilingOf(controller: MatterController): Promise<number> {
  const labels = await controller.read({ cluster: 57, attribute: 5 });
  return labels.find(({ value }) => value === "Ceiling")?.endpoint ?? 0;
}

describeInNamespaces("a stranger in the network", () => {
  test("has 20 passcodes to guess, and then pairing is closed until an operator opens it anew", async () => {
    const machines = await MatterMachines.start();
    const guesser = machines.controller();
    const pairingCode = await machines.openWindow();
    for (let guesses = 1; guesses < MOST_GUESSES; guesses += 1) await guessWrongly(guesser, guesses);
    expect((await machines.state()).window).not.toBeNull();
    await guessWrongly(guesser, MOST_GUESSES);
    await expect.poll(async () => (await machines.state()).window).toBeNull();

    // Even the right one is refused now.
    expect(await guesser.guess({ pairingCode })).toMatch(/PbkdfParamResponse/);
    expect((await machines.state()).fabrics).toEqual([]);
    const lines = machines.gateway.lines.filter((line) => line.includes("A pairing was refused"));
    expect(lines).toHaveLength(MOST_GUESSES);
    await machines.gateway.line(/Matter: pairing was closed after 20 wrong codes/);

    expect(await machines.openWindow()).toBe(pairingCode);
    await machines.controller().pair({ pairingCode });
    expect((await machines.state()).fabrics).toHaveLength(1);
  });

  test("brings nothing down with datagrams that mean nothing, cut, flipped or of others", {
    timeout: 900_000,
  }, async () => {
    const machines = await MatterMachines.start();
    const controller = await machines.paired();
    const ceiling = await ceilingOf(controller);
    await controller.subscribe();
    expect(await controller.invoke(ceiling, ON_OFF, "on")).toBe(0);
    const real = await controller.sent();
    const [pairingRequest = Buffer.alloc(0)] = real;
    const stranger = machines.stranger();
    const { pid, lines } = machines.gateway;
    const [megabytes, logged] = [megabytesOf(pid), lines.length];
    const chance = new Seeded(Number(LUXGATE_TEST_SEED));
    const begun = performance.now();

    for (let batch = 0; batch < BATCHES; batch += 1) {
      // Pairing is open, so that strangers are listened to.
      if (batch % 10 === 0) await machines.openWindow();
      const datagrams = Array.from({ length: BATCH }, () =>
        batch % 4 === 3 ? ofAnother(chance, pairingRequest) : malformed(chance, real),
      );
      await stranger.throw(datagrams);
      expect(await datagramsTaken(pid)).toBe(0);
      if (batch % 20 === 19) expect(await controller.invoke(ceiling, ON_OFF, "toggle")).toBe(0);
    }

    controller.forget();
    await machines.set("Ceiling", "on", "30%");
    await controller.reported(({ endpoint, cluster, attribute, value }) => {
      return endpoint === ceiling && cluster === LEVEL && attribute === CURRENT_LEVEL && value === 76;
    });
    expect((await machines.state()).fabrics).toHaveLength(1);
    expect(megabytesOf(pid) - megabytes).toBeLessThan(MOST_MORE_MEGABYTES);
    const minutes = (performance.now() - begun) / 60_000;
    const said = lines.slice(logged);
    expect(said.filter((line) => line.includes("cannot be read")).length).toBeLessThanOrEqual(1 + minutes / 10);
    expect(said.length).toBeLessThan(30 + 10 * minutes);
  });

  test("who was an ecosystem until a moment ago can neither command nor follow", async () => {
    const machines = await MatterMachines.start();
    const [leaver, stayer] = [await machines.paired("Leaver"), await machines.paired("Stayer")];
    const ceiling = await ceilingOf(leaver);
    await machines.set("Ceiling", "on");
    await Promise.all([leaver.subscribe(), stayer.subscribe()]);
    const stranger = machines.stranger();
    const leaverToggles = await toggleHeldBack(leaver, ceiling);

    // It answers nothing any more, neither what is reported nor the goodbye.
    await machines.set("Ceiling", "60%");
    await machines.operator.done({ command: "matter.remove", with: { fabric: 1 } });
    await stranger.throw(leaverToggles);
    expect(await datagramsTaken(machines.gateway.pid)).toBe(0);
    await machines.set("Ceiling", "30%");
    await stayer.reported(isCeilingAt30);
    expect(await isLampOn(machines)).toBe(true);
    await leaver.sent();
    expect(leaver.reports.filter(isCeilingAt30)).toEqual([]);

    // The very same is heeded of one who stays.
    await stranger.throw(await toggleHeldBack(stayer, ceiling));
    await expect.poll(() => isLampOn(machines)).toBe(false);

    function isCeilingAt30({ endpoint, cluster, attribute, value }: MatterValue): boolean {
      return endpoint === ceiling && cluster === LEVEL && attribute === CURRENT_LEVEL && value === 76;
    }
  });
});

/** A guess that comes before the last one is over is ignored, and counts as none. */
async function guessWrongly(guesser: MatterController, number: number): Promise<void> {
  while (!/incorrect key confirmation/.test(await guesser.guess({ passcode: 30_000_000 + number })));
}

/** An acknowledgement that was still due is shorter. */
const LEAST_COMMAND_BYTES = 70;

/** What a controller would send to toggle a lamp, and does not send. */
async function toggleHeldBack(controller: MatterController, endpoint: number): Promise<readonly Buffer[]> {
  await controller.holdBack();
  await controller.sent();
  controller.invoke(endpoint, ON_OFF, "toggle").catch(() => undefined);
  const heldBack: Buffer[] = [];
  while (heldBack.every(({ length }) => length < LEAST_COMMAND_BYTES)) heldBack.push(...(await controller.sent()));
  return heldBack;
}
