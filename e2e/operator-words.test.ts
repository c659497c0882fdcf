import { expect, test } from "vitest";
import { ControlledHome } from "./support/controlled-home.ts";

test("one second is one second", async () => {
  const home = await ControlledHome.start();
  const { errors } = await home.luxgate("join", "--seconds", "1");
  expect(errors).toMatch(/^Joining is open for 1 second; Ctrl-C shuts it\.\n/);
});
