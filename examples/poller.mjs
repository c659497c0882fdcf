// Tells which lamps are on, every few seconds:   node examples/poller.mjs http://127.0.0.1:8080
import { setTimeout } from "node:timers/promises";
import { connect } from "luxgate/client";

const [, , url = "http://127.0.0.1:8080", seconds = "5"] = process.argv;
const gateway = connect(url);
process.stdout.on("error", () => process.exit()); // whoever read this has left
for (;;) {
  const lit = (await gateway.listLights()).filter(({ on }) => on);
  console.log(lit.map(({ name }) => name).join(", ") || "all is dark");
  await setTimeout(Number(seconds) * 1000);
}
