// `npm run fleet`: a NATS server, three simulated gateways and a front on this machine, until Ctrl-C. Takes, after `--`:
//   --folder <folder>        for keys, data and logs (default: .fleet)
//   --host <address>         where the front listens (default: 0.0.0.0)
//   --http-port <port>       port of the front (default: 8080, or a free one)
//   --restart-after <s>      when a program that has ended is started again (default: 60)
import { parseArgs } from "node:util";
import { DemoFleet } from "./fleet-demo.mjs";
import { DemoFolder, Problem } from "./fleet-folder.mjs";
import { guideLines } from "./fleet-guide.mjs";
import { setUp } from "./set-up.mjs";

/** npm passes on the signal that a terminal sends to all: the same one right after the first is no other. */
const SAME_SIGNAL_MILLIS = 1_000;

const say = (line) => console.log(line);
// Whoever reads the output may end before this program does.
for (const output of [process.stdout, process.stderr]) output.on("error", () => undefined);

try {
  await run(optionsGiven());
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function run({ path, ...options }) {
  setUp();
  const folder = new DemoFolder(path);
  await folder.open();
  const stopping = new AbortController();
  const fleet = new DemoFleet({ ...options, folder, say, signal: stopping.signal });
  const stopped = new Promise((settle) => stopping.signal.addEventListener("abort", settle));
  stopOnSignals(() => {
    say("Stopping.");
    stopping.abort();
  });
  try {
    for (const line of guideLines(await fleet.start(), folder)) say(line);
    await stopped;
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
  } finally {
    await fleet.stop();
    folder.close();
  }
}

function optionsGiven() {
  const text = { type: "string" };
  const options = { folder: text, host: text, "http-port": text, "restart-after": text };
  try {
    const { values } = parseArgs({ options });
    return {
      path: values.folder ?? ".fleet",
      host: values.host ?? "0.0.0.0",
      httpPort: values["http-port"] === undefined ? undefined : wholeNumber(values["http-port"]),
      restartSeconds: wholeNumber(values["restart-after"] ?? "60"),
    };
  } catch (error) {
    throw new Problem(`${error.message.split(". ")[0]}. Use --folder, --host, --http-port and --restart-after.`);
  }
}

function wholeNumber(text) {
  if (/^\d{1,5}$/.test(text)) return Number(text);
  throw new Problem(`Expected a whole number, not "${text}"`);
}

/** The first signal stops everything in good order; a second one ends this process, and with it all others. */
function stopOnSignals(stop) {
  let since;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      if (since === undefined) stop();
      else if (Date.now() - since > SAME_SIGNAL_MILLIS) process.exit(1);
      since ??= Date.now();
    });
  }
}
