// Loaded before the program: a signal makes its event loop hang for ever.
process.on("SIGWINCH", () => {
  for (;;);
});
