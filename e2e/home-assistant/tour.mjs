// What Home Assistant, with our two examples in its configuration, does with a lamp of a gateway, directly or through a front.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { until } from "./home-assistant.mjs";

const EXAMPLES = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), "examples");
const LAMP = "888D095C-ACD9-5D50-9709-089657890EDC";
const LAMP_NAME = "Reading lamp";
const ENTITY = "light.reading_lamp";
/** More than the 5 seconds after which the example without MQTT reads again, on a machine that is busy. */
const POLLED_MILLIS = 15_000;
/** Less than those: what comes by MQTT does not wait for a read. */
const AT_ONCE_MILLIS = 3_000;
/** Once a minute the lamp is read anyhow. */
const MINUTE_MILLIS = 75_000;

export class Tour {
  #place;
  #home;

  /** `place` is where Home Assistant finds the lamp: a gateway, or a front. */
  constructor(place, home) {
    this.#place = place;
    this.#home = home;
  }

  async go() {
    await this.#place.start();
    this.#home.configure("secrets.yaml", `luxgate_key: ${await this.#place.key()}\n`);
    await this.#byHttp();
    await this.#byMqtt();
    // Before anything goes away, which is an error.
    const errors = this.#home.errors();
    if (errors.length > 0) throw new Error(`Home Assistant told of errors:\n${errors.join("\n")}`);
    for (const outage of this.#place.outages) await this.#after(outage);
  }

  async #byHttp() {
    this.#useExample("home-assistant.yaml");
    await this.#home.start();
    await this.#shows("by HTTP: the lamp is there as it is", { state: "on", brightness: 204 }, POLLED_MILLIS);
    await this.#home.act("light.turn_on", { entity_id: ENTITY, brightness_pct: 40 });
    await this.#obeys("by HTTP: the lamp gets a brightness", { on: 1, brightness: 40 });
    await this.#home.act("light.turn_off", { entity_id: ENTITY });
    await this.#obeys("by HTTP: the lamp is turned off", { on: 0 });
    await this.#shows("by HTTP: Home Assistant shows that", { state: "off" }, POLLED_MILLIS);
    await this.#place.turnWallSwitch(LAMP_NAME, "on");
    await this.#shows("by HTTP: a wall switch is seen", { state: "on", brightness: 102 }, POLLED_MILLIS);
  }

  async #byMqtt() {
    const home = this.#home;
    const { entry_id: mqtt } = await home.answer("flow", "mqtt", { broker: "127.0.0.1", port: this.#place.ports.mqtt });
    const quiet = { discovery: false, discovery_prefix: "homeassistant", birth_enable: false, will_enable: false };
    await home.answer("options/flow", mqtt, quiet);
    // New options are taken up in the background; this waits for its turn behind that.
    await home.ask("POST", `/api/config/config_entries/entry/${mqtt}/reload`);
    await home.stop();
    await this.#place.set(LAMP_NAME, "on", "70%");
    this.#useExample("home-assistant-mqtt.yaml");
    await home.start();
    await this.#shows("by MQTT: what changed while Home Assistant was away is seen", { state: "on", brightness: 178 });
    await home.act("light.turn_on", { entity_id: ENTITY, rgb_color: [255, 0, 80], brightness_pct: 25 });
    const coloured = { on: 1, brightness: 25, color_rgb: 0xff0050 };
    await this.#obeys("by MQTT: the lamp gets a colour and a brightness", coloured);
    await this.#shows("by MQTT: Home Assistant shows them", { brightness: 64, color_mode: "rgb" });
    await home.act("light.turn_on", { entity_id: ENTITY, color_temp_kelvin: 6535 });
    await this.#obeys("by MQTT: a white out of range is the nearest one", { on: 1, color_mode: 2, color_cw: 6500 });
    await this.#shows("by MQTT: Home Assistant shows a white", { color_mode: "color_temp" });
    await home.act("light.turn_off", { entity_id: ENTITY });
    await this.#obeys("by MQTT: the lamp is turned off, and keeps its brightness", { on: 0, brightness: 25 });
    await this.#shows("by MQTT: Home Assistant shows that", { state: "off" });
    for (const position of ["on", "off", "on"]) {
      await this.#place.turnWallSwitch(LAMP_NAME, position);
      await this.#shows(`by MQTT: a wall switch that turns it ${position} is seen at once`, { state: position });
    }
  }

  async #after({ of, end, mend }) {
    await end();
    await mend();
    await this.#place.set(LAMP_NAME, "on", "60%");
    await this.#shows(
      `after ${of} was away: what changed before MQTT was back is seen`,
      { brightness: 153 },
      MINUTE_MILLIS,
    );
    await this.#place.turnWallSwitch(LAMP_NAME, "off");
    await this.#shows(`after ${of} was away: the lamp is followed again`, { state: "off" }, MINUTE_MILLIS);
  }

  #useExample(name) {
    const text = readFileSync(join(EXAMPLES, name), "utf8");
    const address = `127.0.0.1:${this.#place.ports.http}`;
    this.#home.configure("packages/luxgate.yaml", text.replaceAll("192.168.1.20:8080", address));
  }

  /** Home Assistant shows the lamp so, by its state and attributes. */
  async #shows(what, wanted, patienceMillis = AT_ONCE_MILLIS) {
    await holds(what, patienceMillis, wanted, async () => {
      const { state, attributes } = await this.#home.state(ENTITY);
      return { ...attributes, state };
    });
  }

  /** The gateway or the front shows the lamp so. */
  async #obeys(what, wanted) {
    await holds(what, AT_ONCE_MILLIS, wanted, () => this.#place.light(LAMP));
  }
}

async function holds(what, patienceMillis, wanted, read) {
  const beganAt = Date.now();
  let last;
  const isSo = async () => {
    last = await read();
    return Object.entries(wanted).every(([field, value]) => last[field] === value);
  };
  await until(what, isSo, patienceMillis).catch((error) => {
    throw new Error(`${error.message}; wanted ${JSON.stringify(wanted)}, found ${JSON.stringify(last)}`);
  });
  console.log(`✓ ${what} (${Date.now() - beganAt} ms)`);
}
