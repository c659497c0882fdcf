import type { ComponentChildren } from "preact";
import { Switch } from "../../parts/controls.tsx";

interface FaultToggleProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
  /** Its value, if it has one. */
  readonly children?: ComponentChildren;
}

/** A fault that is there or not. */
export const FaultToggle = ({ label, isOn, onSwitch, children }: FaultToggleProps) => (
  <div class="fault" data-on={isOn}>
    <Switch label={label} isOn={isOn} onSwitch={onSwitch} />
    <span class="fault-label" aria-hidden="true">
      {label}
    </span>
    {children}
  </div>
);
