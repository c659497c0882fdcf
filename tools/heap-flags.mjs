// What Node is started with so that a gateway takes little memory and few cores (decision 53); prints it for the shell,
// for this Node or for one whose number is given.
const { argv, versions } = process;
const major = Number.parseInt(argv[2] ?? versions.node, 10);

/** V8 has its memory saver from Node 24 on. */
const HEAP_FLAGS =
  major >= 24
    ? ["--memory-saver-mode", "--max-semi-space-size=8", "--heap-growing-percent=50"]
    : ["--optimize-for-size"];

/** Node's four helpers of V8 leave a machine with two cores nothing for clients while they work. */
const HELPER_FLAGS = ["--v8-pool-size=1"];

process.stdout.write(`${[...HEAP_FLAGS, ...HELPER_FLAGS].join(" ")}\n`);
