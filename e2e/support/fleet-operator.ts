import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { PROGRAM, temporaryFolder } from "./program.ts";

/** The computer of a fleet's operator: a home folder of its own, and `luxgate` in its shell. */
export class FleetOperator {
  readonly home = temporaryFolder();
  /** Where the fleet's servers really are; none until they run. */
  servers: readonly string[] = [];
  /** The file of the authority of the servers' certificates. */
  authority: string | undefined;

  /** The folder that `luxgate fleet init` makes. */
  get folder(): string {
    return join(this.home, ".config/luxgate/fleet");
  }

  async types(lines: string): Promise<{ readonly status: number; readonly output: string; readonly errors: string }> {
    const program = PROGRAM.map((part) => (part.endsWith(".js") ? join(process.cwd(), part) : part));
    const luxgate = `luxgate() { ${program.map((part) => `'${part}'`).join(" ")} "$@"; }`;
    const { XDG_CONFIG_HOME: _, ...environment } = process.env;
    const shell = spawn("sh", ["-e", "-c", `${luxgate}\n${lines}`], {
      cwd: this.home,
      env: {
        ...environment,
        HOME: this.home,
        ...(this.servers.length === 0 ? {} : { LUXGATE_NATS: this.servers.join(",") }),
        ...(this.authority === undefined ? {} : { LUXGATE_NATS_CA: this.authority }),
      },
    });
    const status = new Promise<number>((resolve) => shell.once("close", (code) => resolve(code ?? 1)));
    const [output, errors] = await Promise.all([text(shell.stdout), text(shell.stderr)]);
    return { status: await status, output, errors };
  }

  /** What a command prints, which must not fail. */
  async does(command: string): Promise<string> {
    const { status, output, errors } = await this.types(`luxgate ${command}`);
    if (status !== 0) throw new Error(`luxgate ${command}: ${errors}`);
    return output;
  }
}
