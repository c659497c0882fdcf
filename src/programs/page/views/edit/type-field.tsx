import { ROOM_TYPES } from "../../../../core/home/model/room-type.ts";

interface TypeFieldProps {
  readonly type: string;
  readonly onType: (type: string) => void;
}

/** What kind of room it is: a known type, or any other that the room has. */
export const TypeField = ({ type, onType }: TypeFieldProps) => (
  <label class="labelled">
    Type
    <select class="field" value={type} onChange={({ currentTarget }) => onType(currentTarget.value)}>
      <option value="">No type</option>
      {(type === "" || isKnown(type) ? ROOM_TYPES : [type, ...ROOM_TYPES]).map((one) => (
        <option key={one} value={one}>
          {one.replaceAll("_", " ")}
        </option>
      ))}
    </select>
  </label>
);

const isKnown = (type: string): boolean => ROOM_TYPES.some((one) => one === type);

/** A type as commands take it. */
export const typeGiven = (type: string): { readonly type: string } | { readonly ownType: string } =>
  type === "" || isKnown(type) ? { type } : { ownType: type };
