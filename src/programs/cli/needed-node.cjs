// Which Nodes the program runs on. Older ones cannot even read it, so this file, and what asks it first, keep to what
// Node 10 understands; tools/use-node.cjs runs it as it is, and dist/luxgate.js holds it.
const { engines } = require("../../../package.json");

/** Every maintained line with its first good version; what begins with ">=" has the lines after it too. */
const LINES = engines.node
  .split(" || ")
  .map((range) => ({ first: range.replace(/^\D+/, ""), isLast: /^>=/.test(range) }));

const HERE = process.versions.node;

const NEEDED = LINES.map(({ first, isLast }) =>
  isLast ? `or ${majorOf(first)} and later` : `${majorOf(first)} (from ${first})`,
).join(", ");

exports.isNodeNewEnough = () =>
  LINES.some(({ first, isLast }) => isAtLeast(HERE, first) && (isLast || majorOf(HERE) === majorOf(first)));

/** Whether this Node can fetch another one, with the npm that comes with it: that is tested from here on. */
exports.canFetchNode = () => majorOf(HERE) >= 18;

exports.needs = `Luxgate needs Node ${NEEDED}, and this is Node ${HERE}`;

/** Ends the program with one line that says what to install. */
exports.refuse = (why) => {
  process.stderr.write(
    `${exports.needs}. ${why ? `${why} ` : ""}Install Node from https://nodejs.org, or with "nvm install --lts".\n`,
  );
  process.exitCode = 1;
};

function majorOf(version) {
  return Number.parseInt(version, 10);
}

function isAtLeast(version, least) {
  const [parts, leastParts] = [version, least].map((text) => text.split(".").map((part) => Number.parseInt(part, 10)));
  const differing = parts.findIndex((part, index) => part !== leastParts[index]);
  return differing < 0 || parts[differing] > leastParts[differing];
}
