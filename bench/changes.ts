import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { connectToGateway, linesFrom } from "../src/cli/operator-connection.ts";
import { median, row } from "./figures.ts";
import { generatedHome } from "./generated-home.ts";
import { startGateway } from "./process.ts";

const ROUNDS = 10;
const CHANGES = 100;
const AIM = 2;

/** One acknowledged change in a small home and in a large one. Gives whether they cost the same, within the aim. */
export async function measureChanges(folder: string): Promise<boolean> {
  console.log(`One change after another by the operator's socket, each synced to the disk before its answer,`);
  console.log(`the median of ${ROUNDS} rounds of ${CHANGES} changes in turn. Milliseconds a change:\n`);
  console.log(row(["lights", "change"]));
  const homes = await Promise.all([100, 10_000].map((lights) => startHome(folder, lights)));
  try {
    for (const home of homes) await home.change(0);
    const figures: number[][] = homes.map(() => []);
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (const [index, home] of homes.entries()) figures[index]?.push(await timed(home, round));
    }
    const [small = 0, large = 0] = figures.map(median);
    for (const [index, { lights }] of homes.entries())
      console.log(row([lights, [small, large][index]?.toFixed(3) ?? ""]));
    console.log(
      `\nA change costs ${(large / small).toFixed(2)} times as much at 10000 lights; the aim is at most ${AIM}.\n`,
    );
    return large / small <= AIM;
  } finally {
    await Promise.all(homes.map((home) => home.stop()));
  }
}

interface MeasuredHome {
  readonly lights: number;
  change(number: number): Promise<void>;
  stop(): Promise<void>;
}

async function startHome(folder: string, lights: number): Promise<MeasuredHome> {
  const file = join(folder, `changes-${lights}.yaml`);
  writeFileSync(file, generatedHome(lights));
  const stateFolder = join(folder, `changes-${lights}`);
  const gateway = await startGateway(stateFolder, ["--home", file]);
  const socket = await connectToGateway(stateFolder);
  const replies = linesFrom(socket);
  const ids = await deviceIds(gateway.url);
  return {
    lights,
    async change(number) {
      const given = { device: ids[number % ids.length], words: ["on", `${(number % 99) + 1}%`] };
      socket.write(`${JSON.stringify({ command: "set", with: given })}\n`);
      const { value } = await replies.next();
      const reply = new TextDecoder().decode(value);
      if (!reply.startsWith('{"result"')) throw new Error(`the change was refused: ${reply}`);
    },
    async stop() {
      socket.destroy();
      await gateway.stop();
    },
  };
}

async function deviceIds(url: string): Promise<readonly string[]> {
  const answer = await fetch(`${url}/clip/v2/resource/device?cat1_id=2`);
  const { data } = (await answer.json()) as { readonly data: { readonly arr: readonly { readonly id: string }[] } };
  return data.arr.map(({ id }) => id);
}

async function timed(home: MeasuredHome, round: number): Promise<number> {
  const startMillis = performance.now();
  for (let index = 0; index < CHANGES; index += 1) await home.change(round * CHANGES + index);
  return (performance.now() - startMillis) / CHANGES;
}
