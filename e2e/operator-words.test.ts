import { expect, test } from "vitest";
import { ControlledHome } from "./support/controlled-home.ts";

test("one second is one second", async () => {
  const home = await ControlledHome.start();
  const { errors } = await home.luxgate("join", "--seconds", "1");
  expect(errors).toMatch(/^Joining is open for 1 s\. Press Ctrl-C to close it\.\n/);
});

test("a type of room that is none is refused, and a word of one's own is taken", async () => {
  const home = await ControlledHome.start();
  expect(await home.luxgate("room", "add", "Hall", "--type", "nonsense")).toMatchObject({
    code: 1,
    output: "",
    errors: expect.stringMatching(
      /^Unknown room type "nonsense"\.\nKnown types: .*\nTo use a type of your own: --own-type "nonsense"\n$/,
    ),
  });
  expect(await home.luxgate("room", "add", "Hall", "--own-type", "nonsense")).toMatchObject({ code: 0, errors: "" });
  expect((await home.luxgate("rooms")).output).toMatch(/^Hall +nonsense +0 /m);
});
