import { type Static, Type } from "typebox";
import type { Home } from "../../../core/home/home.ts";
import type { HomeContents } from "../../../core/home/model/contents.ts";
import { normalRoomOf } from "../../../core/home/select.ts";
import type { Source } from "../../backends/condition.ts";
import { orNull } from "../values.ts";
import { BriefMatterView } from "./matter-view.ts";

/** What only the running program knows of itself. */
export const GatewayStatus = Type.Object({
  version: Type.String(),
  pid: Type.Integer(),
  uptimeMillis: Type.Number(),
  /** What keeps the gateway from doing all its work; none when it is ready. */
  notReady: Type.Array(Type.String()),
  http: Type.Object({ address: Type.String(), port: Type.Integer() }),
  /** Addresses of the web page: those for other machines first. Null where there is no page. */
  page: orNull(Type.Array(Type.String())),
  /** Null where no certificate was given. */
  https: orNull(Type.Object({ port: Type.Integer() })),
  /** Where metrics are wanted; null where they are not. */
  metrics: orNull(Type.Object({ address: Type.String(), port: Type.Integer() })),
  /** The port, or why there is none for now. */
  discovery: Type.Union([Type.Object({ port: Type.Integer() }), Type.Object({ off: Type.String() })]),
  /** The same of MQTT, with how many clients listen. */
  mqtt: Type.Union([
    Type.Object({ port: Type.Integer(), clients: Type.Integer() }),
    Type.Object({ off: Type.String() }),
  ]),
  /** The broker that events go to, and why it cannot be reached; null when there is none. */
  broker: orNull(Type.Object({ url: Type.String(), trouble: orNull(Type.String()) })),
  /** The gateway's place in a fleet; null when it belongs to none. */
  fleet: orNull(
    Type.Object({
      /** What the fleet knows the gateway by. */
      gateway: Type.String(),
      /** Null while no server is connected. */
      server: orNull(Type.String()),
      isMember: Type.Boolean(),
      trouble: orNull(Type.String()),
      /** For how long this is so. */
      forMillis: Type.Number(),
      /** How many resources wait to be published. */
      pending: Type.Integer(),
    }),
  ),
  /** The Matter bridge; null where the gateway runs without it. */
  matter: orNull(BriefMatterView),
  /** The name and addresses that are announced by mDNS, or why none are. */
  mdns: Type.Union([
    Type.Object({ name: Type.String(), addresses: Type.Array(Type.String()) }),
    Type.Object({ off: Type.String() }),
  ]),
  /** How many clients follow events over HTTP. */
  eventStreams: Type.Integer(),
  /** Who may read without a key. */
  profile: Type.String(),
  stateFolder: Type.String(),
  store: Type.Object({
    /** Why nothing can be stored at the moment. */
    trouble: orNull(Type.String()),
    /** When the last snapshot was taken, in ISO 8601. */
    lastSnapshot: orNull(Type.String()),
  }),
  /** A line for each damage that was found at the start, and what became of it. */
  recovered: Type.Array(Type.String()),
});
export type GatewayStatus = Static<typeof GatewayStatus>;

/** What devices are reached through. */
const SourceView = Type.Object({
  name: Type.String(),
  /** In a few words; empty until something is known of it. */
  words: Type.String(),
  /** Why it cannot be reached. */
  trouble: orNull(Type.String()),
});

export const HomeCounts = Type.Object({
  devices: Type.Integer(),
  strangers: Type.Integer(),
  offline: Type.Integer(),
  lights: Type.Integer(),
  lightsOn: Type.Integer(),
  syncBoxes: Type.Integer(),
  rooms: Type.Integer(),
  scenes: Type.Integer(),
});
export type HomeCounts = Static<typeof HomeCounts>;

/** How many offline devices a status names; the home may have thousands. */
const MOST_NAMED = 20;

const OfflineDevice = Type.Object({ name: Type.String(), room: orNull(Type.String()) });

/** Everything about a gateway at a glance. A problem is called `trouble` here: users know the fields by this name. */
export const StatusView = Type.Object({
  ...GatewayStatus.properties,
  mac: Type.String(),
  home: HomeCounts,
  /** The first of the devices that are offline; the counts say how many there are. */
  offline: Type.Array(OfflineDevice),
  /** How many clients are paired. */
  keys: Type.Integer(),
  pairingMillisLeft: Type.Number(),
  joiningMillisLeft: Type.Number(),
  /** None for simulated devices. */
  sources: Type.Array(SourceView),
  /** How many things were set aside, or are not as they should be. */
  problems: Type.Integer(),
  /** What is out of the ordinary with simulated devices; null with real ones. */
  moods: orNull(Type.Array(Type.String())),
});
export type StatusView = Static<typeof StatusView>;

export const viewOfSource = ({ name, description, problem }: Source): Static<typeof SourceView> => ({
  name,
  words: description,
  trouble: problem ?? null,
});

/** How much of everything is in a home; the gateway counts as a device, the rooms that follow from the rest do not. */
export const countsIn = ({ devices, lights, syncBoxes, rooms, scenes }: HomeContents): HomeCounts => ({
  devices: devices.length,
  strangers: devices.filter(({ admitted }) => !admitted).length,
  offline: devices.filter(({ online }) => !online).length,
  lights: lights.length,
  lightsOn: lightsOnIn(devices, lights),
  syncBoxes: syncBoxes.length,
  rooms: rooms.filter(({ kind }) => kind === "normal").length,
  scenes: scenes.length,
});

/** As everywhere: nobody knows of a lamp that is offline whether it gives light. */
function lightsOnIn(devices: HomeContents["devices"], lights: HomeContents["lights"]): number {
  const offline = new Set(devices.filter(({ online }) => !online).map(({ id }) => id));
  return lights.filter(({ on, deviceId }) => on && !offline.has(deviceId)).length;
}

/** The offline devices that a status names. */
export const offlineIn = (home: Home): Static<typeof OfflineDevice>[] =>
  home.devices
    .all()
    .filter(({ online }) => !online)
    .slice(0, MOST_NAMED)
    .map(({ id, name }) => ({ name, room: normalRoomOf(home, id)?.name ?? null }));

/** What came of reading the settings again: their names. */
export const Reloaded = Type.Object({
  taken: Type.Array(Type.String()),
  /** Changed, but not taken over before a restart. */
  needRestart: Type.Array(Type.String()),
});
export type Reloaded = Static<typeof Reloaded>;
