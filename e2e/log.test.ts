import { expect, onTestFinished, test } from "vitest";
import { UdpClient } from "../test/support/network/udp-client.ts";
import { LineProcess } from "./support/line-process.ts";
import { temporaryFolder } from "./support/program.ts";

/** Ctrl-S and Ctrl-Q. */
const STOP = "\u0013";
const GO_ON = "\u0011";

/** The built program in a terminal of its own, made by `script`; what is written is typed, with Enter after it. */
function serveInTerminal(): LineProcess {
  const serve = `exec ${process.execPath} dist/luxgate.js serve --http-port 0 --discovery-port 0 --mqtt-port 0 --no-mdns`;
  const args = ["--quiet", "--return", "--command", `${serve} --data-dir ${temporaryFolder()}`, "/dev/null"];
  const terminal = new LineProcess("script", args);
  onTestFinished(() => terminal.stop());
  return terminal;
}

test("the gateway goes on while its terminal is stopped, and what it logged comes out afterwards", async () => {
  const terminal = serveInTerminal();
  const [url = ""] = /http:\S+/.exec(await terminal.line(/is ready at/)) ?? [];
  const [, port] = /UDP port (\d+)/.exec(await terminal.line(/UDP port/)) ?? [];
  const client = await UdpClient.open();
  onTestFinished(() => client.close());

  terminal.write(STOP);
  await expect
    .poll(async () => {
      await client.send('{"op":101}', Number(port));
      return JSON.parse(await client.next()).data.link_enabled;
    })
    .toBe(true);
  expect((await fetch(`${url}/clip/v2/resource/light`)).status).toBe(200);

  terminal.write(GO_ON);
  await terminal.line(/Button pressed/);
});
