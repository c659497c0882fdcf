// Runs this same command with a Node that is new enough. An older Node cannot become another program: it stays, and its
// child has its terminal and pipes, gets its signals, and gives its exit code.
const { spawn } = require("node:child_process");
const { dirname, delimiter, join } = require("node:path");
const { isatty } = require("node:tty");
const { usableNode } = require("./fetch-node.cjs");

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR2"];
/** A terminal sends these to the child too, and a second one means more than the first. */
const SENT_BY_TERMINALS = ["SIGINT", "SIGQUIT"];

exports.runAgain = async () => {
  const folder = await usableNode();
  if (folder !== undefined) run(join(dirname(__dirname), folder));
};

function run(folder) {
  const child = spawn(join(folder, "node"), [...process.execArgv, ...process.argv.slice(1)], {
    stdio: "inherit",
    env: { ...process.env, PATH: folder + delimiter + process.env.PATH },
  });
  const hasTerminal = [0, 1, 2].some(isatty);
  const passOn = (signal) => {
    if (!hasTerminal || !SENT_BY_TERMINALS.includes(signal)) child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, passOn);
  child.on("exit", (code, signal) => {
    for (const one of SIGNALS) process.off(one, passOn);
    if (signal === null) process.exitCode = code;
    else process.kill(process.pid, signal);
  });
}
