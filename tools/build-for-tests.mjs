// What all tests need before the first of them: the store's thread, which is the one part that must be a file where the
// sources are run as they are, and a seed for what is chosen by chance.
import { bundle } from "./bundle.mjs";

export async function setup() {
  if (process.env.LUXGATE_TEST_SEED === undefined) {
    process.env.LUXGATE_TEST_SEED = String(Date.now() % 1e9);
    console.log(`LUXGATE_TEST_SEED=${process.env.LUXGATE_TEST_SEED} chooses the same cases again.`);
  }
  await bundle("src/store/thread/worker.ts", "dist/store-worker.js");
}
