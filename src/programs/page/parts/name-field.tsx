interface NameFieldProps {
  readonly label?: string;
  readonly name: string;
  readonly hasFocus?: boolean;
  readonly onName: (name: string) => void;
}

/** The longest name that the gateway takes. */
const LONGEST_NAME = 128;

/** The name of something in the home. */
export const NameField = ({ label = "Name", name, hasFocus = false, onName }: NameFieldProps) => (
  <label class="labelled">
    {label}
    <input
      class="field"
      value={name}
      maxLength={LONGEST_NAME}
      autocomplete="off"
      autofocus={hasFocus}
      onInput={({ currentTarget }) => onName(currentTarget.value)}
    />
  </label>
);
