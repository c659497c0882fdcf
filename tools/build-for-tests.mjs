// What all tests need before the first of them: the store's thread, which is the one part that must be a file where the
// sources are run as they are, and a seed for what is chosen by chance.
// biome-ignore lint/correctness/noUnresolvedImports: what CommonJS exports is not seen
import { isNodeNewEnough, needs } from "../src/programs/cli/needed-node.cjs";
import { bundle } from "./bundle.mjs";

export async function setup() {
  if (!isNodeNewEnough()) throw new Error(`${needs}. Run first: eval $(node tools/use-node.cjs)`);
  if (process.env.LUXGATE_TEST_SEED === undefined) {
    process.env.LUXGATE_TEST_SEED = String(Date.now() % 1e9);
    console.log(`LUXGATE_TEST_SEED=${process.env.LUXGATE_TEST_SEED} repeats the same cases.`);
    const share = Number(process.env.LUXGATE_E2E_SHARE ?? 1);
    if (share < 1)
      console.log(`Running ${share * 100}% of the tests of the built program; npm run test:deep runs all of them.`);
  }
  await bundle("src/edges/store/thread/worker.ts", "dist/store-worker.js");
}
