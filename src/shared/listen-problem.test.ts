import { once } from "node:events";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { cannotListen } from "../programs/cli/serve/start-serving.ts";
import { listenProblem } from "./listen-problem.ts";

async function refusalOf(host: string, port = 0): Promise<unknown> {
  const server = createServer().listen(port, host);
  const [error] = await once(server, "error");
  return error;
}

test("an address that this machine does not have is named, also where the system calls it invalid", async () => {
  for (const host of ["198.51.100.7", "fe80::1"]) {
    const error = await refusalOf(host);
    expect(listenProblem(error)).toBe(`This machine does not have the address ${host}.`);
    const fault = cannotListen(error, { host, httpPort: 0, httpsPort: 0 });
    expect(fault?.message).toBe(`This machine does not have the address ${host}. Choose another with --host.`);
  }
});

test("a port that is taken is named", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await once(other, "listening");
  const { port } = other.address() as { port: number };
  expect(listenProblem(await refusalOf("127.0.0.1", port))).toBe(`Port ${port} is in use by another program.`);
});

test("an error about something else is not taken for one", () => {
  expect(listenProblem(new Error("the store is damaged"))).toBeUndefined();
  expect(listenProblem(Object.assign(new Error("x"), { code: "ECONNREFUSED", syscall: "connect" }))).toBeUndefined();
});
