import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { generatedHome } from "../generated-home.ts";
import { atMost } from "../support/aims.ts";
import { median, whole } from "../support/figures.ts";
import type { Measurement, Results } from "../support/measurement.ts";
import { startGateway } from "../support/process.ts";
import { memoryOf } from "../support/process-figures.ts";

/** For a gateway that is ready; what the lists take beside that is kept within bounds of its own. */
const AIM = { millis: 3_000, megabytes: 256 };
const LISTS = ["light", "device?ext_light=1&ext_room=1", "room?ext_device=1&ext_light=1", "scene", "sync"];

export const restart: Measurement = {
  title: "A start with a large home that is stored already",
  how: ({ rounds }) =>
    `10,000 lights, 1,000 rooms and 5,000 scenes are in the store; every list is read once after the start. The median of ${rounds} starts.`,
  measure: async ({ pace, folder, progress }) => {
    const file = join(folder, "restart.yaml");
    writeFileSync(file, generatedHome(10_000, 5));
    const stateFolder = join(folder, "restart");
    progress.at("restart: the first start");
    await (await startGateway(stateFolder, ["--home", file])).stop();
    const starts: { readonly millis: number; readonly ready: number; readonly read: number }[] = [];
    for (let round = 1; round <= pace.rounds; round += 1) {
      progress.at(`restart: round ${round} of ${pace.rounds}`);
      const beganMillis = performance.now();
      const gateway = await startGateway(stateFolder, []);
      const millis = performance.now() - beganMillis;
      const ready = memoryOf(gateway.process.pid).now;
      for (const list of LISTS) await (await fetch(`${gateway.url}/clip/v2/resource/${list}`)).arrayBuffer();
      starts.push({ millis, ready, read: memoryOf(gateway.process.pid).now });
      await gateway.stop();
    }
    progress.clear();
    const of = (key: "millis" | "ready" | "read") => median(starts.map((one) => one[key]));
    return {
      tables: [
        {
          title: "",
          columns: ["ready after", "memory then", "memory when the lists were read"],
          rows: [[`${whole(of("millis"))} ms`, `${whole(of("ready"))} MB`, `${whole(of("read"))} MB`]],
        },
      ],
      aims: [
        atMost({ what: "large home: ready after", figure: of("millis"), aim: AIM.millis, unit: " ms", digits: 0 }),
        atMost({
          what: "large home: memory when ready",
          figure: of("ready"),
          aim: AIM.megabytes,
          unit: " MB",
          digits: 0,
        }),
      ],
      rounds: [{ of: "ready, ms", figures: starts.map(({ millis }) => millis) }],
    } satisfies Results;
  },
};
