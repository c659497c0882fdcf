import { chmodSync, chownSync, mkdirSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { OperatedGateway, temporaryFolder } from "../../../../test/support/gateway/operated-gateway.ts";
import { isRoot, NOBODY } from "../../../../test/support/store/strange-files.ts";
import { CommandFault } from "../command-fault.ts";
import { askGateway } from "./operator.ts";

/** Somebody who listens where a gateway would, and what they receive. */
async function impostor(path: string): Promise<string[]> {
  const received: string[] = [];
  const server = createServer((socket) => {
    socket.on("data", (text) => received.push(String(text)));
    socket.write('{"result":{"pairingMillis":1}}\n');
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  onTestFinished(() => void server.close());
  return received;
}

/** The line in which a command is refused. */
async function refusalOn(folder: string): Promise<string> {
  try {
    await askGateway("press", {}, { folder });
  } catch (error) {
    if (error instanceof CommandFault) return error.message;
    throw error;
  }
  return "asked";
}

test("a gateway is asked through a link to its folder, and by a path from here", async () => {
  const operated = await OperatedGateway.start();
  const link = join(temporaryFolder(), "luxgate");
  symlinkSync(operated.folder, link);
  expect(await refusalOn(link)).toBe("asked");
  expect(operated.presses).toBe(1);
});

test("nothing is sent to a socket in a folder that others may write to", async () => {
  const folder = temporaryFolder();
  const received = await impostor(join(folder, "control.sock"));
  chmodSync(folder, 0o777);
  expect(await refusalOn(folder)).toMatch(RegExp(`^Other users can write to .* ${folder} \\(mode 0777\\)`));
  expect(received).toEqual([]);
});

test("nothing is sent to a socket behind a link", async () => {
  const [folder, elsewhere] = [temporaryFolder(), temporaryFolder()];
  const received = await impostor(join(elsewhere, "other.sock"));
  symlinkSync(join(elsewhere, "other.sock"), join(folder, "control.sock"));
  expect(await refusalOn(folder)).toMatch(/control\.sock is not the socket of a gateway of this user\. /);
  expect(received).toEqual([]);
});

test("a folder that is not there has no gateway", async () => {
  const folder = join(temporaryFolder(), "none");
  expect(await refusalOn(folder)).toMatch(/^No gateway is running in /);
  mkdirSync(folder);
  expect(await refusalOn(folder)).toMatch(/^No gateway is running in /);
});

if (!isRoot) console.warn("Sockets of other users are not tested here: only root can make them.");

test.skipIf(!isRoot)(
  `root says nothing to another user's gateway${isRoot ? "" : " (skipped: only for root)"}`,
  async () => {
    const folder = temporaryFolder();
    const received = await impostor(join(folder, "control.sock"));
    chownSync(join(folder, "control.sock"), NOBODY, NOBODY);
    expect(await refusalOn(folder)).toMatch(/control\.sock is not the socket of a gateway of this user\. /);
    chownSync(folder, NOBODY, NOBODY);
    expect(await refusalOn(folder)).toMatch(
      RegExp(`${folder} belongs to user ${NOBODY}.* root\\b.* sudo -u '#${NOBODY}' luxgate`),
    );
    expect(received).toEqual([]);
  },
);
