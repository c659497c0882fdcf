import { connect } from "node:net";
import { MqttClient } from "../../../shared/mqtt-client.ts";
import { dataOf, idKey, isObject } from "../answer.ts";
import type { Home } from "../home.ts";
import { shown } from "../report/shown.ts";
import { KINDS } from "../resources.ts";
import type { Session } from "../session.ts";
import type { Rooms } from "./rooms.ts";

interface Message {
  readonly topic: string;
  readonly item: unknown;
  readonly payload: string;
}

/** What the reads gave. */
interface Known {
  readonly home: Home;
  readonly rooms: Rooms;
}

export interface MqttOptions {
  readonly port: number;
  /** Where reads need a key, so does MQTT: as the user name (G51). */
  readonly key: string | undefined;
  readonly timeoutMillis: number;
}

const EVERYTHING = "res/#";
const LIGHT_UPDATE = "res/light/update";

function connected(client: MqttClient): Promise<void> {
  return new Promise((resolve, reject) => {
    client.once("connect", () => resolve());
    client.on("error", (error) => {
      client.end();
      reject(error);
    });
    client.once("close", () => reject(new Error("Couldn't connect to server")));
  });
}

/** Listens to a gateway's own broker as a usual client does, and checks the messages. */
export class MqttEvents {
  readonly #session: Session;
  readonly #client: MqttClient;
  readonly #messages: Message[] = [];
  readonly #timeoutMillis: number;
  #onMessage: (message: Message) => void = () => undefined;

  private constructor(session: Session, client: MqttClient, timeoutMillis: number) {
    this.#session = session;
    this.#client = client;
    this.#timeoutMillis = timeoutMillis;
    client.on("message", (topic, bytes) => {
      const payload = bytes.toString("utf8");
      const message = { topic, payload, item: onlyItemOf(payload) };
      this.#messages.push(message);
      this.#onMessage(message);
    });
  }

  static async listen(session: Session, { port, key, timeoutMillis }: MqttOptions): Promise<MqttEvents | undefined> {
    const host = session.reader.url.hostname;
    const where = `MQTT ${host}:${port}`;
    try {
      const client = new MqttClient(() => connect(port, host.replace(/^\[(.*)\]$/, "$1")), {
        clientId: "",
        protocolVersion: 4,
        reconnectPeriod: 0,
        connectTimeout: timeoutMillis,
        ...(key === undefined ? {} : { username: key }),
      });
      await connected(client);
      const events = new MqttEvents(session, client, timeoutMillis);
      const [granted] = await client.subscribeAsync(EVERYTHING, { qos: 1 });
      const qos = granted?.qos;
      session.expect("mqtt.connects", qos === 1, { where, expected: `${EVERYTHING} with QoS 1`, found: `QoS ${qos}` });
      return events;
    } catch (error) {
      session.expect("mqtt.connects", false, { where, expected: `${EVERYTHING} with QoS 1`, found: String(error) });
      return undefined;
    }
  }

  /** Checks the messages so far; a light was changed meanwhile. */
  async check({ home, rooms }: Known): Promise<void> {
    const fields = home.light.sound
      .flatMap((light) => Object.keys(light))
      .filter((field) => field !== "id" && field !== "type");
    await this.#untilLightUpdate(fields);
    await this.#checkItems({ home, rooms });
    const updates = this.#messages.filter(({ topic }) => topic === LIGHT_UPDATE);
    const owners = new Map(
      home.device.sound.flatMap(({ id, services }) => services.map(({ rid }) => [idKey(rid), id] as const)),
    );
    const isRightUpdate = ({ item }: Message) =>
      isObject(item) &&
      item.device_id === owners.get(idKey(String(item.id))) &&
      isObject(item.value) &&
      !("id" in item.value);
    const [wrong] = updates.filter((message) => !isRightUpdate(message));
    this.#session.expect("mqtt.light", wrong === undefined && updates.some(isChangeIn(fields)), {
      where: LIGHT_UPDATE,
      expected: "{id, device_id, value} with only the changed fields",
      found: wrong?.payload ?? "no message, although a light was changed",
    });
  }

  /** The reads give an id in a list, as that of a special room or, if the resource is new, by itself; unless it is gone. */
  async #checkItems({ home, rooms }: Known): Promise<void> {
    const removed = this.#messages.filter(({ topic }) => topic.endsWith("/remove")).map(idOf);
    const listed = [...KINDS.flatMap((kind) => home[kind].ids), ...rooms.sound.map(({ id }) => id)];
    const known = new Set<unknown>([...listed, ...removed]);
    for (const message of this.#messages) {
      const { topic: where, payload } = message;
      const id = idOf(message);
      const isKnown = id !== undefined && (known.has(id) || (await this.#isReadable(where, id)));
      const expected = "an array of one item with an id that is known from the reads";
      this.#session.expect("mqtt.item", isKnown, { where, expected, found: shown(payload) });
    }
  }

  async #isReadable(topic: string, id: string): Promise<boolean> {
    const [, type = ""] = topic.split("/").map(encodeURIComponent);
    const { obj } = dataOf(await this.#session.ask(`/clip/v2/resource/${type}/${encodeURIComponent(id)}`));
    return isObject(obj) && obj.id === id;
  }

  /** A message may come a little later than the answer to the command. */
  async #untilLightUpdate(fields: readonly string[]): Promise<void> {
    await new Promise<void>((resolve) => {
      const deadline = setTimeout(resolve, this.#timeoutMillis);
      const isChange = isChangeIn(fields);
      const look = (message: Message) => {
        if (message.topic !== LIGHT_UPDATE || !isChange(message)) return;
        clearTimeout(deadline);
        resolve();
      };
      this.#onMessage = look;
      this.#messages.forEach(look);
    });
  }

  async close(): Promise<void> {
    await this.#client.endAsync(true);
  }
}

/** A gateway may publish all lights when somebody subscribes (G81): such a message has every field, so it is no change. */
const isChangeIn =
  (fields: readonly string[]) =>
  ({ item }: Message): boolean => {
    const value = isObject(item) && isObject(item.value) ? item.value : {};
    return fields.some((field) => !(field in value));
  };

const idOf = ({ item }: Message): string | undefined =>
  isObject(item) && typeof item.id === "string" ? item.id : undefined;

function onlyItemOf(payload: string): unknown {
  try {
    const value: unknown = JSON.parse(payload);
    return Array.isArray(value) && value.length === 1 ? value[0] : undefined;
  } catch {
    return undefined;
  }
}
