// What `npm run fleet` prints when it is ready: where to look, and what to try.

/** Aligned, so that addresses and commands can be copied. */
export function guideLines({ nats, gateways, front, restartSeconds }, folder) {
  const nearest = nats.url.endsWith(":4222") ? "" : ` --nats ${nats.url}`;
  const fleet = (command) => `npx luxgate fleet ${command} --folder ${quoted(`${folder.shown}/keys`)}${nearest}`;
  const lights = `${front.url}/clip/v2/resource/light`;
  const [, floor] = gateways;
  return [
    `The fleet "Grand Hotel" is ready at ${front.url}: three gateways as one home`,
    ...gateways.map((gateway) => line(gateway.name, `${gateway.url}  process ${gateway.child.pid}`)),
    line("front", `${front.url}  process ${front.child.pid}`),
    line("NATS", `${nats.url}  process ${nats.child.pid}`),
    line("events", `MQTT port ${front.ports.mqtt}, and /eventstream/clip/v2 over HTTP`),
    line("web page", `open ${front.url} in a browser`),
    line("lights", `curl -s ${lights}`),
    line("gateways", fleet("gateways")),
    line("operator", fleet(`open --url ${front.url}`)),
    line("pairing", fleet("press")),
    line("", `curl -s -X POST ${front.url}/api -d '{"device_type":"me#demo"}'  (within 10 s)`),
    line("failure", `kill -9 ${floor.child.pid}`),
    line("", `Within 15 s the lights of ${floor.name} are offline. After ${restartSeconds} s it runs again.`),
    line("data folder", `${folder.shown} (keys, data, logs). Delete it to start over`),
    line("stop", "press Ctrl-C"),
  ];
}

const WIDTH = 11;
const line = (label, text) => `  ${label.padEnd(WIDTH)} ${text}`;

const quoted = (path) => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`);
