import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { describeInNamespaces } from "./support/describe-in-namespaces.ts";
import { LineProcess } from "./support/line-process.ts";
import { isCalled } from "./support/mdns-client.ts";
import { MdnsNetworks } from "./support/mdns-networks.ts";
import type { NetworkNamespace } from "./support/network-namespace.ts";

const PROGRAM = fileURLToPath(new URL("../dist/luxgate.js", import.meta.url));
const MILLIS = 120_000;

describeInNamespaces("a gateway on other ports than usual, and a client on the network", () => {
  const networks = new MdnsNetworks();
  const processes: LineProcess[] = [];
  let machine: NetworkNamespace;
  let neighbour: NetworkNamespace;
  let dataDir: string;

  const luxgate = (where: NetworkNamespace, ...args: readonly string[]): LineProcess => {
    const { command, args: before } = where.command(process.execPath, PROGRAM);
    const program = new LineProcess(command, [...before, ...args]);
    processes.push(program);
    return program;
  };

  /** Serves, and waits until it is announced by mDNS too. */
  const serve = async (...args: readonly string[]): Promise<LineProcess> => {
    const ear = await networks.client(neighbour, "10.71.1.2");
    const program = luxgate(machine, "serve", "--data-dir", dataDir, ...args);
    await ear.next(isCalled("Luxgate"));
    return program;
  };

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "luxgate-ports-"));
    machine = networks.namespace();
    neighbour = networks.namespace();
    await networks.connect([machine, "lan", "10.71.1.1/24"], [neighbour, "lan", "10.71.1.2/24"]);
  }, MILLIS);

  afterEach(async () => {
    await Promise.all(processes.splice(0).map((program) => program.stop()));
    await networks.undo();
    rmSync(dataDir, { recursive: true, force: true });
  }, MILLIS);

  test(
    "says at the start that usual clients look elsewhere",
    async () => {
      const program = await serve("--http-port", "18080", "--discovery-port", "19001", "--mqtt-port", "11883");
      await program.line(/^ {2}clients {5}usually expect port 8080: give them the address with port 18080$/);
      await program.line(/^ {2}discovery {3}UDP port 19001 \(clients usually expect 9001\), as /);
      await program.line(/^ {2}events {6}MQTT port 11883 \(clients usually expect 1883\), and /);
    },
    MILLIS,
  );

  test(
    "says nothing of the kind on the usual ones",
    async () => {
      const program = await serve();
      await program.line(/pairing/);
      await program.stop();
      await expect(program.line(/clients/)).rejects.toThrow("is ready at http://127.0.0.1:8080");
    },
    MILLIS,
  );

  test(
    "is found there, and spoken with, by what it tells by mDNS",
    async () => {
      await serve("--http-port", "18080");
      await luxgate(neighbour, "discover").line(/^Luxgate +10\.71\.1\.1:18080 /);
      await luxgate(neighbour, "get", "rooms").line(/^Kitchen +2 /);
      const watching = luxgate(neighbour, "watch");
      await watching.line(/^Following http:\/\/10\.71\.1\.1:18080 by events\.$/);
      await watching.line(/^Reading lamp /);
    },
    MILLIS,
  );

  test(
    "is told apart from a second one on the same machine, which has another discovery port",
    async () => {
      await serve("--http-port", "18080");
      const other = mkdtempSync(join(tmpdir(), "luxgate-ports-"));
      const second = luxgate(
        ...[machine, "serve", "--data-dir", other, "--http-port", "18081"],
        ...["--discovery-port", "19001", "--no-mdns", "--no-mqtt"],
      );
      await second.line(/is ready/);
      await luxgate(neighbour, "discover").line(/^Luxgate +10\.71\.1\.1:18080 /);
      await luxgate(neighbour, "discover", "--discovery-port", "19001").line(/^Luxgate +10\.71\.1\.1 /);
      rmSync(other, { recursive: true, force: true });
    },
    MILLIS,
  );

  test(
    "is not taken for a second one on the same machine that does not tell its port",
    async () => {
      const other = mkdtempSync(join(tmpdir(), "luxgate-ports-"));
      await serve();
      const hidden = ["--http-port", "18081", "--discovery-port", "19001", "--no-mdns", "--no-mqtt"];
      await luxgate(machine, "serve", "--data-dir", other, ...hidden).line(/is ready/);
      for (const args of [["get", "rooms"], ["watch"], ["pair"]]) {
        const program = luxgate(neighbour, ...args, "--discovery-port", "19001");
        await program.line(/^The gateway that answers HTTP at 10\.71\.1\.1:8080 is not the one that discovery found/);
      }
      rmSync(other, { recursive: true, force: true });
    },
    MILLIS,
  );

  test(
    "is noticed by luxgate doctor, which says where it serves, and that it is not where clients look",
    async () => {
      await serve("--http-port", "18080");
      const doctor = luxgate(neighbour, "doctor");
      await doctor.line(/^✗ Luxgate serves HTTP on port 18080 of 10\.71\.1\.1, but most clients use port 8080\.$/);
      await doctor.line(/--http-port 8080, or give clients its address: http:\/\/10\.71\.1\.1:18080$/);
    },
    MILLIS,
  );

  test(
    "is not spoken with where it does not tell its port; the commands say so",
    async () => {
      const program = luxgate(machine, "serve", "--data-dir", dataDir, "--http-port", "18080", "--no-mdns");
      await program.line(/is ready/);
      const get = luxgate(neighbour, "get", "lights");
      await get.line(/10\.71\.1\.1:8080.*is unreachable/);
      await get.line(/The gateway answers discovery\. If it serves HTTP on another port, give its address with --url/);
      await luxgate(neighbour, "doctor").line(
        /^✗ Luxgate is found, but nothing answers HTTP on port 8080 of 10\.71\.1\.1\.$/,
      );
    },
    MILLIS,
  );

  test(
    "is waited for by luxgate watch, which says once that nobody is there",
    async () => {
      const lines: string[] = [];
      const { command, args } = neighbour.command(process.execPath, PROGRAM, "watch", "--discovery-port", "19001");
      const watching = new LineProcess(command, args, (line) => lines.push(line));
      processes.push(watching);
      await watching.line(/^No gateway answers on UDP port 19001 yet\. Searching until Ctrl-C\./);
      await serve("--http-port", "18080", "--discovery-port", "19001");
      await watching.line(/^Reading lamp /);
      expect(lines.filter((line) => line.startsWith("No gateway"))).toHaveLength(1);
    },
    MILLIS,
  );

  test(
    "is looked for on the port that the environment names, too",
    async () => {
      await serve("--http-port", "18080", "--discovery-port", "19001");
      const { command, args } = neighbour.command("env", "LUXGATE_DISCOVERY_PORT=19001", process.execPath, PROGRAM);
      for (const [wanted, ...given] of [
        [/^Luxgate +10\.71\.1\.1:18080 /, "discover"],
        [/^Kitchen +2 /, "get", "rooms"],
        [/^Following http:\/\/10\.71\.1\.1:18080/, "watch"],
        [/Luxgate answers and announces 10\.71\.1\.1/, "doctor"],
        [/^Discovery +[1-9]\d* +0 +0 +0$/, "check", "10.71.1.1:18080", "--discovery"],
      ] as const) {
        const program = new LineProcess(command, [...args, ...given]);
        processes.push(program);
        await program.line(wanted);
      }
    },
    MILLIS,
  );
});
