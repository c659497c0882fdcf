import { describe, expect, test } from "vitest";
import { OperatedGateway } from "../../../../test/support/gateway/operated-gateway.ts";
import { MemoryBridge } from "../../../../test/support/matter/memory-bridge.ts";
import { MemoryStore } from "../../store/memory-store.ts";

/** A gateway with a Matter bridge, and what its audit trail says. */
async function bridged(bridge = new MemoryBridge()) {
  const store = new MemoryStore();
  const operated = await OperatedGateway.start({ store, controls: { matter: () => bridge } });
  return { operated, bridge, did: () => store.trail.map(({ by, did }) => `${by.kind}: ${did}`) };
}

describe("Matter pairing", () => {
  test("is opened for 15 minutes, with what an app needs; a second command gives the same window", async () => {
    const { operated, did } = await bridged();
    const window = await operated.ask("matter.pair", {});
    expect(window).toMatchObject({ qrText: "MT:Y.K9042C00KA0648G00", manualCode: "3497-011-2332" });
    expect(window.millisLeft).toBeGreaterThan(14 * 60_000);
    expect(window.millisLeft).toBeLessThanOrEqual(15 * 60_000);
    expect(await operated.ask("matter.pair", {})).toMatchObject({ qrText: window.qrText });
    expect((await operated.ask("matter.state", {})).window).toMatchObject({ manualCode: "3497-011-2332" });
    expect(did()).toEqual(["operator: Matter pairing opened"]);
  });

  test("opens without a press of the button, and opens no pairing of clients", async () => {
    const { operated } = await bridged();
    await operated.ask("matter.pair", {});
    expect([operated.presses, operated.gateway.pairingMillisLeft()]).toEqual([0, 0]);
  });

  test("is closed before its time, which tells whether it was open", async () => {
    const { operated, did } = await bridged();
    await operated.ask("matter.pair", {});
    expect(await operated.ask("matter.close", {})).toEqual({ wasOpen: true });
    expect(await operated.ask("matter.close", {})).toEqual({ wasOpen: false });
    expect((await operated.ask("matter.state", {})).window).toBeNull();
    expect(did()).toEqual(["operator: Matter pairing opened", "operator: Matter pairing closed"]);
  });

  test("that an ecosystem has opened is told, and can be closed", async () => {
    const { operated, bridge, did } = await bridged();
    bridge.become({ openedBy: "Apple Home" });
    expect(await operated.ask("matter.state", {})).toMatchObject({ window: null, openedBy: "Apple Home" });
    expect(await operated.refusal("matter.pair", {})).toEqual([expect.stringMatching(/lets another one pair/)]);
    expect(await operated.ask("matter.close", {})).toEqual({ wasOpen: true });
    expect(did()).toEqual(["operator: Matter pairing closed"]);
    expect(await operated.ask("matter.pair", {})).toMatchObject({ manualCode: "3497-011-2332" });
  });

  test("ecosystems of a bridge that has failed are still listed, and not removed for now", async () => {
    const { operated, bridge, did } = await bridged();
    bridge.join();
    bridge.become({ phase: "failed", why: "port 5540 is in use" });
    expect((await operated.ask("matter.state", {})).fabrics).toHaveLength(1);
    const why = /^Nothing was removed: the Matter bridge is not running \(port 5540 is in use\)/;
    expect(await operated.refusal("matter.remove", { fabric: 1 })).toEqual([expect.stringMatching(why)]);
    expect(did()).toEqual([]);
  });

  test("ecosystems that the bridge has yet to read are not known, which is another thing than none", async () => {
    const { operated } = await bridged(new MemoryBridge({ phase: "starting", fabrics: undefined }));
    expect((await operated.ask("matter.state", {})).fabrics).toBeNull();
    expect(await operated.refusal("matter.remove", { fabric: 1 })).toEqual([
      expect.stringMatching(/^Nothing was removed: the Matter bridge is starting. Try again/),
    ]);
  });

  test.each([
    [{ phase: "starting" }, /starting. Try again/],
    [{ phase: "failed", why: "port 5540 is in use" }, /not running \(port 5540 is in use\)/],
    [{ phase: "stopped" }, /not running\./],
  ] as const)("is refused while the bridge is %o", async (state, why) => {
    const { operated, did } = await bridged(new MemoryBridge(state));
    expect(await operated.refusal("matter.pair", {})).toEqual([expect.stringMatching(why)]);
    expect(did()).toEqual([]);
  });

  test("is refused to one ecosystem too many, with what to do", async () => {
    const { operated, bridge } = await bridged();
    for (let count = 0; count < 5; count += 1) bridge.join();
    expect(await operated.refusal("matter.pair", {})).toEqual([expect.stringContaining("luxgate matter fabrics")]);
  });
});

describe("ecosystems", () => {
  test("are listed with who made them and what they call themselves", async () => {
    const { operated, bridge } = await bridged();
    bridge.join();
    bridge.join({ vendorId: 0xfff1, vendorName: undefined, label: "Test" });
    const { fabrics } = await operated.ask("matter.state", {});
    expect(fabrics).toMatchObject([
      { index: 1, vendor: "Apple Home", vendorId: 0x1349, label: "" },
      { index: 2, vendor: "vendor 0xFFF1", label: "Test" },
    ]);
  });

  test("are removed by their number, and a number that nobody has is refused", async () => {
    const { operated, bridge, did } = await bridged();
    bridge.join();
    bridge.join({ vendorName: "Home Assistant", label: "Our home" });
    expect(await operated.ask("matter.remove", { fabric: 2 })).toMatchObject({ vendor: "Home Assistant" });
    expect((await operated.ask("matter.state", {})).fabrics).toMatchObject([{ index: 1 }]);
    expect(await operated.refusal("matter.remove", { fabric: 2 })).toEqual([
      "No ecosystem has the number 2. List them with: luxgate matter fabrics",
    ]);
    expect(did()).toEqual(['operator: Matter ecosystem 2 removed (Home Assistant "Our home")']);
  });

  test("are numbered from 1 to 254", async () => {
    const { operated } = await bridged();
    for (const fabric of [0, 255, 1.5])
      expect(await operated.refusal("matter.remove", { fabric })).toEqual([
        expect.stringContaining("expected the number of an ecosystem, from 1 to 254"),
      ]);
  });
});

test("a gateway without Matter refuses all of it, and says which setting is missing", async () => {
  const operated = await OperatedGateway.start();
  const refusals = [
    await operated.refusal("matter.state", {}),
    await operated.refusal("matter.pair", {}),
    await operated.refusal("matter.close", {}),
    await operated.refusal("matter.remove", { fabric: 1 }),
  ];
  for (const refusal of refusals) expect(refusal).toEqual([expect.stringMatching(/--matter.*matter: true/)]);
});

test("a bridge that the gateway has yet to start is waited for", async () => {
  const operated = await OperatedGateway.start({ controls: { matter: () => "starting" } });
  expect(await operated.refusal("matter.pair", {})).toEqual([expect.stringMatching(/starting. Try again/)]);
});
