// Has a real Home Assistant, with our two examples in its configuration, control and follow a lamp of the built gateway.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Gateway } from "./gateway.mjs";
import { HomeAssistant, until } from "./home-assistant.mjs";

const EXAMPLES = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), "examples");
const LAMP = "888D095C-ACD9-5D50-9709-089657890EDC";
const ENTITY = "light.reading_lamp";
/** More than the 5 seconds after which the example without MQTT reads again, on a machine that is busy. */
const POLLED_MILLIS = 15_000;
/** Less than those: what comes by MQTT does not wait for a read. */
const AT_ONCE_MILLIS = 3_000;
/** Once a minute the lamp is read anyhow. */
const MINUTE_MILLIS = 75_000;

const work = mkdtempSync(join(tmpdir(), "luxgate-home-assistant-"));
const gateway = new Gateway(join(work, "state"));
const home = await HomeAssistant.in(join(work, "config"));
try {
  await gateway.start();
  home.configure("secrets.yaml", `luxgate_key: ${await gateway.key()}\n`);
  await byHttp();
  await byMqtt();
  // Before the gateway goes away, which is an error.
  const errors = home.errors();
  if (errors.length > 0) throw new Error(`Home Assistant told of errors:\n${errors.join("\n")}`);
  await gatewayComesBack();
} finally {
  await home.stop();
  await gateway.stop();
  rmSync(work, { recursive: true, force: true });
}

async function byHttp() {
  useExample("home-assistant.yaml");
  await home.start();
  await shows("by HTTP: the lamp is there as it is", { state: "on", brightness: 204 }, POLLED_MILLIS);
  await home.act("light.turn_on", { entity_id: ENTITY, brightness_pct: 40 });
  await obeys("by HTTP: the lamp gets a brightness", { on: 1, brightness: 40 });
  await home.act("light.turn_off", { entity_id: ENTITY });
  await obeys("by HTTP: the lamp is turned off", { on: 0 });
  await shows("by HTTP: Home Assistant shows that", { state: "off" }, POLLED_MILLIS);
  gateway.luxgate("sim", "switch", "Reading lamp", "on");
  await shows("by HTTP: a wall switch is seen", { state: "on", brightness: 102 }, POLLED_MILLIS);
}

async function byMqtt() {
  const { entry_id: mqtt } = await home.answer("flow", "mqtt", { broker: "127.0.0.1", port: gateway.ports.mqtt });
  const quiet = { discovery: false, discovery_prefix: "homeassistant", birth_enable: false, will_enable: false };
  await home.answer("options/flow", mqtt, quiet);
  // New options are taken up in the background; this waits for its turn behind that.
  await home.ask("POST", `/api/config/config_entries/entry/${mqtt}/reload`);
  await home.stop();
  gateway.luxgate("set", "Reading lamp", "on", "70%");
  useExample("home-assistant-mqtt.yaml");
  await home.start();
  await shows("by MQTT: what changed while Home Assistant was away is seen", { state: "on", brightness: 178 });
  await home.act("light.turn_on", { entity_id: ENTITY, rgb_color: [255, 0, 80], brightness_pct: 25 });
  await obeys("by MQTT: the lamp gets a colour and a brightness", { on: 1, brightness: 25, color_rgb: 0xff0050 });
  await shows("by MQTT: Home Assistant shows them", { brightness: 64, color_mode: "rgb" });
  await home.act("light.turn_on", { entity_id: ENTITY, color_temp_kelvin: 6535 });
  await obeys("by MQTT: a white out of range is the nearest one", { on: 1, color_mode: 2, color_cw: 6500 });
  await shows("by MQTT: Home Assistant shows a white", { color_mode: "color_temp" });
  await home.act("light.turn_off", { entity_id: ENTITY });
  await obeys("by MQTT: the lamp is turned off, and keeps its brightness", { on: 0, brightness: 25 });
  await shows("by MQTT: Home Assistant shows that", { state: "off" });
  for (const position of ["on", "off", "on"]) {
    gateway.luxgate("sim", "switch", "Reading lamp", position);
    await shows(`by MQTT: a wall switch that turns it ${position} is seen at once`, { state: position });
  }
}

async function gatewayComesBack() {
  await gateway.stop();
  await gateway.start();
  gateway.luxgate("set", "Reading lamp", "60%");
  await shows("what changed before MQTT was back is seen", { brightness: 153 }, MINUTE_MILLIS);
  gateway.luxgate("sim", "switch", "Reading lamp", "off");
  await shows("the lamp is followed again", { state: "off" }, MINUTE_MILLIS);
}

function useExample(name) {
  const text = readFileSync(join(EXAMPLES, name), "utf8");
  home.configure("packages/luxgate.yaml", text.replaceAll("192.168.1.20:8080", `127.0.0.1:${gateway.ports.http}`));
}

/** Home Assistant shows the lamp so, by its state and attributes. */
async function shows(what, wanted, patienceMillis = AT_ONCE_MILLIS) {
  await holds(what, patienceMillis, wanted, async () => {
    const { state, attributes } = await home.state(ENTITY);
    return { ...attributes, state };
  });
}

/** The gateway shows the lamp so. */
async function obeys(what, wanted) {
  await holds(what, AT_ONCE_MILLIS, wanted, () => gateway.light(LAMP));
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
