import { useMemo } from "preact/hooks";
import { MATTER_ECOSYSTEMS } from "../../../../shared/matter-ecosystems.ts";
import type { MatterWindowView } from "../../operator/page-commands.ts";
import { useCommand } from "../../operator/use-command.ts";
import { Button } from "../../parts/controls.tsx";
import { useCountdown } from "../../parts/countdown.ts";
import { lengthWords } from "../../parts/times.ts";
import { QrCode } from "./qr-code.tsx";

interface MatterPairingProps {
  readonly window: MatterWindowView;
  readonly onChanged: () => void;
}

/** Open pairing: what an app needs, which apps take it, and for how long. */
export function MatterPairing({ window, onChanged }: MatterPairingProps) {
  const command = useCommand();
  const endMillis = useMemo(() => Date.now() + window.millisLeft, [window.millisLeft]);
  const secondsLeft = useCountdown(endMillis);
  const close = async () => {
    if (await command("matter.close", {}, "Matter pairing is closed.")) onChanged();
  };
  return (
    <div class="matter-pairing">
      <QrCode text={window.qrText} label="QR code for pairing by Matter" />
      <div class="matter-words">
        <p>Scan the QR code in the app of an ecosystem, or enter this code:</p>
        <p class="matter-manual">{window.manualCode}</p>
        <p class="quiet" role="status">
          Pairing is open for another {leftWords(secondsLeft)}.
        </p>
        <dl class="facts">
          {MATTER_ECOSYSTEMS.map(({ name, where }) => (
            <div key={name} class="matter-where">
              <dt>{name}</dt>
              <dd>{where}</dd>
            </div>
          ))}
        </dl>
        <div>
          <Button onPress={() => void close()}>Close pairing</Button>
        </div>
      </div>
    </div>
  );
}

/** In whole minutes until the last: a screen reader reads out each change. */
const leftWords = (seconds: number): string =>
  lengthWords(seconds > 60 ? Math.ceil(seconds / 60) * 60_000 : Math.ceil(seconds / 10) * 10_000);
