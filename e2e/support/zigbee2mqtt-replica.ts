import type { Seeded } from "../../test/support/home/seeded.ts";
import type { Wire } from "../../test/support/http/http-client.ts";
import { ControlledHome } from "./controlled-home.ts";

/** Every list with all that can be asked for beside it, both derived rooms too; each gateway is a device of its own. */
const LISTS = [
  "device?cat1_id_not=1&ext_light=1&ext_room=1&ext_zigbee=1",
  "light",
  "sync",
  "room?include_all_room=1&include_no_room=1&ext_device=1&ext_light=1",
  "scene",
];

/** One of several gateways on one broker. */
export class Replica {
  readonly #home: ControlledHome;
  readonly #args: readonly string[];
  readonly #key: string;

  private constructor(home: ControlledHome, args: readonly string[], key: string) {
    this.#home = home;
    this.#args = args;
    this.#key = key;
  }

  static async start(backend: string): Promise<Replica> {
    const args = ["--backend", backend];
    const home = await ControlledHome.start({ args });
    return new Replica(home, args, await home.pair());
  }

  async kill(): Promise<void> {
    await this.#home.program.stop("SIGKILL");
  }

  /** On the folder that it left behind. */
  async startAgain(): Promise<Replica> {
    const home = await ControlledHome.start({ folder: this.#home.folder, args: this.#args });
    return new Replica(home, this.#args, this.#key);
  }

  /** Under one name, as addresses of pictures begin with it. */
  async lists(): Promise<readonly string[]> {
    const headers = { host: "gateway.local" };
    const answers = LISTS.map((path) => this.#home.http.send(`/clip/v2/resource/${path}`, { headers }));
    return (await Promise.all(answers)).map(({ bytes }) => bytes.toString("utf8"));
  }

  /** A client changes one of its lamps by chance. */
  async put(chance: Seeded): Promise<void> {
    const lights = await this.#home.http.list("light");
    const { id } = lights[chance.below(lights.length)] ?? {};
    const command = { on: chance.below(2), brightness: 1 + chance.below(100) };
    const asked = { method: "PUT", headers: { "application-key": this.#key }, body: JSON.stringify(command) };
    await this.#home.http.send(`/clip/v2/resource/light/${id}`, asked);
  }

  get output(): string {
    return this.#home.program.output + this.#home.program.errors;
  }
}

/** Each resource in its own text, so that it is seen which of them differ. */
export const resourcesIn = (lists: readonly string[]): readonly string[] =>
  lists.flatMap((text) => JSON.parse(text).data.arr.map((resource: Wire) => JSON.stringify(resource)));
