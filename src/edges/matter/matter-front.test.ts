import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ManualClock } from "../../../test/support/gateway/manual-clock.ts";
import { PlainHome } from "../../../test/support/home/plain-home.ts";
import { someFolder } from "../../../test/support/store/some-folder.ts";
import { Gateway } from "../../core/gateway/gateway.ts";
import { contentsOf } from "../../core/home/home.ts";
import { MemoryStore } from "../store/memory-store.ts";
import { MatterFront } from "./matter-front.ts";

const SETTINGS = {
  database: ":memory:",
  gatewayId: "some gateway",
  port: 5540,
  networkInterface: undefined,
  vendorId: 0xfff1,
  productId: 0x8000,
  name: "Luxgate",
  serialNumber: "020000000009",
  version: "0.0.0",
};

/** What a thread does at each task. */
const AT_TASKS = {
  neverAnswers: `tell({ news: "log", level: "info", text: task.do });`,
  neverComesOnline: `if (task.do === "open") tell({ news: "opened", known: [], chosen: [] });`,
  works: `if (task.do === "open") tell({ news: "opened", known: [], chosen: [] });
    if (task.do === "start") tell({ news: "online" });`,
  breaks: `throw new Error("out of memory, say");`,
};

/** The front of the demo home, with a real thread that knows nothing of Matter. */
function fronted(
  atTask: string,
  claims: readonly (() => Promise<readonly string[]>)[] = [],
  only: readonly string[] = [],
) {
  const workerPath = join(someFolder(), "worker.mjs");
  writeFileSync(
    workerPath,
    `import { parentPort } from "node:worker_threads";
    const tell = (news) => parentPort.postMessage(news);
    parentPort.on("message", (task) => { if (task.do === "stop") process.exit(); ${atTask} });`,
  );
  const clock = new ManualClock();
  const waiting = [...claims];
  const lines: string[] = [];
  const store = new MemoryStore();
  const gateway = new Gateway({ contents: contentsOf(PlainHome.demo().home), store, clock });
  const front = new MatterFront({
    ...{ gateway, clock, workerPath, settings: SETTINGS, only, most: 100, areDevicesKnown: () => true },
    claim: async () => (await waiting.shift()?.()) ?? [],
    onState: () => undefined,
    onLog: (_level, text) => lines.push(text),
  });
  onTestFinished(() => front.stop());
  return { front, clock, lines, store };
}

test("a thread that never answers has two minutes to start, says so, and is replaced by another", async () => {
  const { front, clock, lines } = fronted(AT_TASKS.neverAnswers);
  await expect.poll(() => lines).toEqual(["open"]);
  clock.advance(119_999);
  expect(front.state().phase).toBe("starting");
  clock.advance(1);
  expect(front.state()).toMatchObject({ phase: "failed", why: "it was not online within 2 minutes" });
  clock.advance(10_000);
  await expect.poll(() => lines).toEqual(["open", "open"]);
});

test("a node has another second for each lamp", async () => {
  const { front, clock } = fronted(AT_TASKS.neverComesOnline);
  await expect.poll(() => front.state().lamps).toBe(11);
  clock.advance(130_999);
  expect(front.state().phase).toBe("starting");
  clock.advance(1);
  expect(front.state()).toMatchObject({ phase: "failed", why: expect.stringContaining("within 2 minutes") });
});

test("a bridge that is online has no limit any more", async () => {
  const { front, clock } = fronted(AT_TASKS.works);
  await expect.poll(() => front.state().phase).toBe("online");
  clock.advance(3_600_000);
  expect(front.state()).toMatchObject({ phase: "online", why: undefined });
});

test("pairings that could not be looked at start nothing, and are looked at again; what was damaged is reported", async () => {
  const { front, clock, lines } = fronted(AT_TASKS.works, [
    () => Promise.reject(new Error("the disk is full")),
    async () => ["matter.db was damaged"],
  ]);
  await expect.poll(() => front.state()).toMatchObject({ phase: "failed", why: "the disk is full" });
  clock.advance(10_000);
  await expect.poll(() => front.state().phase).toBe("online");
  expect(lines).toEqual(["matter.db was damaged"]);
});

test("a thread that ends by itself says why", async () => {
  const { front } = fronted(AT_TASKS.breaks);
  await expect.poll(() => front.state()).toMatchObject({ phase: "failed", why: "out of memory, say" });
});

test("names that no room or device has are told, with what may be meant", async () => {
  const { front, clock, lines } = fronted(AT_TASKS.works, [], ["kitchen", "Kichen", "somewhere else"]);
  await expect.poll(() => front.state().phase).toBe("online");
  clock.advance(10_000);
  expect(lines).toEqual([
    '--matter-only: no room or device is called "Kichen"; did you mean "Kitchen"?',
    '--matter-only: no room or device is called "somewhere else".',
  ]);
});

const fabric = (index: number, vendorName: string) => ({
  ...{ index, vendorName, vendorId: 1, label: "", fabricId: String(index), nodeId: "1" },
});
const WINDOW = { qrText: "MT:0", manualCode: "1", untilMillis: 0 };
const report = (more: object) =>
  `tell({ news: "report", report: { refusedPasscodes: 0, window: undefined, ...${JSON.stringify(more)} } });`;
const onlineWith = (...reports: readonly string[]) =>
  `if (task.do === "open") tell({ news: "opened", known: [], chosen: [] });
    if (task.do === "start") { ${report({ fabrics: [fabric(1, "Apple Home")] })} tell({ news: "online" }); ${reports.join(" ")} }`;

test("who is paired is not known until the bridge has read it, and stays known if the bridge cannot start", async () => {
  const { front, clock } = fronted(`if (task.do === "open") tell({ news: "opened", known: [], chosen: [] });
    if (task.do === "start") {
      tell({ news: "paired", fabrics: ${JSON.stringify([fabric(1, "Apple Home")])} });
      tell({ news: "failed", why: "port 5540 is in use" });
    }`);
  expect(front.state()).toMatchObject({ phase: "starting", fabrics: undefined });
  await expect.poll(() => front.state()).toMatchObject({ phase: "failed", fabrics: [{ vendorName: "Apple Home" }] });
  clock.advance(10_000);
  expect(front.state().fabrics).toHaveLength(1);
});

test("the log and the history tell which ecosystems pair and leave, and not who was paired before", async () => {
  const { lines, store } = fronted(
    onlineWith(
      report({ fabrics: [fabric(1, "Apple Home"), fabric(2, "Google Home")] }),
      report({ fabrics: [fabric(2, "Google Home")] }),
    ),
  );
  await expect.poll(() => lines).toEqual(["Google Home was paired", "Apple Home was unpaired"]);
  expect(store.trail.at(-1)).toMatchObject({
    by: { kind: "ecosystem", name: "Apple Home" },
    did: "unpaired from Matter",
  });
});

test("pairing that closes after too many wrong codes is told; one that an ecosystem used, or that ends, is not", async () => {
  const { lines } = fronted(
    onlineWith(
      ...[report({ refusedPasscodes: 3 }), report({ window: WINDOW, refusedPasscodes: 3 })],
      ...[report({ refusedPasscodes: 22 }), report({ window: WINDOW, refusedPasscodes: 22 })],
      report({ refusedPasscodes: 42 }),
    ),
  );
  await expect.poll(() => lines).toContain("pairing was closed after 20 wrong codes");
  expect(lines.filter((line) => line.includes("wrong codes"))).toHaveLength(1);
});
