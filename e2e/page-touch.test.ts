import { expect, test } from "vitest";
import { openPage, servePage } from "./support/page-browser.ts";
import { lightCalled, pairedPage } from "./support/paired-page.ts";

/**
 * A phone that shows what is called `name`, and a finger on it. One page for one gesture: a page that was
 * swiped goes on scrolling by itself for a while, and would move away below the next one.
 */
async function phoneWith(role: "switch" | "slider", name: string) {
  const served = await servePage();
  const { page } = await openPage(served.url, { viewport: { width: 390, height: 844 }, hasTouch: true });
  const shown = page.getByRole(role, { name });
  await shown.waitFor();
  const { x = 0, y = 0, height = 0 } = (await shown.boundingBox()) ?? {};
  const finger = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", sideways = 0, up = 0) =>
    finger.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x: x + 20 + sideways, y: y + height / 2 - up }],
    });
  const swipe = async (sideways: number, up: number) => {
    await touch("touchStart");
    for (let step = 1; step <= 15; step += 1) await touch("touchMove", sideways * step, up * step);
    await touch("touchEnd");
  };
  return { page, shown, touch, swipe };
}

test("a drag along a tile dims its lamp at a pace, and ends where the finger ended", async () => {
  const served = await servePage();
  const page = await pairedPage(served);
  const sent: number[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT") sent.push(Date.now());
  });
  const tile = page.getByRole("switch", { name: "Reading lamp" });
  await page.evaluate("scrollTo(0, 0)");
  const { x = 0, y = 0, width = 0 } = (await tile.boundingBox()) ?? {};
  await page.mouse.move(x + width * 0.9, y + 90);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.9 - 9, y + 90);
  expect(await tile.locator(".tile-state").innerText()).toBe("80%");
  for (let step = 0; step <= 60; step += 1) await page.mouse.move(x + width * (0.9 - step / 100), y + 90);
  expect(await tile.locator(".tile-state").innerText()).toMatch(/^\d+%$/);
  await page.mouse.up();
  const words = (await tile.getAttribute("aria-label")) ?? "";
  const shown = Number(/(\d+)%/.exec(words)?.[1]);
  expect(shown).toBeGreaterThan(10);
  expect(shown).toBeLessThan(30);
  await expect.poll(async () => (await lightCalled(served, "Reading lamp")).brightness).toBe(shown);
  for (const [at, time] of sent.entries())
    expect((sent[at + 11] ?? Number.POSITIVE_INFINITY) - time).toBeGreaterThan(1_000);
});

test("on a phone a finger that goes up over a tile scrolls, and changes nothing", async () => {
  const { page, swipe } = await phoneWith("switch", "Reading lamp, 80%");
  await swipe(0, 10);
  await expect.poll(() => page.evaluate("scrollY")).toBeGreaterThan(50);
  expect(await page.getByRole("switch", { name: "Reading lamp, 80%" }).count()).toBe(1);
  expect(await page.getByText("Waiting for the button").count()).toBe(0);
});

test("on a phone a finger that stays on a tile opens the details, and changes nothing", async () => {
  const { page, shown, touch } = await phoneWith("switch", "Reading lamp, 80%");
  await touch("touchStart");
  await page.getByRole("slider", { name: "Brightness of Reading lamp" }).waitFor();
  await touch("touchEnd");
  await page.keyboard.press("Escape");
  await shown.waitFor();
  expect(await page.getByText("Waiting for the button").count()).toBe(0);
});

test("on a phone a finger that scrolls over the slider of a room dims nothing", async () => {
  const { page, shown, swipe } = await phoneWith("slider", "Brightness of Living room");
  const before = await shown.inputValue();
  await swipe(0, 10);
  await expect.poll(() => page.evaluate("scrollY")).toBeGreaterThan(50);
  expect(await shown.inputValue()).toBe(before);
  expect(await page.getByText("Waiting for the button").count()).toBe(0);
});

