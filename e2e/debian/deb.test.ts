import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { CleanRoot } from "./support/clean-root.ts";

const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const PACKAGE = `dist/packages/luxgate_${version}_amd64.deb`;
const NEXT = `dist/packages/luxgate_${version}+next_amd64.deb`;
const HERE = ["--url", "http://127.0.0.1:8080"];

let root: CleanRoot;
let before: readonly string[];
beforeAll(() => {
  root = new CleanRoot();
  before = root.paths();
});
afterAll(() => root.remove());

const luxgate = (...words: readonly string[]): string => root.runAs("luxgate", "luxgate", ...words);
const modeOf = (path: string): number => statSync(join(root.folder, path)).mode & 0o777;

/** Starts the service as its unit says, until it is ready. */
async function startService() {
  const [, command = ""] = /^ExecStart=(.*)$/m.exec(root.read("usr/lib/systemd/system/luxgate.service")) ?? [];
  const service = root.startAs("luxgate", ...command.split(" "));
  const ended = once(service, "exit");
  onTestFinished(() => void service.kill("SIGKILL"));
  let output = "";
  for (const stream of [service.stdout, service.stderr]) {
    stream.on("data", (text) => {
      output += text;
    });
  }
  await expect.poll(() => output, { timeout: 120_000 }).toMatch(/is ready at http:\/\/127\.0\.0\.1:8080/);
  return {
    end: async (signal: NodeJS.Signals) => {
      service.kill(signal);
      return (await ended)[0];
    },
  };
}

test("a clean Debian: install, start, pair, control, kill, start, upgrade, back up, restore, remove, purge, and nothing is left behind", async () => {
  root.install(PACKAGE);
  expect(root.run("luxgate", "--version").trim()).toBe(version);
  expect([modeOf("var/lib/luxgate"), modeOf("etc/luxgate/luxgate.yaml")]).toEqual([0o700, 0o640]);
  expect(root.run("stat", "-c", "%U:%G", "/var/lib/luxgate", "/etc/luxgate/luxgate.yaml")).toBe(
    "luxgate:luxgate\nroot:luxgate\n",
  );
  expect(existsSync(join(root.folder, "usr/share/man/man1/luxgate.1.gz"))).toBe(true);

  expect(root.paths()).toContain("/etc/systemd/system/multi-user.target.wants/luxgate.service");

  const first = await startService();
  expect(luxgate("status")).toContain("14 devices");
  luxgate("press");
  const key = root.run("luxgate", "pair", "127.0.0.1").trim();
  root.run("luxgate", "set", ...HERE, "--key", key, "Reading lamp", "off");
  await first.end("SIGKILL");

  const lamp = () => root.run("luxgate", "get", "lights", ...HERE, "--json");
  const second = await startService();
  const afterKill = lamp();
  expect(JSON.parse(afterKill)).toContainEqual(expect.objectContaining({ name: "Reading lamp", on: 0 }));
  expect(await second.end("SIGTERM")).toBe(0);

  const configuration = join(root.folder, "etc/luxgate/luxgate.yaml");
  appendFileSync(configuration, "# mine\n");
  root.install(NEXT);
  expect(root.run("luxgate", "--version").trim()).toBe(`${version}+next`);
  expect(root.read("etc/luxgate/luxgate.yaml")).toContain("# mine\n");
  expect(modeOf("etc/luxgate/luxgate.yaml")).toBe(0o640);
  const third = await startService();
  expect(lamp()).toBe(afterKill);
  luxgate("backup", "/tmp/luxgate_backup.json", "--with-keys");
  root.run("luxgate", "set", ...HERE, "--key", key, "Reading lamp", "on");
  expect(lamp()).not.toBe(afterKill);
  expect(await third.end("SIGTERM")).toBe(0);

  luxgate("restore", "/tmp/luxgate_backup.json", "--yes");
  const fourth = await startService();
  expect(lamp()).toBe(afterKill);
  root.run("luxgate", "set", ...HERE, "--key", key, "Reading lamp", "on");
  expect(await fourth.end("SIGTERM")).toBe(0);

  root.run("dpkg", "--remove", "luxgate");
  const removed = root.paths();
  expect(removed.filter((path) => path.includes("usr/lib/luxgate"))).toEqual([]);
  expect(removed).toContain("/var/lib/luxgate/home.db");
  expect(removed).toContain("/etc/luxgate/luxgate.yaml");

  root.run("dpkg", "--purge", "luxgate");
  const kept = new Set(before);
  /** Copies that dpkg and adduser keep of their own lists, their logs, and a lock. */
  const expected =
    /^\/(etc\/(passwd|group|shadow|gshadow|subuid|subgid)-|var\/lib\/dpkg\/.*|tmp\/luxgate_.*|run\/adduser|var\/log\/.*)$/;
  expect(root.paths().filter((path) => !kept.has(path) && !expected.test(path))).toEqual([]);
  expect(root.read("etc/passwd")).not.toContain("luxgate");
});

test("lintian has nothing to say but what is overridden, with reasons", () => {
  const { stdout, stderr } = spawnSync("lintian", ["--allow-root", "--tag-display-limit", "0", PACKAGE], {
    encoding: "utf8",
  });
  expect({ stdout, stderr }).toEqual({ stdout: "", stderr: "" });
});

test("systemd understands the whole unit, and finds the service well shut in", () => {
  const unit = "deploy/debian/luxgate.service";
  const { stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", unit], { encoding: "utf8" });
  // The program is installed in the clean root only.
  expect(stderr.split("\n").filter((line) => line !== "" && !/Command .*luxgate is not executable/.test(line))).toEqual(
    [],
  );
  const security = ["security", "--offline=yes", "--threshold=20", "--no-pager", unit];
  const { status, stdout } = spawnSync("systemd-analyze", security, { encoding: "utf8" });
  expect(status, stdout).toBe(0);
});

test("the same sources give the same package, byte for byte", () => {
  const digest = () => execFileSync("sha256sum", [PACKAGE], { encoding: "utf8" });
  const made = digest();
  execFileSync(process.execPath, ["tools/package-deb.mjs", "--quick", "amd64"]);
  expect(digest()).toBe(made);
});
