// What Node is started with so that a gateway takes little memory (decision 53); prints it for the shell.
const [major] = process.versions.node.split(".").map(Number);

/** V8 has its memory saver from Node 24 on. */
const HEAP_FLAGS =
  major >= 24
    ? ["--memory-saver-mode", "--max-semi-space-size=8", "--heap-growing-percent=50"]
    : ["--optimize-for-size"];

process.stdout.write(`${HEAP_FLAGS.join(" ")}\n`);
