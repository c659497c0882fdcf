// Whether this Node is new enough for the program, which an older one could not even read. This file, and what asks it,
// keep to what Node 10 understands; `npm start` runs it as it is, and dist/luxgate.js holds it.
const [needed] = /[\d.]+/.exec(require("../../package.json").engines.node);

module.exports = function isNodeNewEnough() {
  const here = process.versions.node;
  if (isAtLeast(here, needed)) return true;
  process.stderr.write(
    `Luxgate needs Node ${needed} or newer, and this is Node ${here}: get one from https://nodejs.org, or with "nvm install --lts".\n`,
  );
  process.exitCode = 1;
  return false;
};

function isAtLeast(version, least) {
  const [parts, leastParts] = [version, least].map((text) => text.split(".").map(Number));
  const differing = parts.findIndex((part, index) => part !== leastParts[index]);
  return differing < 0 || parts[differing] > leastParts[differing];
}
