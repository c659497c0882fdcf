import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readMatter } from "../src/edges/store/folder/matter-file.ts";
import { OperatedGateway } from "../test/support/gateway/operated-gateway.ts";
import { MemoryBridge } from "../test/support/matter/memory-bridge.ts";
import { injected } from "./support/injected-fault.ts";
import { Program, temporaryFolder } from "./support/program.ts";
import { Terminal } from "./support/terminal.ts";

/** Any free port: other gateways of this machine may have the usual one. */
const MATTER = ["--matter", "--matter-port", "0"];

async function luxgate(folder: string, ...args: readonly string[]) {
  const program = Program.start(args, { LUXGATE_DATA_DIR: folder });
  program.process.stdin?.end();
  return { code: await program.end(), output: program.output, errors: program.errors };
}

/** A gateway whose bridge has no network. */
async function bridged() {
  const bridge = new MemoryBridge();
  const { folder } = await OperatedGateway.start({ controls: { matter: () => bridge } });
  return { bridge, folder };
}

test("luxgate matter pair gives another program the code for typing alone, and the QR code's text as JSON", async () => {
  const { folder } = await bridged();
  expect(await luxgate(folder, "matter", "pair")).toEqual({ code: 0, output: "3497-011-2332\n", errors: "" });
  expect(JSON.parse((await luxgate(folder, "matter", "pair", "--json")).output)).toEqual({
    qrText: "MT:Y.K9042C00KA0648G00",
    manualCode: "3497-011-2332",
    millisLeft: expect.any(Number),
  });
  expect((await luxgate(folder, "matter")).output).toMatch(/pairing +open for another 14 minutes/);
  expect((await luxgate(folder, "matter", "close")).output).toBe("Matter pairing is closed.\n");
});

test("at a terminal it shows a QR code, the code for typing, for how long, and which apps take them", async () => {
  const { folder } = await bridged();
  const terminal = new Terminal(["matter", "pair", "--data-dir", folder], { columns: 80 });
  expect(await terminal.end()).toBe(0);
  expect(terminal.output).toContain("\u2588\u2588\u2588\u2588");
  expect(terminal.output).toContain("3497-011-2332");
  expect(terminal.output).toMatch(/open for 1[45] minutes/);
  expect(terminal.output).toMatch(/Apple Home/);
  const narrow = new Terminal(["matter", "pair", "--data-dir", folder], { columns: 20 });
  expect(await narrow.end()).toBe(0);
  expect(narrow.output).not.toContain("\u2588");
  expect(narrow.output).toContain("3497-011-2332");
});

test("luxgate matter fabrics lists ecosystems, and remove takes the lamps from one, if a person agrees", async () => {
  const { folder, bridge } = await bridged();
  expect((await luxgate(folder, "matter", "fabrics")).output).toMatch(/No ecosystem is paired/);
  bridge.join();
  bridge.join({ vendorName: "Home Assistant", label: "Our home" });
  expect((await luxgate(folder, "matter", "fabrics")).output).toMatch(
    /^NUMBER +ECOSYSTEM +ITS NAME .*\n1 +Apple Home +- .*\n2 +Home Assistant +Our home /,
  );
  const unsure = await luxgate(folder, "matter", "remove", "2");
  expect(unsure).toMatchObject({ code: 1, errors: expect.stringMatching(/Nothing was changed\. Add --yes/) });
  expect((await luxgate(folder, "matter", "remove", "2", "--yes")).output).toMatch(/"Our home"\) was removed/);
  expect(bridge.state().fabrics).toMatchObject([{ index: 1 }]);
  expect((await luxgate(folder, "matter", "pear")).errors).toMatch(/^Unknown command "matter pear"\. .*\bpair\b/);
});

test("a gateway that runs without Matter says which setting is missing", async () => {
  const { folder } = await OperatedGateway.start();
  expect(await luxgate(folder, "matter", "pair")).toMatchObject({
    code: 1,
    errors: expect.stringContaining("--matter"),
  });
});

