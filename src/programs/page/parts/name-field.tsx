interface NameFieldProps {
  readonly name: string;
  /** Whether somebody begins with it: all of it is selected, to be replaced. */
  readonly hasFocus?: boolean;
  readonly onName: (name: string) => void;
}

/** The longest name that the gateway takes. */
const LONGEST_NAME = 128;

/** The name of something in the home. */
export const NameField = ({ name, hasFocus = false, onName }: NameFieldProps) => (
  <label class="labelled">
    Name
    <input
      class="field"
      value={name}
      maxLength={LONGEST_NAME}
      autocomplete="off"
      autofocus={hasFocus}
      onFocus={hasFocus ? ({ currentTarget }) => currentTarget.select() : undefined}
      onInput={({ currentTarget }) => onName(currentTarget.value)}
    />
  </label>
);
