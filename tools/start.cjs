// Sets up what is missing, then serves in this same process, so that signals to it reach the gateway.
if (require("../src/cli/needed-node.cjs")()) void start();

async function start() {
  const { setUp } = await import("./set-up.mjs");
  setUp();
  process.argv.splice(2, 0, "serve");
  await import("../dist/luxgate.js");
}
