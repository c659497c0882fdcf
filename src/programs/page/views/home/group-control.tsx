import { isAbleTo } from "../../model/lamp-look.ts";
import { useParts } from "../../page-parts.ts";
import { Slider, Switch } from "../../parts/controls.tsx";

interface GroupControlProps {
  readonly groupId: string;
  /** What the lamps are together: a room, or the whole house. */
  readonly name: string;
}

/** The lamps of a room as one: a switch, and a slider that dims those that are on. */
export function GroupControl({ groupId, name }: GroupControlProps) {
  const { model, commander } = useParts();
  const group = model.groupLights.get(groupId)?.shown.value;
  if (!group) return null;
  const isOn = group.on === 1;
  return (
    <div class="group-control" data-on={isOn}>
      {isAbleTo(group, "brightness") && (
        <Slider
          label={`Brightness of ${name}`}
          value={isOn ? group.brightness : 1}
          from={1}
          to={100}
          words={isOn ? `${group.brightness} percent` : "off"}
          isDisabled={!isOn}
          onSlide={(brightness) => commander.setGroup(groupId, { brightness })}
        />
      )}
      <Switch
        label={`Lights of ${name}`}
        isOn={isOn}
        onSwitch={(on) => commander.setGroup(groupId, { on: on ? 1 : 0 })}
      />
    </div>
  );
}
