import { useEffect, useState } from "preact/hooks";
import type { FoundLamps as Found, FoundLamp } from "../../../../shared/found-lamp.ts";
import { askForLamps } from "../../fleet/ask-front.ts";
import { useParts } from "../../page-parts.ts";
import { addressOf, roomAddressOf } from "../../route.ts";

/** After the last letter: a front looks through all lamps for an answer. */
const TYPING_MILLIS = 250;

/** The lamps of all gateways that a search finds; a touch opens the room of one. */
export function FoundLamps({ text }: { readonly text: string }) {
  const found = useFoundLamps(text.trim());
  if (found === undefined) return null;
  return (
    <section class="found-lamps">
      <h2>Lamps</h2>
      {typeof found === "string" ? <p class="waiting">{found}</p> : <LampList found={found} />}
    </section>
  );
}

function LampList({ found: { count, lamps } }: { readonly found: Found }) {
  if (count === 0) return <p class="waiting">No lamps found.</p>;
  return (
    <>
      <ul class="gateways">
        {lamps.map((lamp) => (
          <li key={lamp.id}>
            <a class="gateway found-lamp" href={addressOfLamp(lamp)}>
              <span class="gateway-name">{lamp.name}</span>
              <span class="gateway-state" data-health="good">
                {[lamp.room?.name, lamp.gateway.name].filter(Boolean).join(" · ")}
              </span>
              <span class="gateway-lights">{lamp.state}</span>
            </a>
          </li>
        ))}
      </ul>
      {count > lamps.length && (
        <p class="quiet">
          {lamps.length} of {count.toLocaleString("en")} lamps are shown. Add a word to narrow the search.
        </p>
      )}
    </>
  );
}

const addressOfLamp = ({ room, gateway }: FoundLamp): string =>
  room ? roomAddressOf(room.id, gateway.id) : addressOf("home", gateway.id);

/** What was found, or why nothing is known yet; undefined while nobody looks for anything. */
function useFoundLamps(text: string): Found | string | undefined {
  const { access } = useParts();
  const [found, setFound] = useState<Found | string | undefined>(undefined);
  useEffect(() => {
    if (text === "") return setFound(undefined);
    let isOver = false;
    const show = (value: Found | string) => {
      if (!isOver) setFound(value);
    };
    setFound((before) => before ?? "Searching …");
    const timer = setTimeout(() => {
      askForLamps(access, text).then(
        (answer) => show(answer === "locked" ? "Pair this browser to search lamps." : answer),
        () => show("The front does not answer. Try again."),
      );
    }, TYPING_MILLIS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [access, text]);
  return found;
}
