import type { HttpClient, Wire } from "../support/http/http-client.ts";

/** The serial numbers in the demo home's file; no field of a device shows its own. */
export const SERIAL_NUMBERS: Readonly<Record<string, string>> = {
  "TV bar": "LX20504-0001",
  "Reading lamp": "LX20501-0001",
  "Shelf strip": "LX20503-0001",
  "Sync box": "LX30101-0001",
  Ceiling: "LX20302-0001",
  Worktop: "LX20301-0001",
  "Bedside left": "LX20201-0001",
  "Bedside right": "LX20201-0002",
  Wardrobe: "LX20401-0001",
  Dial: "LX40101-0001",
  Porch: "LX20101-0001",
  "Desk spot": "LX20502-0001",
  "Unknown bulb": "LX20501-0666",
};

const EXTENSIONS = ["ext_light", "ext_room", "ext_zigbee"] as const;

/** What the gateway answers unfiltered, and the plainest filter over it that one can write. */
export class NaiveDeviceFilter {
  /** Every device with every extension. */
  readonly devices: readonly Wire[];
  /** Every room, the whole house and the unassigned one too. */
  readonly rooms: readonly Wire[];

  private constructor(devices: readonly Wire[], rooms: readonly Wire[]) {
    this.devices = devices;
    this.rooms = rooms;
  }

  static async over(client: HttpClient): Promise<NaiveDeviceFilter> {
    const devices = await client.list("device?ext_light=1&ext_room=1&ext_zigbee=1");
    return new NaiveDeviceFilter(devices, await client.list("room?include_all_room=1&include_no_room=1"));
  }

  roomNamed(name: string): Wire {
    return this.rooms.find((room) => room.name === name);
  }

  /** A query in which room names stand for their identifiers, which are known only when the gateway runs. */
  withRoomIds(query: string): string {
    return query.replace(/room_uuid=([A-Z][a-z ]+)/, (_all, name) => `room_uuid=${this.roomNamed(name).id}`);
  }

  /** The devices that a query should answer, with the extensions that it asks for. */
  answerTo(query: URLSearchParams): readonly Wire[] {
    const matching = this.devices.filter((device) =>
      [...new Set(query.keys())].every((key) => this.#is(device, key, query)),
    );
    return matching.map((device) => {
      const refused = EXTENSIONS.filter((extension) => query.get(extension) !== "1");
      return Object.fromEntries(Object.entries(device).filter(([name]) => !refused.some((one) => one === name)));
    });
  }

  #is(device: Wire, key: string, query: URLSearchParams): boolean {
    const values = query.getAll(key).flatMap((value) => value.split(","));
    switch (key) {
      case "cat1_id":
        return values.includes(String(device.product.cat1_id));
      case "cat1_id_not":
        return !values.includes(String(device.product.cat1_id));
      case "join_status":
        return values.includes(String(device.join_status));
      case "room_uuid":
        return this.#isIn(device, values);
      case "sn":
        return values.some((value) => value.toUpperCase() === SERIAL_NUMBERS[device.name]);
      default:
        return true;
    }
  }

  #isIn(device: Wire, [roomId = ""]: readonly string[]): boolean {
    const rooms = this.rooms.filter(({ id }) => id === roomId.toUpperCase());
    return rooms.some(({ children }) => children.some(({ rid }: Wire) => rid === device.id));
  }
}
