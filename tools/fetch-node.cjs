// Fetches the Node that is pinned in tools/node, as an npm package, into .node. Runs on the older Nodes that need it.
const { spawn, spawnSync } = require("node:child_process");
const { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } = require("node:fs");
const { dirname, join } = require("node:path");
const { needs, refuse } = require("../src/programs/cli/needed-node.cjs");
const { packages } = require("./node/package-lock.json");

const CHECKOUT = dirname(__dirname);
const FOLDER = ".node";
const NPM_SETTINGS = [
  ...["--ignore-scripts", "--no-progress", "--loglevel=error", "--no-audit", "--no-fund", "--no-update-notifier"],
  // That one is not for this processor is as intended.
  "--force",
];

/** The folder, in this checkout, of a Node that is new enough; undefined where there is none, and a line has said why. */
exports.usableNode = async () => {
  const pinned = pinnedNode(process.arch);
  if (pinned === undefined) return refuse(`There is no Node to download for ${process.platform} on ${process.arch}.`);
  const isThere = existsSync(join(CHECKOUT, pinned.program));
  process.stderr.write(
    `${needs}. ${isThere ? "Using" : "Fetching"} Node ${pinned.version} ${isThere ? "from" : "into"} ${FOLDER} …\n`,
  );
  try {
    return await exports.fetchedNode(process.arch);
  } catch ({ message }) {
    return refuse(`Node ${pinned.version} could not be fetched: ${message}.`);
  }
};

/** The folder, in this checkout, of the pinned Node for a processor; it is fetched if it is not there yet. */
exports.fetchedNode = async (cpu) => {
  const pinned = pinnedNode(cpu);
  if (!existsSync(join(CHECKOUT, pinned.program))) await fetch(pinned);
  return dirname(pinned.program);
};

/** What is in the lock for a processor and this system. */
function pinnedNode(cpu) {
  const name = `node-${process.platform}-${cpu}`;
  const locked = packages[`node_modules/${name}`];
  if (locked === undefined) return undefined;
  const { version } = locked;
  const folder = `${FOLDER}/${version}-${cpu}`;
  const inside = `node_modules/${name}/bin/node`;
  return { cpu, name, locked, version, folder, inside, program: `${folder}/${inside}` };
}

/** All of it or nothing: it gets its name when it is complete. */
async function fetch({ cpu, name, locked, version, folder, inside }) {
  removeLeftOvers(version);
  const draft = join(CHECKOUT, FOLDER, `${version}-${cpu}-fetched-by-${process.pid}`);
  mkdirSync(draft, { recursive: true });
  try {
    writeLock(draft, name, locked);
    await install(draft, join(draft, inside));
    if (cpu === process.arch) tryOut(join(draft, inside), version);
    giveName(draft, join(CHECKOUT, folder));
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** For one package, which must be installed: npm says nothing of an optional one that it cannot get, or that is wrong. */
function writeLock(folder, name, { optional, ...locked }) {
  const about = { name: "luxgate-node", dependencies: { [name]: locked.version } };
  const lock = { lockfileVersion: 3, packages: { "": about, [`node_modules/${name}`]: locked } };
  writeFileSync(join(folder, "package.json"), JSON.stringify(about));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
}

/** By npm, which knows where packages come from, and checks them against the lock. */
function install(folder, program) {
  const { npm_execpath: script = "" } = process.env;
  const npm = script.endsWith("npm-cli.js") ? [process.execPath, script] : ["npm"];
  const [command, ...args] = [...npm, "ci", ...NPM_SETTINGS];
  const child = spawn(command, args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  const endProgress = showProgress(program);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error("see the message of npm above"))));
  }).finally(endProgress);
}

/** Shows how much of the program there is: at a terminal in one line that changes, elsewhere in a line now and then. */
function showProgress(program) {
  const { isTTY } = process.stderr;
  const show = (end) => {
    if (existsSync(program)) process.stderr.write(`  ${Math.round(statSync(program).size / 1e6)} MB${end}`);
  };
  const timer = setInterval(show, isTTY ? 200 : 5000, isTTY ? "\r" : "\n");
  return () => {
    clearInterval(timer);
    if (isTTY) show("\n");
  };
}

/** Some systems have a C library for which there is no such package. */
function tryOut(program, version) {
  const { stdout } = spawnSync(program, ["--version"], { encoding: "utf8" });
  if (stdout !== `v${version}\n`) throw new Error("it does not run on this system");
}

/** Another process may have been faster. */
function giveName(draft, folder) {
  try {
    renameSync(draft, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}

/** Nodes that are no longer pinned, and what processes left that were killed while they fetched. */
function removeLeftOvers(version) {
  const folder = join(CHECKOUT, FOLDER);
  mkdirSync(folder, { recursive: true });
  const isOfUse = (name) => {
    const [, pid] = /-fetched-by-(\d+)$/.exec(name) || [];
    return name.startsWith(`${version}-`) && (pid === undefined || isRunning(Number(pid)));
  };
  for (const name of readdirSync(folder).filter((name) => !isOfUse(name))) {
    rmSync(join(folder, name), { recursive: true, force: true });
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch ({ code }) {
    return code === "EPERM";
  }
}
