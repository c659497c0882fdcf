import { writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Envelope } from "../test/support/http/http-client.ts";
import { exchangeRaw } from "../test/support/http/raw-connection.ts";
import { UdpClient } from "../test/support/network/udp-client.ts";
import { Program, temporaryFolder } from "./support/program.ts";

async function resource(url: string, path: string): Promise<Envelope> {
  return (await fetch(`${url}/clip/v2/resource/${path}`)).json() as Promise<Envelope>;
}

async function discover(port: number) {
  const client = await UdpClient.open();
  onTestFinished(() => client.close());
  await client.send('{"op":101}', port);
  return JSON.parse(await client.next()).data;
}

test("the program says on one line that it is ready and where, and answers there", async () => {
  const { url, discoveryPort } = await Program.serve().ready();
  expect((await resource(url, "light")).data.len).toBe(11);
  expect((await discover(discoveryPort)).ip).toBe("127.0.0.1");
});

test("ids and the gateway's identity are the same after a restart, and all ids but its own on another machine too", async () => {
  const folder = temporaryFolder();
  const run = async (dataDir: string) => {
    const program = Program.serve(["--data-dir", dataDir]);
    const { url, discoveryPort } = await program.ready();
    const lists = await Promise.all(["device", "light", "sync", "room", "scene"].map((type) => resource(url, type)));
    const { mac, reset_id } = await discover(discoveryPort);
    expect(await program.stop()).toBe(0);
    const ids: readonly string[] = lists.flatMap(({ data }) => data.arr.map(({ id }: { id: string }) => id));
    expect(ids.filter((id) => id === reset_id)).toHaveLength(1);
    return { ids: ids.filter((id) => id !== reset_id), mac, reset_id };
  };
  const first = await run(folder);
  expect(await run(folder)).toEqual(first);
  const elsewhere = await run(temporaryFolder());
  expect(elsewhere.ids).toEqual(first.ids);
  expect(elsewhere.reset_id).not.toBe(first.reset_id);
});

test("G22: a picture scene's address gives the picture under the host name that the client used", async () => {
  const { url } = await Program.serve().ready();
  const underName = url.replace("127.0.0.1", "localhost");
  const scenes = (await resource(underName, "scene")).data.arr;
  const { picture_url } = scenes.find(({ scene_type }: { scene_type: number }) => scene_type === 2);
  expect(picture_url).toMatch(new RegExp(`^${underName}/pictures/`));
  const picture = await fetch(picture_url);
  expect(picture.headers.get("content-type")).toBe("image/png");
  expect(
    Buffer.from(await picture.arrayBuffer())
      .subarray(1, 4)
      .toString("latin1"),
  ).toBe("PNG");
});

test.each(["SIGUSR2", "Enter"])("spec §3: %s presses the button", async (way) => {
  const program = Program.serve();
  const { discoveryPort } = await program.ready();
  expect(await discover(discoveryPort)).toMatchObject({ link_enabled: false, link_remian_ms: 0 });
  if (way === "Enter") program.process.stdin?.write("\n");
  else program.process.kill("SIGUSR2");
  await program.says(/Button pressed/);
  const { link_enabled, link_remian_ms } = await discover(discoveryPort);
  expect(link_enabled).toBe(true);
  expect(link_remian_ms).toBeGreaterThan(0);
  expect(link_remian_ms).toBeLessThanOrEqual(10_000);
});

test("a press at the very moment the program says that it is ready is taken", async () => {
  const program = Program.serve();
  await program.says(/is ready at/);
  program.process.kill("SIGUSR2");
  await program.says(/Button pressed/);
});

test.each(["SIGINT", "SIGTERM"] as const)("%s ends the program in good order", async (signal) => {
  const program = Program.serve();
  await program.ready();
  program.process.kill(signal);
  expect(await program.end()).toBe(0);
  expect(program.output).toMatch(/^Stopping\.$/m);
});

test("Ctrl-C is one signal, though npm passes on the one that the terminal sends as well", async () => {
  const program = Program.serve();
  await program.ready();
  program.process.kill("SIGINT");
  await program.says(/Stopping/);
  program.process.kill("SIGINT");
  expect(await program.end()).toBe(0);
});

