import { useEffect, useState } from "preact/hooks";
import { linesFor } from "../../operator/operator-refusal.ts";
import type { News } from "../../operator/page-commands.ts";
import { useCommand } from "../../operator/use-command.ts";
import { useParts } from "../../page-parts.ts";
import { Button } from "../../parts/controls.tsx";
import { useCountdown } from "../../parts/countdown.ts";

type Joined = Exclude<News<"join">, { joining: unknown }>;

const SECONDS = 60;

interface JoiningProps {
  /** Shuts it before its time. */
  readonly end: AbortController;
  readonly onJoined: () => void;
  readonly onOver: () => void;
}

/** Lets new devices in for a minute, and shows them as they turn up. */
export function Joining({ end, onJoined, onOver }: JoiningProps) {
  const { operator, messages } = useParts();
  const command = useCommand();
  const [endMillis, setEndMillis] = useState<number | undefined>(undefined);
  const [joined, setJoined] = useState<readonly Joined[]>([]);
  const secondsLeft = useCountdown(endMillis);

  const take = (news: News<"join">) => {
    if (!("joining" in news)) {
      setJoined((before) => [...before, news]);
      onJoined();
      return;
    }
    if (news.joining === "open") setEndMillis(Date.now() + SECONDS * 1_000);
    for (const line of news.troubles) messages.say(line, "problem");
  };

  useEffect(() => {
    const follow = async () => {
      for await (const news of operator.follow("join", { seconds: SECONDS }, { signal: end.signal })) take(news);
    };
    follow()
      .catch((error) => {
        if (!end.signal.aborted) messages.say(linesFor(error).join(" "), "problem");
      })
      .finally(onOver);
    return () => end.abort();
  }, []);

  const admit = async ({ id, name }: Joined) => {
    if (!(await command("device.admit", { device: id }, `${name} admitted.`))) return;
    setJoined((before) => before.filter((one) => one.id !== id));
    onJoined();
  };

  return (
    <section class="card" aria-label="Joining">
      <div class="view-head">
        <p role="status" class="grow">
          Devices can join for another {secondsLeft} s
        </p>
        <Button onPress={() => end.abort()}>Stop</Button>
      </div>
      {joined.length === 0 && <p class="quiet">No new devices found yet.</p>}
      <ul class="rows">
        {joined.map((device) => (
          <li key={device.id} class="row">
            <div class="row-text">
              <p class="row-title">{device.name}</p>
              <p class="quiet">
                {device.product} · {device.serial}
              </p>
            </div>
            <Button look="strong" onPress={() => void admit(device)}>
              Admit
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
