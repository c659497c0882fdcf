import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "./icon.tsx";
import { useTouch } from "./touch.ts";

interface SwitchProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  readonly onSwitch: (isOn: boolean) => void;
}

export const Switch = ({ label, isOn, isDisabled = false, onSwitch }: SwitchProps) => (
  <button
    type="button"
    role="switch"
    class="switch"
    aria-label={label}
    aria-checked={isOn}
    disabled={isDisabled}
    onClick={() => onSwitch(!isOn)}
  >
    <span />
  </button>
);

interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly from: number;
  readonly to: number;
  readonly step?: number;
  /** The value as it is read out. */
  readonly words: string;
  readonly look?: "level" | "hue" | "saturation" | "white";
  readonly colour?: string;
  /** For what has this value but gives no light now. */
  readonly isOff?: boolean;
  /** For something that has no such value now. */
  readonly isUnset?: boolean;
  readonly isDisabled?: boolean;
  readonly onSlide: (value: number) => void;
}

/** A native range, which keyboards, fingers and screen readers know. */
export function Slider({ label, value, from, to, step = 1, words, look = "level", ...rest }: SliderProps) {
  const share = ((value - from) / (to - from)) * 100;
  const touch = useTouch(value, rest.onSlide);
  return (
    <input
      type="range"
      class={`slider slider-${look}`}
      aria-label={label}
      aria-valuetext={words}
      min={from}
      max={to}
      step={step}
      value={value}
      disabled={rest.isDisabled ?? false}
      data-off={rest.isOff ?? false}
      data-unset={rest.isUnset ?? false}
      style={{ "--share": `${share}%`, "--colour": rest.colour ?? "var(--lit)" }}
      {...touch}
    />
  );
}

interface ChoiceProps<Value extends string | number> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly chosen: string | number;
  readonly name: string;
  readonly onChoose: (value: Value) => void;
}

/** One of a few, as radio buttons side by side. */
export const Choice = <Value extends string | number>({
  label,
  options,
  chosen,
  name,
  onChoose,
}: ChoiceProps<Value>) => (
  <fieldset class="choice">
    <legend>{label}</legend>
    <div class="choice-options">
      {options.map((option) => (
        <label key={option.value}>
          <input type="radio" name={name} checked={option.value === chosen} onChange={() => onChoose(option.value)} />
          <span class="choice-option">{option.label}</span>
        </label>
      ))}
    </div>
  </fieldset>
);

interface IconButtonProps {
  readonly label: string;
  readonly icon: IconName;
  readonly onPress: () => void;
}

export const IconButton = ({ label, icon, onPress }: IconButtonProps) => (
  <button type="button" class="icon-button" aria-label={label} title={label} onClick={onPress}>
    <Icon name={icon} />
  </button>
);

interface ButtonProps {
  readonly children: ComponentChildren;
  readonly look?: "plain" | "small" | "strong" | "danger";
  readonly isDisabled?: boolean;
  readonly onPress: () => void;
}

export const Button = ({ children, look = "plain", isDisabled = false, onPress }: ButtonProps) => (
  <button type="button" class={`button button-${look}`} disabled={isDisabled} onClick={onPress}>
    {children}
  </button>
);
