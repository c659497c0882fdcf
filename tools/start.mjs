// Sets up what is missing, then serves in this same process, so that signals to it reach the gateway.
import { setUp } from "./set-up.mjs";

setUp();
process.argv.splice(2, 0, "serve");
await import("../dist/luxgate.js");
