import type { Wire } from "../../test/support/http/http-client.ts";
import { HalfChange, idIn, type Subject, withId } from "./crash-subjects.ts";
import { type Lists, listsAt } from "./lists.ts";
import type { OperatorLine, OperatorRequest } from "./operator-line.ts";

/** No lamp shows the same in two of them. */
const COLOURS = {
  "Scene one": ["2200K", "3000K"],
  "Scene two": ["4000K", "5000K"],
  "Scene three": ["6000K", "2500K"],
};

/** A room whose scenes are activated in turn: the scenes, and every lamp of the room. */
export class SwitchedScenes implements Subject {
  readonly name: string;
  readonly #roomId: string;
  /** What the lamps show in each scene, as it was seen once. */
  readonly #looks = new Map<string, string>();

  private constructor(roomId: string, roomName: string) {
    this.name = `the scene of ${roomName}`;
    this.#roomId = roomId;
  }

  /** Adds the scenes to a room of a running gateway. */
  static async prepare(line: OperatorLine, url: string, roomName: string): Promise<SwitchedScenes> {
    const scenes = new SwitchedScenes(idIn((await listsAt(url)).room, roomName), roomName);
    for (const [name, colours] of Object.entries(COLOURS)) {
      await line.done({ command: "scene.add", with: { room: roomName, name, colours } });
      await line.done(scenes.#activation(name));
      scenes.#looks.set(name, scenes.#look(await listsAt(url)));
    }
    return scenes;
  }

  seen(lists: Lists): string {
    const group = withId(lists.room, this.#roomId).services[0].rid;
    const active = lists.scene.filter(({ parent_id, is_active }) => parent_id === group && is_active === 1);
    if (active.length !== 1) throw new HalfChange(`${active.length} scenes are active`);
    const { name } = active[0];
    const look = this.#look(lists);
    if (look !== this.#looks.get(name)) throw new HalfChange(`${name} is active, and the lamps show ${look}`);
    return name;
  }

  next(state: string, count: number) {
    const others = Object.keys(COLOURS).filter((name) => name !== state);
    const to = others[count % others.length] ?? "";
    return { request: this.#activation(to), to };
  }

  #activation(scene: string): OperatorRequest {
    return { command: "scene.activate", with: { scene } };
  }

  #look({ room, device, light }: Lists): string {
    const lights = withId(room, this.#roomId).children.flatMap(({ rid }: Wire) =>
      withId(device, rid).services.map((service: Wire) => withId(light, service.rid)),
    );
    return JSON.stringify(lights.map(({ on, color_cw, color_x, color_y }: Wire) => [on, color_cw, color_x, color_y]));
  }
}
