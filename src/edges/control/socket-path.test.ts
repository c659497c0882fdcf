import { expect, test } from "vitest";
import { socketIn } from "./socket-path.ts";

test("on Windows the operator's socket is a named pipe, one for each data folder, whatever the case of its name", () => {
  const pipeOf = (folder: string) => socketIn(folder, "win32");
  const pipe = pipeOf("C:\\Users\\Ada\\luxgate");
  expect(pipe).toMatchObject({ isPipe: true, address: expect.stringMatching(/^\\\\\.\\pipe\\luxgate-[0-9a-f]{16}$/) });
  expect(pipeOf("c:\\users\\ada\\Luxgate").address).toBe(pipe.address);
  expect(pipeOf("C:\\Users\\Bob\\luxgate").address).not.toBe(pipe.address);
});

test("elsewhere it is a file of the data folder", () => {
  expect(socketIn("/var/lib/luxgate", "linux")).toMatchObject({
    isPipe: false,
    address: "/var/lib/luxgate/control.sock",
  });
});
