import { shown } from "../report/shown.ts";
import type { DiscoveryAsker, DiscoveryLook, DiscoveryRecord } from "./discovery-asker.ts";

const WINDOW_MILLIS = 10_000;
/** What the clocks of two machines, and counting in whole seconds, may make of a time. */
const SLACK_MILLIS = 1_000;
/** What the clocks of two machines alone may make of it. */
const CLOCKS_MILLIS = 300;
const LOOK_MILLIS = 250;

/** How many windows one after the other may be open that nobody was asked to open: people press buttons. */
const MOST_WINDOWS = 3;

/** The next look after a while that gives a record; undefined once there is no time left. */
export async function nextLook(asker: DiscoveryAsker, untilMillis: number): Promise<DiscoveryLook | undefined> {
  while (asker.time.now() < untilMillis) {
    await asker.time.wait(LOOK_MILLIS);
    const look = await asker.look();
    if (look) return look;
  }
  return undefined;
}

/**
 * Checks that the window is shut, or shuts by itself in time, while nobody presses the button. Gives a look at the shut
 * window; undefined if there is none.
 */
export async function untilShut(
  asker: DiscoveryAsker,
  onProgress: (line: string) => void,
): Promise<DiscoveryLook | undefined> {
  let look = await asker.look();
  if (look?.record.link_enabled) onProgress("The pairing window is open. Do not press the button until it closes.");
  const deadlineMillis = asker.time.now() + MOST_WINDOWS * WINDOW_MILLIS + SLACK_MILLIS;
  while (look?.record.link_enabled && asker.time.now() < deadlineMillis) look = await nextLook(asker, deadlineMillis);
  if (!look) return undefined;
  const isShut = !look.record.link_enabled;
  asker.expect("discovery.default", isShut, {
    expected: "link_enabled false unless somebody presses the button",
    found: windowOf(look.record),
  });
  return isShut ? look : undefined;
}

export const windowOf = ({ link_enabled, link_remian_ms }: DiscoveryRecord): string =>
  shown({ link_enabled, link_remian_ms });

/** Checks that the window opens for ten seconds: as many as are left, given when it was last seen shut. */
export function checkOpened(asker: DiscoveryAsker, shut: DiscoveryLook, opened: DiscoveryLook): void {
  const { link_remian_ms: left } = opened.record;
  const passedAtMost = opened.receivedMillis - shut.sentMillis;
  asker.expect("pairing.opens", left >= WINDOW_MILLIS - passedAtMost - CLOCKS_MILLIS, {
    expected: `10000 ms minus at most ${Math.round(passedAtMost)} ms since it was closed`,
    found: `${left} ms`,
  });
}

/** Looks at an open window until its end, and checks that it counts down, and shuts when it says. */
export async function watchToItsEnd(asker: DiscoveryAsker, opened: DiscoveryLook): Promise<void> {
  const first = opened.record.link_remian_ms;
  const deadlineMillis = opened.receivedMillis + WINDOW_MILLIS + SLACK_MILLIS;
  const wrong: string[] = [];
  let last = opened;
  while (last.record.link_enabled && !isLate(opened, last)) {
    const look = await nextLook(asker, deadlineMillis);
    if (!look) break;
    if (look.record.link_enabled && !isCountedDown(opened, last, look))
      wrong.push(`${look.record.link_remian_ms} ms, ${Math.round(look.receivedMillis - opened.sentMillis)} ms later`);
    last = look;
  }
  asker.expect("pairing.counts-down", wrong.length === 0, {
    expected: `${first} ms, decreasing as time passes`,
    found: `${wrong[0]}`,
  });
  const openMillis = last.receivedMillis - opened.sentMillis;
  const isOnTime = !last.record.link_enabled && openMillis >= Math.min(first, WINDOW_MILLIS) - SLACK_MILLIS;
  asker.expect("pairing.shuts", isOnTime, {
    expected: `link_enabled false once the ${first} ms are over`,
    found: `${windowOf(last.record)} after ${Math.round(openMillis)} ms`,
  });
}

/** Whether a window is open though it was seen open more than ten seconds before. */
const isLate = ({ receivedMillis }: DiscoveryLook, { record, sentMillis }: DiscoveryLook): boolean =>
  record.link_enabled && sentMillis - receivedMillis > WINDOW_MILLIS + CLOCKS_MILLIS;

/** Whether as much is left as time passed since the window opened, and not more than at the look before. */
function isCountedDown(opened: DiscoveryLook, before: DiscoveryLook, look: DiscoveryLook): boolean {
  const [first, left] = [opened.record.link_remian_ms, look.record.link_remian_ms];
  const [least, most] = [look.sentMillis - opened.receivedMillis, look.receivedMillis - opened.sentMillis];
  const isInTime = left <= Math.max(0, first - least) + SLACK_MILLIS && left >= first - most - SLACK_MILLIS;
  return isInTime && left <= before.record.link_remian_ms;
}
