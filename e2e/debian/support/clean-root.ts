import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { NetworkNamespace } from "../../support/network-namespace.ts";

/** A Debian as debootstrap makes it, with a network of its own, in which commands are run as in a machine of its own. */
export class CleanRoot {
  readonly folder = mkdtempSync(join(tmpdir(), "luxgate-root-"));
  readonly #network = new NetworkNamespace();

  constructor() {
    execFileSync("tar", ["-C", this.folder, "-xf", "e2e/debian/roots/bookworm-amd64.tar"]);
    this.#network.ip("link", "set", "lo", "up");
  }

  /** What a command of root's prints; a failure is told with all that it said. */
  run(...command: readonly string[]): string {
    const { command: file, args } = this.#inside(command);
    try {
      return execFileSync(file, args, { encoding: "utf8", stdio: "pipe", env: ENVIRONMENT });
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${command.join(" ")} failed:\n${stdout}\n${stderr}`);
    }
  }

  /** What a command of another user's prints. */
  runAs(user: string, ...command: readonly string[]): string {
    return this.run(...asUser(user), ...command);
  }

  /** Starts a program of another user's; it has the process id that it is started with. */
  startAs(user: string, ...command: readonly string[]) {
    const { command: file, args } = this.#inside([...asUser(user), ...command]);
    return spawn(file, args, { stdio: ["ignore", "pipe", "pipe"], env: ENVIRONMENT });
  }

  /** Installs a package that was made here. */
  install(path: string): string {
    cpSync(path, join(this.folder, "tmp", basename(path)));
    return this.run("dpkg", "--install", join("/tmp", basename(path)));
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), "utf8");
  }

  /** All files, folders and links of the root. */
  paths(): readonly string[] {
    return this.run("find", "/", "-xdev", "-not", "-path", "/proc/*").trim().split("\n").toSorted();
  }

  remove(): void {
    this.#network.remove();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Its /proc is mounted for the command alone, and gone with it. */
  #inside(command: readonly string[]) {
    const script = 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"';
    return this.#network.command("unshare", "--mount", "sh", "-c", script, this.folder, ...command);
  }
}

const ENVIRONMENT = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", LC_ALL: "C.UTF-8", DEBIAN_FRONTEND: "noninteractive" };

const asUser = (user: string) => ["setpriv", `--reuid=${user}`, `--regid=${user}`, "--init-groups"];
