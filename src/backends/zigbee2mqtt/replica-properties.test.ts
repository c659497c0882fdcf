import fc from "fast-check";
import { expect, test } from "vitest";
import { anyZigbeeStory, type Doing, isDoing } from "../../../test/support/any-zigbee-story.ts";
import { SpokenBridge } from "../../../test/support/spoken-bridge.ts";
import { SpokenGateway } from "../../../test/support/spoken-gateway.ts";
import { SpokenHouse } from "../../../test/support/spoken-house.ts";
import type { Happening } from "../../../test/support/zigbee-happening.ts";
import { contradictionsIn } from "../../home/contradictions.ts";

/** A gateway before a house to which all of a story happens. */
class Story {
  readonly bridge = new SpokenBridge();
  readonly house = new SpokenHouse(this.bridge);
  spoken = SpokenGateway.opened({ bridges: [this.bridge] });

  /** Begins with all lamps on. */
  constructor() {
    this.house.sayAll();
  }

  async tell(step: Happening | Doing): Promise<void> {
    if (!isDoing(step)) this.house.happens(step);
    else await this.#do(step);
    this.bridge.settle();
    expect(contradictionsIn(this.spoken.contents)).toEqual([]);
  }

  async #do(doing: Doing): Promise<void> {
    const { home } = this.spoken;
    if (doing.kind === "passed") this.spoken.pass(doing.millis);
    if (doing.kind === "closed") this.bridge.close();
    if (doing.kind === "opened") this.bridge.open();
    if (doing.kind === "restarted") {
      this.spoken = this.spoken.restarted();
      this.bridge.open();
    }
    const light = doing.kind === "wished" ? home.lights.all()[doing.light] : undefined;
    if (doing.kind === "wished" && light) {
      this.spoken.ask({ kind: "lightChanged", lightId: light.id, state: doing.state });
    }
    const scene = doing.kind === "activated" ? home.scenes.all()[doing.scene] : undefined;
    if (scene) await this.spoken.demand({ kind: "sceneActivated", sceneId: scene.id });
  }

  /** Everything runs, all is listed and said, and nothing is on its way any more. */
  settle(): void {
    if (!this.bridge.isOpen) this.bridge.open();
    this.house.happens({ kind: "running", isRunning: true });
    this.house.list();
    this.spoken.pass(60_000);
    this.house.sayAll();
    this.spoken.pass(60_000);
  }
}

const SHOWN_NOTES = "luxgate/shown/";

/** What is noted of how lights were when they were turned off, by their ids. */
const notedIn = ({ bridge }: Story): ReadonlyMap<string, string> =>
  new Map(bridge.kept.map(([topic, bytes]) => [topic.replace(SHOWN_NOTES, ""), String(Buffer.from(bytes))]));

/** What a home shows; how a lamp that is off would shine nobody can tell who did not see it on, unless it is noted. */
const shown = ({ contents, rooms }: SpokenGateway, noted: ReadonlyMap<string, string>) => ({
  ...contents,
  lights: contents.lights.map(({ brightnessPercent, colour, ...light }) => {
    const known = (word: string) => light.on || noted.get(light.id)?.includes(word);
    return { ...light, ...(known("brightness") ? { brightnessPercent } : {}), ...(known("color") ? { colour } : {}) };
  }),
  rooms,
});

test("whatever happened, a gateway ends as one that only hears how all is in the end", async () => {
  await fc.assert(
    fc.asyncProperty(anyZigbeeStory, async (steps) => {
      const story = new Story();
      for (const step of steps) await story.tell(step);
      story.settle();

      const bridge = new SpokenBridge();
      for (const [topic, payload] of story.bridge.kept) bridge.keep(topic, payload);
      const fresh = SpokenGateway.opened({ bridges: [bridge] });
      story.house.sayAll(bridge);
      fresh.pass(60_000);

      const noted = notedIn(story);
      expect(shown(fresh, noted)).toEqual(shown(story.spoken, noted));
    }),
    { numRuns: 200 },
  );
}, 120_000);
