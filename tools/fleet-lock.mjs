// One `npm run fleet` at a time in one folder.
import { once } from "node:events";
import { rmSync } from "node:fs";
import { connect, createServer } from "node:net";

/** Opens a socket at a path. Gives what closes it, or undefined where another process has it. */
export async function lock(path) {
  const first = await listen(path);
  if (first) return first;
  if (await isAnswered(path)) return undefined;
  // It was left by a process that was killed.
  rmSync(path, { force: true });
  return listen(path);
}

async function listen(path) {
  const server = createServer((client) => client.destroy());
  const listening = once(server, "listening");
  server.listen(path);
  try {
    await listening;
  } catch (error) {
    if (error.code === "EADDRINUSE") return undefined;
    throw error;
  }
  server.unref();
  return () => server.close();
}

function isAnswered(path) {
  return new Promise((settle) => {
    const client = connect(path);
    client.once("error", () => settle(false));
    client.once("connect", () => {
      client.destroy();
      settle(true);
    });
  });
}