test("a name with control characters does not disturb the terminal", async () => {
  const program = Program.serve(["--data-dir", join(temporaryFolder(), "red\u001b[31m")]);
  await program.says(/red \[31m\n/);
});

test("an IPv6 host is shown as an address that can be used", async () => {
  const { url } = await Program.serve(["--host", "::"]).ready();
  expect((await resource(url, "light")).data.len).toBe(11);
});

test("a second signal ends the program at once", async () => {
  const program = Program.serve();
  const { url } = await program.ready();
  const idle = connect(Number(new URL(url).port), "127.0.0.1");
  onTestFinished(() => void idle.destroy());
  await new Promise((resolve) => idle.once("connect", resolve));
  await resource(url, "light");
  program.process.kill("SIGTERM");
  await program.says(/Stopping/);
  await program.stop("SIGINT");
  expect(program.process.signalCode).toBe("SIGINT");
});

test("an empty environment variable is the same as none", async () => {
  await Program.serve([], { LUXGATE_HOST: "", LUXGATE_MAC: "", LUXGATE_HOME: "" }).ready();
});

test("the gateway goes on when nobody reads its output any more", async () => {
  const program = Program.serve();
  const { url, discoveryPort } = await program.ready();
  program.process.stdout?.destroy();
  program.process.kill("SIGUSR2");
  expect((await resource(url, "light")).data.len).toBe(11);
  await expect.poll(async () => (await discover(discoveryPort)).link_enabled).toBe(true);
});

test("flags can be given as environment variables", async () => {
  const program = Program.serve(["--host", "127.0.0.1"], {
    LUXGATE_MAC: "02:aa:bb:cc:dd:ee",
    LUXGATE_ADVERTISE_IP: "192.0.2.7",
  });
  const { discoveryPort } = await program.ready();
  expect(await discover(discoveryPort)).toMatchObject({ mac: "02:AA:BB:CC:DD:EE", ip: "192.0.2.7" });
});

test("a home file with five problems prints five lines with line and column, and starts nothing", async () => {
  const file = join(temporaryFolder(), "my-home.yaml");
  writeFileSync(
    file,
    `rooms:
  - name: Kitchen
    devices:
      - name: Ceiling
        product: cieling lamp
        on: true
      - name: Worktop
        product: white bulb
        brightness: 140%
        colour: "#ff8800"
      - name: Hob
        product: dimmable bulb
        colr: 2700K
      - name: Worktop
        product: spot
`,
  );
  const program = Program.serve(["--home", file]);
  expect(await program.end()).toBe(1);
  expect(program.output).toBe("");
  const lines = program.errors.trimEnd().split("\n");
  expect(lines.map((line) => line.replace(`${file}:`, ""))).toEqual([
    expect.stringMatching(/^5:18: product: expected a product: .*; did you mean "ceiling lamp"\?$/),
    expect.stringMatching(/^9:21: brightness: expected a brightness from 1% to 100%/),
    '10:17: colour: expected a colour temperature such as 2700K (not a colour) for the product "white bulb"',
    '13:9: unknown key "colr"; did you mean "colour"?',
    "14:15: name: another device in this list already has this name",
  ]);
});

test("HTTP port in use: the program ends at once and names the port and the mend", async () => {
  const blocker = createServer().listen(0, "0.0.0.0");
  onTestFinished(() => void blocker.close());
  await new Promise((resolve) => blocker.once("listening", resolve));
  const address = blocker.address();
  const port = String(typeof address === "object" ? address?.port : 0);
  const program = Program.serve(["--http-port", port]);
  expect(await program.end()).toBe(1);
  expect(program.errors).toMatch(RegExp(`^HTTP port ${port} is in use .*--http-port.*\n$`));
});

test.each([
  [["--http-port", "eighty"], /Expected a port from 0 to 65535/],
  [["--htp-port", "80"], /Did you mean --http-port\?/],
  [["--host", "here"], /Expected an IP address/],
  [["--mac", "12"], /six pairs of hexadecimal digits/],
  [["--advertise-ip", "::1"], /Expected an IPv4 address/],
  [["--home", "/no/such/file.yaml"], /^\/no\/such\/file\.yaml: there is no file at this path$/m],
  [
    ["--data-dir", "/dev/null/state"],
    /^\/dev\/null, which contains the data folder .*, is not a folder: choose another one with --data-dir\.$/m,
  ],
])("%j is refused with a clear message", async (args, message) => {
  const program = Program.serve(args);
  expect(await program.end()).toBe(1);
  expect(program.errors).toMatch(message);
  expect(program.errors).not.toMatch(/\bat .*\.js/);
});

test("a host under which nothing is answered is named in the log, with the flag that allows it", async () => {
  const program = Program.serve();
  const port = Number(new URL((await program.ready()).url).port);
  const ask = (host: string) => exchangeRaw(port, `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  for (const host of ["lights.example.com", "others.example.com"]) expect((await ask(host)).status).toBe(421);
  await program.says(
    /^A request for the host lights\.example\.com was refused\. .* --allow-host lights\.example\.com$/m,
  );
  expect(program.output).not.toContain("others");
});
