import { Button } from "./controls.tsx";

interface NoMatchProps {
  /** What was looked for: "devices". */
  readonly what: string;
  readonly onClear: () => void;
}

/** Stands for a list that a filter leaves empty. */
export const NoMatch = ({ what, onClear }: NoMatchProps) => (
  <div class="waiting no-match">
    <p>No {what} match the filter.</p>
    <Button onPress={onClear}>Clear filter</Button>
  </div>
);
