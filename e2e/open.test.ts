import { expect, test } from "vitest";
import type { Wire } from "../test/support/http/http-client.ts";
import { Program, temporaryFolder } from "./support/program.ts";
import { Terminal } from "./support/terminal.ts";

async function luxgate(folder: string, ...args: readonly string[]) {
  const program = Program.start(args, { LUXGATE_DATA_DIR: folder });
  program.process.stdin?.end();
  return { code: await program.end(), output: program.output, errors: program.errors };
}

/** A gateway of this machine alone, and the folder on which it runs. */
async function served(...args: readonly string[]) {
  const folder = temporaryFolder();
  const program = Program.serve(["--data-dir", folder, ...args]);
  return { folder, program, url: (await program.ready()).url };
}

const openSession = (url: string, link: string): Promise<Response> =>
  fetch(`${url}/operator/session`, {
    method: "POST",
    headers: { Origin: url, "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0" },
    body: JSON.stringify({ link }),
  });

test("luxgate open gives a link that works once; sessions lists its browser and ends it", async () => {
  const { folder, url } = await served("--host", "127.0.0.1");
  const opened = await luxgate(folder, "open");
  expect(opened).toMatchObject({ code: 0, errors: "" });
  const [, link = ""] =
    /^http:\/\/127\.0\.0\.1:\d+\/#open=([\w-]{43})\nThe link works once, within 60 s\.\n$/.exec(opened.output) ?? [];
  for (const code of [0, -401]) expect(await (await openSession(url, link)).json()).toMatchObject({ code });
  const second = JSON.parse((await luxgate(folder, "open", "--json")).output);
  expect(second).toEqual({ urls: [expect.stringMatching(/#open=/)], seconds: 60 });
  const session = await openSession(url, second.urls[0].split("#open=")[1]);
  const cookie = session.headers.get("set-cookie")?.split(";")[0] ?? "";
  const { data } = (await session.json()) as Wire;
  const headers = { Origin: url, Cookie: cookie, "operator-key": data.obj.operator_key };
  const status = async () => (await fetch(`${url}/operator/command/status`, { method: "POST", headers })).text();
  expect(JSON.parse(await status()).result).toMatchObject({ profile: "home", keys: 0 });
  const listed = await luxgate(folder, "sessions");
  expect(listed.output).toMatch(
    /^NAME +BROWSER +ADDRESS +ID +STARTED +LAST USED +ENDS\n- +Firefox on Linux +127\.0\.0\.1 +[0-9A-F]{8} /,
  );
  const [, theirs] = JSON.parse((await luxgate(folder, "sessions", "--json")).output);
  const ended = await luxgate(folder, "sessions", "end", theirs.id.slice(0, 8));
  expect(ended.output).toMatch(/Firefox on Linux at 127\.0\.0\.1 was ended/);
  expect(JSON.parse(await status()).code).toBe(-401);
  const history = await luxgate(folder, "history");
  expect(history.output).toMatch(
    /link to the web page requested[\s\S]*session opened in Firefox on Linux[\s\S]*session of 127\.0\.0\.1 ended/,
  );
  expect(history.output).not.toContain(link);
});

test("at a terminal luxgate open shows a code for phones, if they can reach the gateway", async () => {
  const { folder } = await served("--advertise-ip", "192.168.1.20");
  const terminal = new Terminal(["open", "--data-dir", folder], { columns: 80 });
  expect(await terminal.end()).toBe(0);
  expect(terminal.output).toMatch(/^http:\/\/192\.168\.1\.20:\d+\/#open=/);
  expect(terminal.output).toContain("\u2588\u2588\u2588\u2588");
  const narrow = new Terminal(["open", "--data-dir", folder], { columns: 30 });
  expect(await narrow.end()).toBe(0);
  expect(narrow.output).not.toContain("\u2588");
});

test("with --no-page there is no page and no way in by it", async () => {
  const { folder, program, url } = await served("--no-page");
  await program.says(/pairing/);
  expect(program.output).not.toContain("luxgate open");
  for (const path of ["/", "/operator/session", "/operator/sign-in"])
    expect((await fetch(url + path)).status).toBe(404);
  for (const command of ["open", "sessions", "operators"]) {
    expect(await luxgate(folder, command)).toMatchObject({
      code: 1,
      errors: expect.stringContaining("--no-page"),
    });
  }
});

test("--allow-origin lets clients of an origin in, and says what would be right where it is none", async () => {
  const { url } = await served("--allow-origin", "https://app.example");
  const { headers } = await fetch(`${url}/clip/v2/resource/light`, { headers: { Origin: "https://app.example" } });
  expect(headers.get("access-control-allow-origin")).toBe("https://app.example");
  const wrong = await luxgate(temporaryFolder(), "serve", "--allow-origin", "https://app.example/panel");
  expect(wrong.code).toBe(1);
  expect(wrong.errors).toContain("Did you mean https://app.example?");
});
