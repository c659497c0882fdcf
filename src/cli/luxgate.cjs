#!/usr/bin/env node
// Where the program begins.
// biome-ignore lint/correctness/useImportExtensions: this is its name once it is built
if (require("./needed-node.cjs")()) void import("./main.js");
