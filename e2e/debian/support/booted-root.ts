import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** A Debian that is booted, with systemd as its first process, in a container with a network of its own. */
export class BootedRoot {
  readonly folder = mkdtempSync(join(tmpdir(), "luxgate-booted-"));
  readonly #container: ChildProcess;
  #output = "";

  static async boot(): Promise<BootedRoot> {
    const booted = new BootedRoot();
    while (!booted.#isUp()) await pause(500);
    return booted;
  }

  private constructor() {
    execFileSync("tar", ["-C", this.folder, "-xf", "e2e/debian/roots/bookworm-amd64-systemd.tar"]);
    const settings = ["--quiet", `--directory=${this.folder}`, "--register=no", "--keep-unit", "--private-network"];
    this.#container = spawn("systemd-nspawn", [...settings, "--boot"], { stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [this.#container.stdout, this.#container.stderr]) {
      stream?.on("data", (text) => {
        this.#output += text;
      });
    }
  }

  /** What a command of root's prints. */
  run(...command: readonly string[]): string {
    const inside = ["--mount", "--uts", "--ipc", "--net", "--pid", "--root", "--wd"];
    const env = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", LC_ALL: "C.UTF-8", DEBIAN_FRONTEND: "noninteractive" };
    const args = [`--target=${this.#firstProcess}`, ...inside, ...command];
    return execFileSync("nsenter", args, { encoding: "utf8", stdio: "pipe", env });
  }

  /** Installs a package that was made here. */
  install(path: string): void {
    cpSync(path, join(this.folder, "root", basename(path)));
    this.run("dpkg", "--install", join("/root", basename(path)));
  }

  write(path: string, text: string): void {
    const whole = join(this.folder, path);
    mkdirSync(dirname(whole), { recursive: true });
    writeFileSync(whole, text);
  }

  /** A property of a service. */
  service(property: string, unit = "luxgate"): string {
    return this.run("systemctl", "show", unit, "--value", `--property=${property}`).trim();
  }

  /** Everything inside ends with its first process, and then the container does; it would not end the other way round. */
  async remove(): Promise<void> {
    if (this.#container.exitCode === null) {
      const ended = once(this.#container, "exit");
      process.kill(this.#firstProcess, "SIGKILL");
      await ended;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  get #firstProcess(): number {
    const { pid } = this.#container;
    const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ");
    return Number(child);
  }

  #isUp(): boolean {
    if (this.#container.exitCode !== null) throw new Error(`Debian does not boot here:\n${this.#output}`);
    try {
      return /running|degraded/.test(this.run("sh", "-c", "systemctl is-system-running || true"));
    } catch {
      // Too early.
      return false;
    }
  }
}
