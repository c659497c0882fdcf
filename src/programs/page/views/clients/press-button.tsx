import { useEffect, useState } from "preact/hooks";
import { linesFor } from "../../operator/operator-refusal.ts";
import { useParts } from "../../page-parts.ts";
import { Button } from "../../parts/controls.tsx";
import { useCountdown } from "../../parts/countdown.ts";

interface PressButtonProps {
  /** How many clients are paired. */
  readonly known: number;
  /** Looks for new ones. */
  readonly onLook: () => void;
}

/** The gateway's button, pressed from here: a client has ten seconds to pair. */
export function PressButton({ known, onLook }: PressButtonProps) {
  const { operator, messages } = useParts();
  const [window, setWindow] = useState<{ readonly endMillis: number; readonly known: number } | undefined>(undefined);
  const secondsLeft = useCountdown(window?.endMillis);
  const isOpen = secondsLeft > 0;

  useEffect(() => {
    if (isOpen) onLook();
  }, [secondsLeft]);

  useEffect(() => {
    if (!window || known <= window.known) return;
    setWindow(undefined);
    messages.say("A client was paired.");
  }, [known]);

  const press = async () => {
    try {
      const { pairingMillis } = await operator.ask("press", {});
      setWindow({ endMillis: Date.now() + pairingMillis, known });
    } catch (error) {
      messages.say(linesFor(error).join(" "), "problem");
    }
  };

  return (
    <section class="card press">
      <div>
        <h2>Pair a client</h2>
        <p class="quiet" role="status">
          {isOpen
            ? `Pairing is open for another ${secondsLeft} s`
            : "Open pairing, so that one client can pair within 10\u00a0s."}
        </p>
      </div>
      <Button look="strong" isDisabled={isOpen} onPress={() => void press()}>
        Open pairing
      </Button>
      {isOpen && <div class="meter" style={{ "--share": `${secondsLeft * 10}%` }} aria-hidden="true" />}
    </section>
  );
}
