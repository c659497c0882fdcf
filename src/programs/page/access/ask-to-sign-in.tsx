import { useEffect, useState } from "preact/hooks";
import { browserName } from "../../../shared/browser-name.ts";
import { askRepeatedly } from "../operator/ask-repeatedly.ts";
import { useParts } from "../page-parts.ts";
import { Button } from "../parts/controls.tsx";
import { useCountdown } from "../parts/countdown.ts";
import { ALLOW_COMMAND } from "./link-command.ts";
import { type AskedRequest, askToSignIn, type RequestOutcome, readRequest, withdrawRequest } from "./session.ts";

const PAUSE_MILLIS = 1_500;

/** What a person may call this browser: as the gateway has it. */
const LONGEST_NAME = 40;

/** Asks an operator to let this browser in, and shows the code by which they recognise it. */
export function AskToSignIn() {
  const [asked, setAsked] = useState<AskedRequest | undefined>(undefined);
  const [reason, setReason] = useState<string | undefined>(undefined);
  const end = (why?: string) => {
    setAsked(undefined);
    setReason(why);
  };
  return (
    <section class="card ask">
      <h2>Ask for permission</h2>
      {asked ? <Waiting key={asked.key} asked={asked} onEnd={end} /> : <AskForm onAsked={setAsked} onRefused={end} />}
      <p class={reason === undefined ? "only-read" : "wrong"} role="status">
        {reason}
      </p>
    </section>
  );
}

interface AskFormProps {
  readonly onAsked: (asked: AskedRequest) => void;
  readonly onRefused: (reason: string | undefined) => void;
}

function AskForm({ onAsked, onRefused }: AskFormProps) {
  const [name, setName] = useState(() => browserName(navigator.userAgent));
  const [isAsking, setIsAsking] = useState(false);
  const ask = async () => {
    setIsAsking(true);
    onRefused(undefined);
    const asked = await askToSignIn(name);
    setIsAsking(false);
    if (typeof asked === "string") onRefused(`The gateway refused this: ${asked}.`);
    else onAsked(asked);
  };
  return (
    <form
      class="ask-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isAsking) void ask();
      }}
    >
      <p>This browser then shows a code, and an operator uses it to let you in.</p>
      <label class="labelled">
        <span>Name of this browser</span>
        <input
          class="field"
          value={name}
          maxLength={LONGEST_NAME}
          required
          autocomplete="off"
          placeholder="Ann's phone"
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
      </label>
      <button type="submit" class="button button-strong" disabled={isAsking || name.trim() === ""}>
        Ask to sign in
      </button>
    </form>
  );
}

interface WaitingProps {
  readonly asked: AskedRequest;
  readonly onEnd: (reason?: string) => void;
}

function Waiting({ asked, onEnd }: WaitingProps) {
  const { access, fleet } = useParts();
  const [isReached, setIsReached] = useState(true);
  const secondsLeft = useCountdown(asked.endMillis);
  const take = (outcome: RequestOutcome) => {
    setIsReached(outcome !== "unknown");
    if (typeof outcome === "object" && "endsAt" in outcome) access.takeSession(outcome);
    else if (typeof outcome === "object") onEnd(outcome.problem);
    else if (outcome === "denied") onEnd("The operator refused this request.");
    else if (outcome === "over") onEnd("This request has ended: nobody allowed it in time. Ask again.");
  };
  useEffect(() => {
    const question = askRepeatedly({
      pauseMillis: PAUSE_MILLIS,
      ask: () => readRequest(asked),
      onAnswer: take,
      onFailure: () => "ask-again",
    });
    return () => {
      question.stop();
      void withdrawRequest(asked);
    };
  }, [asked]);
  return (
    <div class="ask-waiting">
      <p class="only-read">The code of this browser:</p>
      <p class="sign-in-code">{asked.code}</p>
      <ul class="ways">
        <li>
          On {fleet.isFront ? "the operator's computer" : "the gateway's machine"}, run{" "}
          <code>
            {ALLOW_COMMAND} {asked.code}
          </code>
        </li>
        <li>Or in a browser that is signed in as operator, open Clients, compare the code and allow it.</li>
      </ul>
      <p role="status" class={isReached ? "quiet" : "wrong"}>
        {isReached ? "Waiting for an operator …" : "The gateway is not answering at the moment."}
        {/* Not read out each second. */}
        <span aria-hidden="true">{` ${minutesAndSeconds(secondsLeft)} left`}</span>
      </p>
      <Button onPress={() => onEnd()}>Cancel</Button>
    </div>
  );
}

const minutesAndSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
