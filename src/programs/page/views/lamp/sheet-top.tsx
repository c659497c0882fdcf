import { Switch } from "../../parts/controls.tsx";
import { EditDevice } from "../edit/edit-device.tsx";
import { FavouriteButton } from "../home/favourites.tsx";

interface SheetTopProps {
  readonly id: string;
  readonly deviceId: string;
  readonly name: string;
  /** Where it is and what it is. */
  readonly place: string;
  readonly state: string;
  readonly isOn: boolean;
  readonly isOffline: boolean;
  readonly onSwitch: (isOn: boolean) => void;
}

/** What the details of a lamp or sync box begin with. What cannot be reached cannot be switched. */
export const SheetTop = ({ id, deviceId, name, place, state, isOn, isOffline, onSwitch }: SheetTopProps) => (
  <div class="lamp-place">
    <p class="quiet">
      {place}
      <br />
      {state}
    </p>
    <EditDevice deviceId={deviceId} name={name} />
    <FavouriteButton id={id} name={name} />
    {!isOffline && <Switch label={name} isOn={isOn} onSwitch={onSwitch} />}
  </div>
);
