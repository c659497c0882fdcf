import { useAnswer } from "../../operator/use-answer.ts";
import { useParts } from "../../page-parts.ts";
import { timeWords } from "../../parts/times.ts";
import type { DeviceRow } from "./arranged-devices.ts";
import { deviceWords } from "./device-state.ts";

/** The properties of a device, and whether its state is confirmed. */
export const DeviceFacts = ({ device }: { readonly device: DeviceRow }) => (
  <dl class="facts">
    {factsOf(device).map(([term, words]) => (
      <Fact key={term} term={term} words={words} />
    ))}
    <Freshness deviceId={device.id} />
  </dl>
);

const Fact = ({ term, words }: { readonly term: string; readonly words: string }) => (
  <>
    <dt>{term}</dt>
    <dd>{words}</dd>
  </>
);

function factsOf(device: DeviceRow): readonly (readonly [string, string])[] {
  const { id, room, serial, product, version, newVersion, admitted, online } = device;
  const { linkQuality, lastSeenAt, batteryPercent } = device;
  return [
    ["Product", product],
    ["Room", room ?? "none"],
    ["State", deviceWords(device) || "none"],
    ["Connection", admitted ? (online ? "online" : "offline") : "not admitted"],
    ...(linkQuality === null ? [] : [["Link quality", `${linkQuality} of 255`] as const]),
    ...(lastSeenAt === null ? [] : [["Last seen", timeWords(lastSeenAt)] as const]),
    ...(batteryPercent === null ? [] : [["Battery", `${Math.round(batteryPercent)}%`] as const]),
    ["Firmware", newVersion === null ? version : `${version} (update available: ${newVersion})`],
    ["Serial number", serial],
    ["ID", id],
  ];
}

const KNOWN_WORDS = {
  confirmed: "confirmed by the lamp",
  assumed: "not confirmed yet",
  remembered: "from before the last restart",
} as const;

/** Whether each lamp of a device has confirmed what is shown of it. */
function Freshness({ deviceId }: { readonly deviceId: string }) {
  const { model } = useParts();
  const { value = [] } = useAnswer("light.freshness", {});
  const services = model.devices.get(deviceId)?.shown.value.services ?? [];
  const lamps = value.filter(({ id }) => services.some(({ rid }) => rid === id));
  const known = lamps.flatMap(({ on, brightness, colour }) => [on, brightness, colour].flatMap((one) => one ?? []));
  if (known.length === 0) return null;
  const ways = [...new Set(known.map((one) => one.known))];
  const shownAs = (how: (typeof ways)[number]) => known.filter((one) => one.known === how).map(({ shown }) => shown);
  return (
    <>
      <dt>Confirmation</dt>
      <dd>
        {ways.map((how) => (
          <p key={how}>
            {shownAs(how).join(", ")}: {KNOWN_WORDS[how]}
          </p>
        ))}
      </dd>
    </>
  );
}
