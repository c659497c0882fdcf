// Builds the store's thread before tests that run the sources as they are: it is the one part that must be a file.
import { bundle } from "./bundle.mjs";

export async function setup() {
  await bundle("src/store/thread/worker.ts", "dist/store-worker.js");
}
