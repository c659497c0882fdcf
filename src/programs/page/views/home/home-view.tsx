import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { useParts } from "../../page-parts.ts";
import { Button } from "../../parts/controls.tsx";
import { GroupControl } from "./group-control.tsx";
import { LampCount, RoomSection } from "./room-section.tsx";

/** How many lamps are drawn in one frame: first those of the first screens, then the others. */
const LAMPS_AT_ONCE = 60;

/** The home: the whole house, then room by room. */
export function HomeView() {
  const { model, follower, preferences } = useParts();
  const roomIds = model.roomIds.value;
  const drawn = useGrowingCount(roomIds);
  useUnconfirmedLamps();
  if (follower.state.value === "locked") return <Locked />;
  if (!model.isKnown.value) return <p class="waiting">Loading the lamps …</p>;
  return (
    <div class="home" data-layout={preferences.layout.value}>
      <h1 class="only-read">Home</h1>
      <WholeHouse />
      {roomIds.slice(0, drawn).map((id) => (
        <RoomSection key={id} roomId={id} />
      ))}
      <NothingFound />
    </div>
  );
}

/** An operator sees which lamps have not confirmed what is shown of them. */
function useUnconfirmedLamps(): void {
  const { access, unconfirmed } = useParts();
  const isOperator = access.isOperator.value;
  useEffect(() => (isOperator ? unconfirmed.watch() : undefined), [isOperator, unconfirmed]);
}

/** For a gateway that needs a key for reads too. */
function Locked() {
  const { follower, pairing } = useParts();
  return (
    <div class="waiting">
      <h1>Home</h1>
      <p>This gateway shows the home only to paired clients.</p>
      <Button look="strong" onPress={() => void pairing.begin(() => follower.start())}>
        Pair this browser
      </Button>
    </div>
  );
}

/** How many of the rooms are drawn by now. */
function useGrowingCount(roomIds: readonly string[]): number {
  const { model } = useParts();
  const [drawn, setDrawn] = useState(0);
  const nextAfter = (count: number) => {
    let lamps = 0;
    let next = count;
    while (next < roomIds.length && lamps < LAMPS_AT_ONCE) {
      lamps += model.membersIn(roomIds[next] ?? "").peek().lamps.length + 1;
      next += 1;
    }
    return next;
  };
  const now = drawn === 0 ? nextAfter(0) : drawn;
  // An ordinary effect runs after the next frame, so that rooms would be added in every second frame only.
  useLayoutEffect(() => {
    if (drawn >= roomIds.length) return;
    const frame = requestAnimationFrame(() => setDrawn(nextAfter(now)));
    return () => cancelAnimationFrame(frame);
  });
  return now;
}

function WholeHouse() {
  const { model } = useParts();
  const roomId = model.wholeHouseId.value;
  const groupId = roomId === undefined ? undefined : model.groupIdOf(roomId);
  if (roomId === undefined || groupId === undefined) return null;
  return (
    <section class="house" aria-label="Whole house">
      <div>
        <p class="house-name">Whole house</p>
        <LampCount roomId={roomId} />
      </div>
      <GroupControl groupId={groupId} name="the whole house" />
    </section>
  );
}

/** For a search without results: a text that CSS shows if no room stands before it. */
function NothingFound() {
  const { search } = useParts();
  return <p class="waiting nothing-found">{search.value ? `No results for “${search.value}”.` : "No lamps yet."}</p>;
}
