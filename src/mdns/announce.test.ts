import { describe, expect, test } from "vitest";
import {
  Announced,
  EXITING,
  LAN,
  OBEDIENT,
  RENAMED,
  RETRY_MILLIS,
  WIFI,
} from "../../test/support/network/mdns-threads.ts";

const LOOK_MILLIS = 1_000;

const at = (...addresses: readonly string[]) => ({ announced: true, name: "Luxgate", addresses });

describe("an announcer", () => {
  test("it announces port, MAC address, model and version, and says so", async () => {
    const announced = new Announced(OBEDIENT);
    expect(announced.announcer.state).toBeUndefined();
    expect(await announced.next()).toEqual(at(LAN.address));
    expect(announced.announcer.state).toEqual(at(LAN.address));
    expect(announced.diary).toEqual([
      {
        deed: "announced",
        name: "Luxgate",
        type: "luxgate",
        port: 8080,
        hostname: "luxgate-02005e1000ab",
        txt: {
          id: "02:00:5E:10:00:AB",
          reset_id: "A0000000-0000-4000-8000-000000000000",
          model: "LG-1",
          version: "1.2.3",
        },
        cards: [LAN],
      },
    ]);
  });

  test("no entry of the TXT record is too long", async () => {
    const announced = new Announced(OBEDIENT, { model: "ä".repeat(200), version: "9".repeat(300) });
    await announced.next();
    expect(announced.diary[0]).toMatchObject({ txt: { model: "ä".repeat(100), version: "9".repeat(200) } });
  });

  test("it says goodbye when it is stopped, and nothing after that", async () => {
    const announced = new Announced(OBEDIENT);
    await announced.next();
    await announced.announcer.stop();
    announced.clock.advance(100_000);
    await announced.announcer.stop();
    expect(announced.diary.map(({ deed }) => deed)).toEqual(["announced", "goodbye"]);
    expect(announced.states).toHaveLength(1);
  });

  test("it can be stopped before it began", async () => {
    const announced = new Announced(OBEDIENT);
    await announced.announcer.stop();
    expect(announced.states).toEqual([]);
  });
});

describe("networks that come and go", () => {
  test("without one nothing is announced, and one that comes is noticed within a second", async () => {
    const announced = new Announced(OBEDIENT, { host: WIFI.address });
    expect(await announced.next()).toEqual({
      announced: false,
      reason: "this machine does not have the address 10.71.2.1",
    });
    announced.cards = [LAN, WIFI];
    announced.clock.advance(LOOK_MILLIS);
    expect(await announced.next()).toEqual(at(WIFI.address));
  });

  test("where they change it is announced anew, without a goodbye", async () => {
    const announced = new Announced(OBEDIENT);
    expect(await announced.next()).toEqual(at(LAN.address));
    announced.cards = [LAN, WIFI];
    announced.clock.advance(LOOK_MILLIS);
    expect(await announced.next()).toEqual(at(LAN.address, WIFI.address));
    announced.cards = [];
    announced.clock.advance(LOOK_MILLIS);
    expect(await announced.next()).toEqual({ announced: false, reason: "this machine is on no network" });
    announced.cards = [LAN];
    announced.clock.advance(LOOK_MILLIS);
    expect(await announced.next()).toEqual(at(LAN.address));
    expect(announced.diary.map(({ deed }) => deed)).toEqual(["announced", "announced", "announced"]);
  });

  test("where they stay nothing is done", async () => {
    const announced = new Announced(OBEDIENT);
    await announced.next();
    announced.cards = [{ ...LAN }];
    for (let looks = 0; looks < 50; looks += 1) announced.clock.advance(LOOK_MILLIS);
    await announced.announcer.stop();
    expect(announced.diary.map(({ deed }) => deed)).toEqual(["announced", "goodbye"]);
    expect(announced.states).toHaveLength(1);
  });
});

test("a gateway that became another one is announced anew as that one", async () => {
  const announced = new Announced(OBEDIENT);
  await announced.next();
  announced.announcer.identify("B0000000-0000-4000-8000-000000000000");
  await expect.poll(() => announced.diary).toHaveLength(3);
  const as = (resetId: string) => ({ txt: { reset_id: expect.stringMatching(`^${resetId}0`) } });
  expect(announced.diary).toMatchObject([
    { deed: "announced", ...as("A") },
    { deed: "goodbye", ...as("A") },
    { deed: "announced", ...as("B") },
  ]);
});

describe("names", () => {
  test("a name that another gateway has is told with its number, and kept while networks change", async () => {
    const announced = new Announced(RENAMED);
    expect(await announced.next()).toMatchObject({ name: "Luxgate (2)", addresses: [LAN.address] });
    announced.cards = [WIFI];
    announced.clock.advance(LOOK_MILLIS);
    expect(await announced.next()).toMatchObject({ name: "Luxgate (2)", addresses: [WIFI.address] });
  });

  test("a new name is announced after a goodbye for the old one", async () => {
    const announced = new Announced(OBEDIENT);
    await announced.next();
    announced.announcer.rename("Ground floor");
    expect(await announced.next()).toMatchObject({ announced: true, name: "Ground floor" });
    expect(announced.diary.map(({ deed, name }) => `${deed} ${name}`)).toEqual([
      "announced Luxgate",
      "goodbye Luxgate",
      "announced Ground floor",
    ]);
  });

  test("the same name is no new one, even where it got a number", async () => {
    const announced = new Announced(RENAMED);
    await announced.next();
    announced.announcer.rename(" Luxgate ");
    await announced.announcer.stop();
    expect(announced.diary.map(({ deed }) => deed)).toEqual(["announced", "goodbye"]);
  });

  test("a name that is given while nothing can be announced is announced later", async () => {
    const announced = new Announced(EXITING);
    await announced.next();
    expect(await announced.next()).toMatchObject({ announced: false });
    announced.become(OBEDIENT);
    announced.announcer.rename("Ground floor");
    announced.clock.advance(RETRY_MILLIS);
    expect(await announced.next()).toMatchObject({ announced: true, name: "Ground floor" });
  });
});