test("a real bridge: a restore gives a new machine the same codes and lamps, and a reset gives the gateway new ones", async () => {
  const [first, second] = [temporaryFolder(), temporaryFolder()];
  const backup = join(second, "backup.json");
  const folder = join(second, "restored");
  const program = Program.serve(["--data-dir", first, ...MATTER]);
  await program.says(/Matter: 11 lamps on UDP port/);
  expect((await luxgate(first, "status")).output).toMatch(
    /matter +online, UDP port \d+, 11 lamps \(1 left out\), 0 ecosystems/,
  );
  const codes = await codesOf(first);
  expect(codes).toEqual([expect.stringMatching(/^MT:[0-9A-Z.-]+$/), expect.stringMatching(/^\d{4}-\d{3}-\d{4}$/)]);
  expect((await luxgate(first, "backup", backup, "--with-keys")).output).toContain("the Matter bridge");
  expect((await luxgate(first, "reset", "--factory", "--yes")).code).toBe(0);
  await expect.poll(() => codesOf(first)).toHaveLength(2);
  expect(await codesOf(first)).not.toEqual(codes);
  expect((await luxgate(first, "history")).output).toContain("Matter pairing opened");
  await program.stop();

  expect((await luxgate(folder, "restore", backup)).output).toContain("The Matter bridge keeps its ecosystems.");
  const numbers = readMatter(folder)?.lamps;
  expect(numbers).toHaveLength(11);
  const again = Program.serve(["--data-dir", folder, ...MATTER]);
  await again.says(/Matter: 11 lamps on UDP port/);
  expect(await codesOf(folder)).toEqual(codes);
  expect(readMatter(folder)?.lamps).toEqual(numbers);
  expect(await again.stop()).toBe(0);
});

test("a damaged matter.db is set aside and reported, the home is as it was, and the bridge starts with new codes", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "matter.db");
  const first = Program.serve(["--data-dir", folder, ...MATTER]);
  await first.says(/Matter: 11 lamps on UDP port/);
  const codes = await codesOf(folder);
  await luxgate(folder, "room", "rename", "Kitchen", "Galley");
  await first.stop();
  const damaged = readFileSync(file).fill(0, 2_048, 6_000);
  writeFileSync(file, damaged);

  const backup = join(temporaryFolder(), "backup.json");
  const unbridged = Program.serve(["--data-dir", folder]);
  await unbridged.says(/is ready at/);
  const made = await luxgate(folder, "backup", backup, "--with-keys", "--json");
  expect(JSON.parse(made.output)).toMatchObject({ matter: false });
  await unbridged.says(/The backup has no Matter pairings: matter.db is damaged/);
  await unbridged.stop();
  expect(readFileSync(file)).toEqual(damaged);

  const again = Program.serve(["--data-dir", folder, ...MATTER]);
  await again.says(/Matter: 11 lamps on UDP port/);
  const [, kept = ""] = /Matter: The file matter\.db was damaged .* kept in (\S+)\./.exec(again.output) ?? [];
  expect(readFileSync(join(kept, "matter.db"))).toEqual(damaged);
  expect((await luxgate(folder, "status")).output).toMatch(/recovered +The file matter\.db was damaged/);
  expect((await luxgate(folder, "rooms")).output).toContain("Galley");
  expect(await codesOf(folder)).toHaveLength(2);
  expect(await codesOf(folder)).not.toEqual(codes);
  expect((await luxgate(folder, "backup", backup, "--with-keys", "--force")).output).toContain("the Matter bridge");
  expect(await again.stop()).toBe(0);
});

/** A kernel without IPv6 refuses every socket of it. */
const WITHOUT_IPV6 = injected(`
  import { Socket } from "node:dgram";
  const { bind } = Socket.prototype;
  Socket.prototype.bind = function (...given) {
    if (this.type !== "udp6") return bind.apply(this, given);
    setImmediate(() => this.emit("error", Object.assign(new Error("bind EAFNOSUPPORT ::"), { code: "EAFNOSUPPORT" })));
    return this;
  };`);

test("on a machine without IPv6 the bridge says that Matter needs it, and everything else runs", async () => {
  const folder = temporaryFolder();
  const program = Program.serve(["--data-dir", folder, ...MATTER], WITHOUT_IPV6);
  await program.says(/The Matter bridge is not available: this machine has no IPv6/);
  expect((await luxgate(folder, "matter")).output).toMatch(/state +failed: this machine has no IPv6/);
  expect((await luxgate(folder, "set", "Ceiling", "40%")).code).toBe(0);
  expect(await program.stop()).toBe(0);
});

/** What apps need to pair; empty while the bridge is not online. */
async function codesOf(folder: string): Promise<readonly string[]> {
  const { code, output } = await luxgate(folder, "matter", "pair", "--json");
  if (code !== 0) return [];
  const { qrText, manualCode } = JSON.parse(output);
  return [qrText, manualCode];
}
