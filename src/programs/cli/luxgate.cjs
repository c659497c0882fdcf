#!/usr/bin/env node
// Where the program begins. In a checkout a Node that is too old fetches another one and runs the program with that; an
// installed program has no such tool, and refuses.
const { isNodeNewEnough, canFetchNode, refuse } = require("./needed-node.cjs");

// biome-ignore-start lint/correctness/useImportExtensions: these are their names once it is built
if (isNodeNewEnough()) void import("./main.js");
else if (canFetchNode())
  void import("../tools/run-again.cjs").then(
    ({ runAgain }) => runAgain(),
    () => refuse(),
  );
else refuse();
// biome-ignore-end lint/correctness/useImportExtensions: these are their names once it is built
