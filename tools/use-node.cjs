// Every npm script begins with it: `eval $(node tools/use-node.cjs)` puts a Node that is new enough first on the PATH of
// the shell, where this one is not. It prints what the shell is to do; for people it writes to standard error. Old Nodes
// read this file: it keeps to what Node 10 understands.
const { isNodeNewEnough, canFetchNode, refuse } = require("../src/programs/cli/needed-node.cjs");

if (isNodeNewEnough()) print("true");
else if (canFetchNode()) void require("./fetch-node.cjs").usableNode().then(useFrom);
else {
  refuse();
  print("false");
}

/** Without the path of the checkout, in which there may be anything: the shell does not quote what it puts in. */
function useFrom(folder) {
  print(folder === undefined ? "false" : `PATH=$PWD/${folder}:$PATH`);
}

function print(command) {
  process.stdout.write(`${command}\n`);
}
