import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { Readable } from "node:stream";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { times } from "../../test/support/depth.ts";
import { someFolder } from "../../test/support/store/some-folder.ts";
import { givenBytes, givenText, sizeWords, streamedText } from "./given-file.ts";

function fileWith(bytes: Uint8Array | string, name = "file"): string {
  const path = join(someFolder(), name);
  writeFileSync(path, bytes);
  return path;
}

test("any bytes up to the limit are read as they are, and nothing beyond it", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), fc.nat({ max: 40 }), (bytes, maxBytes) => {
      const read = givenBytes(fileWith(bytes), maxBytes);
      if (bytes.length <= maxBytes) expect(read).toEqual(Buffer.from(bytes));
      else expect(read).toHaveProperty("unreadable");
    }),
    { numRuns: times(60) },
  );
});

test("a file that is larger than all memory is refused by its size", () => {
  const path = fileWith("rooms: []");
  truncateSync(path, 2 ** 40);
  expect(givenText(path, 8 * 1024 * 1024)).toEqual({ unreadable: "it is larger than the limit of 8 MiB" });
});

test("a file that does not know its own size is read to its end, or to the limit", () => {
  expect(givenText("/proc/self/status", 100_000)).toContain("Name:");
  expect(givenText("/proc/self/status", 10)).toHaveProperty("unreadable");
});

test("a text is UTF-8, and a mark at its beginning is passed over", () => {
  expect(givenText(fileWith("\ufeffKüche"), 100)).toBe("Küche");
  expect(givenText(fileWith(Buffer.from("K\xfcche", "latin1")), 100)).toEqual({
    unreadable: "expected text in UTF-8",
  });
});

test("a link is followed to a file", () => {
  const link = join(someFolder(), "link");
  symlinkSync(fileWith("text"), link);
  expect(givenText(link, 100)).toBe("text");
});

test("what is no file, or not there, is told as such", async () => {
  const folder = someFolder();
  mkdirSync(join(folder, "folder"));
  symlinkSync("circle", join(folder, "circle"));
  const server = createServer().listen(join(folder, "socket"));
  onTestFinished(() => void server.close());
  const unreadable = (path: string) => givenBytes(path, 100);
  expect(unreadable(join(folder, "folder"))).toEqual({ unreadable: "this is a folder; expected a file" });
  expect(unreadable("/dev/zero")).toEqual({ unreadable: "this is a device; expected a file" });
  expect(unreadable(join(folder, "none"))).toEqual({ unreadable: "there is no file at this path" });
  expect(unreadable(join(folder, "none", "below"))).toEqual({ unreadable: "there is no file at this path" });
  expect(unreadable(join(folder, "circle"))).toEqual({
    unreadable: "this is a symbolic link that leads back to itself",
  });
  expect(unreadable(join(folder, "socket"))).toEqual({ unreadable: "this is a socket; expected a file" });
});

test("a stream that does not end is read up to the limit", async () => {
  function* endless() {
    for (;;) yield Buffer.alloc(10, "a");
  }
  expect(await streamedText(Readable.from(endless()), 95)).toEqual({
    unreadable: "it is larger than the limit of 1 KiB",
  });
  const [first, ...rest] = Buffer.from("Küche");
  expect(await streamedText(Readable.from([Buffer.of(first ?? 0, rest[0] ?? 0), Buffer.from(rest.slice(1))]), 95)).toBe(
    "Küche",
  );
});

test.each([
  [1, "1 KiB"],
  [1024 * 1024, "1 MiB"],
  [8 * 1024 * 1024, "8 MiB"],
])("%i bytes are %s", (bytes, words) => {
  expect(sizeWords(bytes)).toBe(words);
});
