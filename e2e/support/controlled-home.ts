import { askForKey } from "../../test/support/client/paired-client.ts";
import { HttpClient, type Received, type Wire } from "../../test/support/http/http-client.ts";
import { Program, temporaryFolder } from "./program.ts";

/** What a command came to. */
export interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** The built program, run by somebody who gives commands beside it, and a client that has it do something. */
export class ControlledHome {
  readonly program: Program;
  readonly folder: string;
  readonly http: HttpClient;

  private constructor(program: Program, folder: string, http: HttpClient) {
    this.program = program;
    this.folder = folder;
    this.http = http;
  }

  static async start({ folder = temporaryFolder(), args = [] as readonly string[] } = {}): Promise<ControlledHome> {
    const program = Program.serve(["--host", "127.0.0.1", "--data-dir", folder, ...args]);
    const { url } = await program.ready();
    return new ControlledHome(program, folder, new HttpClient(Number(new URL(url).port)));
  }

  /** As `kill -9` does it, or in good order; then once more on the same folder. */
  async restart(signal: "SIGKILL" | "SIGTERM", args: readonly string[] = []): Promise<ControlledHome> {
    this.program.process.kill(signal);
    await this.program.end();
    return ControlledHome.start({ folder: this.folder, args });
  }

  async mqttPort(): Promise<number> {
    return Number((await this.program.says(/MQTT port (\d+)/))[1]);
  }

  /** A command as a person gives it, from its start to its end. */
  async luxgate(...args: readonly string[]): Promise<Ended> {
    const command = Program.start(args, { LUXGATE_DATA_DIR: this.folder });
    command.process.stdin?.end();
    const code = await command.end();
    return { code, output: command.output, errors: command.errors };
  }

  /** Gives the key of a client that paired after `luxgate press`. */
  async pair(name = "acme#panel"): Promise<string> {
    await this.luxgate("press");
    const { status, json } = await askForKey(this.http, name);
    if (status !== 200 || json.code !== 0) throw new Error(`not paired: ${JSON.stringify(json)}`);
    return json.data.obj.username;
  }

  /** Sends a command to the lamp of a name. */
  async put(key: string, lamp: string, command: Wire): Promise<Received> {
    const { id } = await this.lamp(lamp, key);
    const asked = { method: "PUT", headers: { "application-key": key }, body: JSON.stringify(command) };
    return this.http.send(`/clip/v2/resource/light/${id}`, asked);
  }

  /** As the reads show it; some need a key for that. */
  async lamp(name: string, key = ""): Promise<Wire> {
    const lights = await this.http.list("light", { headers: { "application-key": key } });
    return lights.find((light) => light.name === name);
  }
}
