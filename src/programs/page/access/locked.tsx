import { useParts } from "../page-parts.ts";
import { Button } from "../parts/controls.tsx";

interface LockedProps {
  readonly title: string;
  readonly onPaired: () => void;
}

/** For a gateway or a front that needs a key for reads too. */
export function Locked({ title, onPaired }: LockedProps) {
  const { fleet, pairing } = useParts();
  return (
    <div class="waiting">
      <h1>{title}</h1>
      <p>This {fleet.isFront ? "front" : "gateway"} shows the home only to paired clients.</p>
      <Button look="strong" onPress={() => void pairing.begin(onPaired)}>
        Pair this browser
      </Button>
    </div>
  );
}
