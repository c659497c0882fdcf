import { Switch } from "../../parts/controls.tsx";
import { FavouriteButton } from "../home/favourites.tsx";

interface SheetTopProps {
  readonly id: string;
  readonly name: string;
  /** Where it is and what it is. */
  readonly place: string;
  readonly state: string;
  readonly isOn: boolean;
  readonly isOffline: boolean;
  readonly onSwitch: (isOn: boolean) => void;
}

/** What the details of a lamp or sync box begin with. What cannot be reached cannot be switched. */
export const SheetTop = ({ id, name, place, state, isOn, isOffline, onSwitch }: SheetTopProps) => (
  <div class="lamp-place">
    <p class="quiet">
      {place}
      <br />
      {state}
    </p>
    <FavouriteButton id={id} name={name} />
    {!isOffline && <Switch label={name} isOn={isOn} onSwitch={onSwitch} />}
  </div>
);
