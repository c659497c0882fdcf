import { useComputed } from "@preact/signals";
import { counted } from "../../../../shared/counted.ts";
import type { HomeModel } from "../../model/home-model.ts";
import type { Result } from "../../operator/page-commands.ts";
import { useAnswer } from "../../operator/use-answer.ts";
import { useParts } from "../../page-parts.ts";
import { RefusalLines } from "../../parts/refusal-lines.tsx";
import { lengthWords, timeWords } from "../../parts/times.ts";
import { addressOf } from "../../route.ts";

/** The gateway's status, for its operator. */
export function Status() {
  const { value, refusal } = useAnswer("status", {});
  return (
    <section class="card">
      <h2>Health</h2>
      <RefusalLines lines={refusal} />
      {value && <StatusFacts status={value} />}
    </section>
  );
}

function StatusFacts({ status }: { readonly status: Result<"status"> }) {
  const { fleet, model } = useParts();
  const waiting = useComputed(() => unadmittedLights(model)).value;
  const { notReady, problems, home, store } = status;
  return (
    <>
      {notReady.length === 0 ? <p class="word-good">Ready.</p> : <RefusalLines lines={notReady} />}
      <dl class="facts">
        {factsOf(status).map(([term, words]) => (
          <>
            <dt>{term}</dt>
            <dd>{words}</dd>
          </>
        ))}
        <dt>Home</dt>
        <dd>
          {counted(home.devices, "device")}, {home.offline} offline; {counted(home.lights, "light")}, {home.lightsOn} on
          {waiting > 0 && `, ${waiting} not admitted`}; {counted(home.rooms, "room")}
        </dd>
        <dt>Problems</dt>
        <dd>
          {problems === 0 ? (
            "none"
          ) : (
            <a href={addressOf(fleet.isFront ? "gateways" : "devices", undefined)}>{problems}</a>
          )}
        </dd>
        <dt>Last snapshot</dt>
        <dd>{store.lastSnapshot === null ? "none yet" : timeWords(store.lastSnapshot)}</dd>
      </dl>
    </>
  );
}

/** The gateway counts them too; the home does not show them. */
const unadmittedLights = (model: HomeModel): number =>
  model.devices.ids.value
    .flatMap((id) => model.devices.get(id)?.shown.value ?? [])
    .filter(({ join_status }) => join_status !== 1)
    .flatMap(({ services }) => services.filter(({ rtype }) => rtype === "light")).length;

const factsOf = (status: Result<"status">): readonly (readonly [string, string])[] => [
  ["Uptime", lengthWords(status.uptimeMillis)],
  ["HTTP", `${status.http.address}:${status.http.port}`],
  ["Discovery", "port" in status.discovery ? `UDP port ${status.discovery.port}` : status.discovery.off],
  [
    "MQTT",
    "port" in status.mqtt ? `port ${status.mqtt.port}, ${counted(status.mqtt.clients, "client")}` : status.mqtt.off,
  ],
  ["mDNS", "name" in status.mdns ? `${status.mdns.name}, ${status.mdns.addresses.join(", ")}` : status.mdns.off],
  ...(status.broker ? [["Broker", status.broker.trouble ?? status.broker.url] as const] : []),
  ...(status.fleet ? [["Fleet", status.fleet.trouble ?? status.fleet.server ?? "joining"] as const] : []),
  ...status.sources.map(({ name, words, trouble }) => [name, trouble ?? words] as const),
  ["Event streams", `${status.eventStreams} open`],
  ["Clients", `${status.keys} paired`],
  ["Data folder", status.stateFolder],
  ["Storage", status.store.trouble ?? "OK"],
];
