import { useState } from "preact/hooks";
import type { HomeModel } from "../../model/home-model.ts";
import { useParts } from "../../page-parts.ts";

interface DeviceChecksProps {
  readonly roomId: string;
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

/** From so many devices on, a field finds one. */
const MANY = 12;

/** Which devices are in a room: those that are come first. */
export function DeviceChecks({ roomId, chosen, onChoose }: DeviceChecksProps) {
  const { model } = useParts();
  const [search, setSearch] = useState("");
  const [first] = useState(chosen);
  const devices = placeableDevices(model).sort((one, other) => Number(first.has(other.id)) - Number(first.has(one.id)));
  const sought = search.trim().toLowerCase();
  const toggle = (id: string, isIn: boolean) => {
    onChoose(new Set(isIn ? [...chosen, id] : [...chosen].filter((one) => one !== id)));
  };
  return (
    <fieldset class="device-checks">
      <legend>Lamps and other devices in this room</legend>
      {devices.length > MANY && (
        <input
          class="field"
          type="search"
          aria-label="Find a device"
          placeholder="Find a device"
          value={search}
          onInput={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      )}
      <ul>
        {devices.map(({ id, name, room }) => (
          <li key={id} hidden={!`${name} ${room?.name ?? ""}`.toLowerCase().includes(sought)}>
            <label class="check">
              <input
                type="checkbox"
                checked={chosen.has(id)}
                onChange={({ currentTarget }) => toggle(id, currentTarget.checked)}
              />
              <span>
                {name}
                {room?.id !== roomId && <span class="quiet"> · {room?.name ?? "no room"}</span>}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** Every device that can be in a room, by name, with the room that it is in. */
function placeableDevices(model: HomeModel) {
  const rooms = model.roomIds.value.flatMap((id) => model.rooms.get(id)?.shown.value ?? []);
  const roomOf = new Map(
    rooms.filter(({ room_kind }) => room_kind === 0).flatMap((room) => room.children.map(({ rid }) => [rid, room])),
  );
  return model.devices.ids.value
    .flatMap((id) => model.devices.get(id)?.shown.value ?? [])
    .filter(({ join_status, product }) => join_status === 1 && product.cat1_id !== 1)
    .map(({ id, name }) => ({ id, name, room: roomOf.get(id) }))
    .sort((one, other) => one.name.localeCompare(other.name, "en", { numeric: true }));
}
