// What people do with a bridge, one after the other; each step says what it found, and how long it took.
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";

const ON_OFF = 6;
const LEVEL = 8;
const COLOUR = 0x300;
const BRIDGED = 57;
const LAMP = "Reading lamp";
/** Of the demo home; a lamp that was not admitted is nobody's. */
const NOT_ADMITTED = "Unknown bulb";
const PATIENCE_MILLIS = 30_000;

export class Tour {
  #gateway;
  #controller;
  #node;
  #endpoint;

  constructor(gateway, controller) {
    this.#gateway = gateway;
    this.#controller = controller;
  }

  async go(restored) {
    await this.#step("closed pairing lets nobody in", () => this.#cannotPair());
    await this.#step("pairs with the code for typing", () => this.#pair());
    await this.#step("lists the ecosystem", () => this.#isListed(1));
    await this.#step("every lamp has its name", () => this.#names());
    await this.#step("commands on and off, level, white and colour", () => this.#commands());
    await this.#step("a change by a command of Luxgate is reported", () => this.#reports());
    await this.#step("a killed gateway is back with the same lamps", () =>
      this.#survives(() => this.#gateway.stop("SIGKILL")),
    );
    await this.#step("a controller that was away at the start hears of changes soon", () => this.#isFound());
    await this.#step("a gateway that was stopped is back, too", () => this.#survives(() => this.#gateway.stop()));
    await this.#step("a restored gateway on an empty machine, too", () => this.#restore(restored));
    await this.#step("a removed ecosystem has no more lamps", () => this.#remove());
  }

  async #step(name, work) {
    const begun = performance.now();
    const found = await work();
    console.log(`  ${name} (${Math.round(performance.now() - begun)} ms${found ? `; ${found}` : ""})`);
  }

  async #cannotPair() {
    const { manualCode } = this.#gateway.json("matter", "pair");
    this.#gateway.luxgate("matter", "close");
    await assert.rejects(this.#commission(manualCode));
  }

  async #pair() {
    const begun = performance.now();
    const { node_id: node } = await this.#commission(this.#gateway.luxgate("matter", "pair"));
    this.#node = node;
    return `commissioned and read in ${Math.round(performance.now() - begun)} ms`;
  }

  #commission(code) {
    return this.#controller.ask("commission_with_code", { code: code.replaceAll("-", ""), network_only: true });
  }

  async #isListed(count) {
    assert.equal(this.#gateway.json("matter", "fabrics").length, count);
  }

  async #names() {
    const lamps = await this.#lamps();
    const unseen = this.#gateway.lights().filter(({ name }) => ![...lamps.values()].includes(name));
    assert.deepEqual(
      unseen.map(({ name }) => name),
      [NOT_ADMITTED],
    );
    this.#endpoint = [...lamps].find(([, name]) => name === LAMP)?.[0];
    assert.ok(this.#endpoint, "the lamp is there");
    return `${lamps.size} lamps`;
  }

  /** The name of each endpoint that has one. */
  async #lamps() {
    const { attributes } = await this.#controller.ask("get_node", { node_id: this.#node });
    const named = Object.entries(attributes).filter(([path]) => path.endsWith(`/${BRIDGED}/5`));
    return new Map(named.map(([path, name]) => [Number(path.split("/")[0]), name]));
  }

  #command(cluster, name, payload = {}) {
    const given = {
      node_id: this.#node,
      endpoint_id: this.#endpoint,
      cluster_id: cluster,
      command_name: name,
      payload,
    };
    return this.#controller.ask("device_command", given);
  }

  async #commands() {
    const none = { transitionTime: 0, optionsMask: 0, optionsOverride: 0 };
    await this.#command(ON_OFF, "Off");
    await this.#shows(({ on }) => on === 0);
    await this.#command(ON_OFF, "On");
    await this.#shows(({ on }) => on === 1);
    await this.#command(LEVEL, "MoveToLevelWithOnOff", { level: 127, ...none });
    await this.#shows(({ brightness }) => brightness === 50);
    await this.#command(COLOUR, "MoveToColorTemperature", { colorTemperatureMireds: 250, ...none });
    await this.#shows(({ color_mode: mode, color_cw: kelvin }) => mode === 2 && Math.abs(kelvin - 4_000) < 20);
    await this.#command(COLOUR, "MoveToHueAndSaturation", { hue: 0, saturation: 254, ...none });
    await this.#shows(({ color_mode: mode, color_x: x }) => mode !== 2 && x > 35_000);
  }

  async #shows(fits) {
    const until = Date.now() + PATIENCE_MILLIS;
    for (;;) {
      const lamp = this.#gateway.lamp(LAMP);
      if (fits(lamp)) return;
      if (Date.now() > until) assert.fail(`${LAMP} shows ${JSON.stringify(lamp)}`);
      await pause(50);
    }
  }

  async #reports() {
    const level = this.#controller.reported(`${this.#endpoint}/${LEVEL}/0`, (value) => value === 64);
    this.#gateway.luxgate("set", LAMP, "25%");
    await within(level, "the level is reported");
  }

  async #survives(stop) {
    const before = await this.#lamps();
    await stop();
    await this.#gateway.start();
    await this.#reportsOff();
    await this.#turnsOn();
    assert.deepEqual(await this.#lamps(), before);
    await this.#isListed(1);
  }

  async #reportsOff() {
    const reported = this.#reportedAs(false);
    this.#gateway.luxgate("set", LAMP, "off");
    await within(reported, "the lamp is reported as off");
  }

  async #turnsOn() {
    await this.#isAvailable();
    const reported = this.#reportedAs(true);
    await this.#command(ON_OFF, "On");
    await this.#shows(({ on }) => on === 1);
    await within(reported, "the lamp is reported as on");
  }

  #reportedAs(on) {
    return this.#controller.reported(`${this.#endpoint}/${ON_OFF}/0`, (value) => value === on);
  }

  /** Home Assistant shows the lamps as unavailable until then. */
  async #isAvailable() {
    const until = Date.now() + PATIENCE_MILLIS;
    for (;;) {
      const { available } = await this.#controller.ask("get_node", { node_id: this.#node });
      if (available) return;
      if (Date.now() > until) assert.fail("the controller takes the gateway for away");
      await pause(50);
    }
  }

  async #isFound() {
    await this.#gateway.stop("SIGKILL");
    this.#controller.pause();
    await this.#gateway.start();
    // As soon as the gateway is online, it looks for the controller for two seconds.
    await pause(3_000);
    this.#controller.goOn();
    await this.#reportsOff();
    await this.#turnsOn();
  }

  async #restore(folder) {
    const backup = `${folder}.json`;
    this.#gateway.luxgate("backup", backup, "--with-keys");
    const elsewhere = this.#gateway.on(folder);
    await this.#survives(async () => {
      await this.#gateway.stop();
      elsewhere.luxgate("restore", backup);
      this.#gateway = elsewhere;
    });
  }

  async #remove() {
    this.#gateway.luxgate("matter", "remove", "1", "--yes");
    await this.#isListed(0);
    await assert.rejects(within(this.#command(ON_OFF, "Off"), "an answer"));
    assert.equal(this.#gateway.lamp(LAMP).on, 1);
  }

  async stop() {
    await this.#gateway.stop();
  }
}

async function within(promise, what) {
  const late = pause(PATIENCE_MILLIS, undefined, { ref: false }).then(() => assert.fail(`${what}: not in time`));
  return await Promise.race([promise, late]);
}