test("the way out of details stays where it is, and a swipe down on their head closes them", async () => {
  const { page } = await phoneWith("switch", "Reading lamp, 80%");
  await page.getByRole("button", { name: "Details of Shelf strip" }).click();
  const sheet = page.getByRole("dialog", { name: "Shelf strip" });
  const close = sheet.getByRole("button", { name: "Close" });
  const before = await close.boundingBox();
  await sheet.evaluate("document.querySelector('dialog').scrollTo(0, 300)");
  expect(await close.boundingBox()).toEqual(before);
  const { x = 0, y = 0 } = (await sheet.getByRole("heading", { name: "Shelf strip" }).boundingBox()) ?? {};
  const finger = await page.context().newCDPSession(page);
  const pull = async (pixels: number) => {
    for (let step = 0; step <= 10; step += 1) {
      const touchPoints = [{ x: x + 20, y: y + 10 + (step * pixels) / 10 }];
      await finger.send("Input.dispatchTouchEvent", { type: step === 0 ? "touchStart" : "touchMove", touchPoints });
    }
    await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  await pull(40);
  await expect.poll(() => close.boundingBox()).toEqual(before);
  await pull(150);
  await sheet.waitFor({ state: "detached" });
});

test("on a phone a finger that goes along the slider of a room dims it", async () => {
  const { page, swipe } = await phoneWith("slider", "Brightness of Living room");
  await swipe(3, 0);
  await page.getByText("Waiting for the button").waitFor();
});

test("rooms and the whole house are switched and dimmed as one, and scenes are activated", async () => {
  const served = await servePage();
  const page = await pairedPage(served);
  await page.getByRole("switch", { name: "Lights of Living room" }).click();
  await page.getByRole("switch", { name: "TV bar, off" }).waitFor();
  expect(await page.getByRole("slider", { name: "Brightness of Living room" }).isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Aurora" }).click();
  await page.locator("[aria-pressed=true]", { hasText: "Aurora" }).waitFor();
  const lamps = ["Ceiling", "TV bar", "Reading lamp", "Worktop"];
  const levels = async () => {
    const lights = await Promise.all(lamps.map((name) => lightCalled(served, name)));
    return lights.map(({ on, brightness }) => (on === 1 ? brightness : 0));
  };
  const before = await levels();
  await page.getByRole("slider", { name: "Brightness of the whole house" }).fill("33");
  await expect.poll(async () => (await lightCalled(served, "Ceiling")).brightness).toBeLessThan(before[0] ?? 0);
  const after = await levels();
  const [ceiling = 0, ...others] = after.map((level, at) => level / (before[at] || 1));
  for (const [at, ratio] of others.entries())
    expect(Math.abs(ratio - (before[at + 1] ? ceiling : 0))).toBeLessThan(0.03);
});

test("details: brightness, white, colour, exact values, and segments one by one", async () => {
  const served = await servePage();
  const page = await pairedPage(served);
  await page.getByRole("button", { name: "Details of Reading lamp" }).click();
  await page.getByRole("slider", { name: "Brightness of Reading lamp" }).fill("12");
  await page.getByRole("slider", { name: "Colour temperature of Reading lamp" }).fill("5000");
  await expect
    .poll(async () => await lightCalled(served, "Reading lamp"))
    .toMatchObject({ brightness: 12, color_cw: 5000 });
  await page.getByText("Exact values").click();
  await page.getByLabel("Exact values").fill("lime 40");
  await page.keyboard.press("Enter");
  await expect
    .poll(async () => await lightCalled(served, "Reading lamp"))
    .toMatchObject({ color_rgb: 0x00ff00, brightness: 40 });
  await page.getByText("Current: 40% · #00ff00 · xy").waitFor();
  await page.getByLabel("Exact values").fill("9000K");
  await page.getByRole("button", { name: "Set" }).click();
  await page.getByText('"9000K": expected a colour temperature from 2000K to 6500K.').waitFor();
  await page.getByText("#00ff00").first().waitFor();
  await page.getByRole("radio", { name: "White" }).check();
  expect(await page.getByRole("slider", { name: "Colour temp" }).getAttribute("aria-valuetext")).toBe(
    "the lamp shows a colour",
  );
  await page.getByRole("radio", { name: "Colour" }).check();
  await page.getByRole("slider", { name: "Hue of Reading lamp" }).fill("240");
  await expect.poll(async () => (await lightCalled(served, "Reading lamp")).color_rgb).toBe(0x0000ff);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Details of TV bar" }).click();
  await page.getByRole("button", { name: "Segment 1" }).click();
  await page.getByRole("button", { name: "Segment 3" }).click();
  await page.getByRole("button", { name: "Blue", exact: true }).click();
  const segmentsOf = async () => (await lightCalled(served, "TV bar")).color_rgb_arr;
  await expect.poll(async () => ((await segmentsOf())[2] ?? 0) & 0xff).toBe(255);
  expect((await segmentsOf())[0]).toBe(0xff8800);
});

test("a sync box has its source, mode and intensity", async () => {
  const served = await servePage();
  const page = await pairedPage(served);
  await page.getByRole("switch", { name: "Sync box, 90% · Video" }).waitFor();
  await page.getByRole("button", { name: "Details of Sync box" }).click();
  await page.getByText("Controls TV bar, Reading lamp, Shelf strip in Living room.").waitFor();
  await page.getByRole("radio", { name: "Game" }).check();
  await expect
    .poll(async () => {
      const { data } = (await (await fetch(`${served.url}/clip/v2/resource/sync`)).json()) as {
        data: { arr: { mode: number }[] };
      };
      return data.arr[0]?.mode;
    })
    .toBe(2);
  await page.getByRole("dialog").getByRole("switch", { name: "Sync box" }).click();
  await page.getByText("90% when on").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("switch", { name: "Sync box, off" }).waitFor();
});

test("keys do what fingers do", async () => {
  const served = await servePage();
  const page = await pairedPage(served);
  const tile = page.getByRole("switch", { name: "Reading lamp" });
  await tile.focus();
  await page.keyboard.press("ArrowLeft");
  expect(await tile.locator(".tile-state").innerText()).toBe("75%");
  await expect.poll(async () => (await lightCalled(served, "Reading lamp")).brightness).toBe(75);
  await tile.getByText("75% · 2700 K").waitFor();
  await page.keyboard.press("Space");
  await expect.poll(async () => (await lightCalled(served, "Reading lamp")).on).toBe(0);
  const undimmed = page.getByRole("switch", { name: "Porch, on" });
  await undimmed.focus();
  await page.keyboard.press("ArrowLeft");
  expect(await undimmed.locator(".tile-state").innerText()).toBe("on");
});
