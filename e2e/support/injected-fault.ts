/** The signal on which a program with an injected fault fails; to all others it means that a window has another size. */
export const FAULT_SIGNAL = "SIGWINCH";

/** The environment that has Node run this code before a program, in its main thread unless it says otherwise. */
export const injected = (code: string): { readonly NODE_OPTIONS: string } => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(
    `import { isMainThread } from "node:worker_threads"; ${code}`,
  )}`,
});

/** Code that does something, such as to throw, on the signal. */
export const onSignal = (doIt: string): string =>
  `if (isMainThread) process.on(${JSON.stringify(FAULT_SIGNAL)}, () => { ${doIt} });`;

/** Code that throws as soon as a gateway listens for the first time. */
export const FAULT_AT_START = `
  import { Server } from "node:net";
  const { listen } = Server.prototype;
  Server.prototype.listen = function (...given) {
    setImmediate(() => { throw new Error("injected"); });
    return listen.apply(this, given);
  };`;
