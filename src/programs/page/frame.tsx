import { useEffect } from "preact/hooks";
import { ForOperators } from "./access/for-operators.tsx";
import { PairingDialog } from "./access/pairing-dialog.tsx";
import { ConnectionLine } from "./connection-line.tsx";
import { lazily } from "./lazily.tsx";
import { MessageList } from "./message-list.tsx";
import { Navigation } from "./navigation.tsx";
import { useParts } from "./page-parts.ts";
import type { ViewName } from "./route.ts";
import { useShownView } from "./shown-view.ts";
import { TopBar } from "./top-bar.tsx";
import { VIEWS } from "./views.ts";

const Details = lazily(async () => (await import("./views/lamp/details.tsx")).Details);

/** What surrounds every view. */
export function Frame() {
  const { opened } = useParts();
  const view = useShownView();
  return (
    <div class="frame">
      <SkipLink />
      <TopBar />
      <Navigation />
      <main id="main" tabIndex={-1}>
        <CurrentView key={view} name={view} />
      </main>
      <ConnectionLine />
      <MessageList />
      <PairingDialog />
      {opened.value && <Details />}
    </div>
  );
}

function CurrentView({ name }: { readonly name: ViewName }) {
  const { access, fleet, model, roomId } = useParts();
  const { label, isForAll, at, content: Content } = VIEWS[name];
  const room = model.roomName(roomId.value ?? "");
  const title = name === "home" ? room || fleet.chosen.value?.name : label;
  useEffect(() => {
    document.title = title === undefined ? "Luxgate" : `${title} · Luxgate`;
  }, [title]);
  if (at === "gateway" && fleet.isFront) return <NotAtFront />;
  if (isForAll || access.isOperator.value) return <Content />;
  return access.isKnown.value ? <ForOperators /> : null;
}

/** For views that only a gateway has. */
const NotAtFront = () => (
  <div class="waiting">
    <h1>Not available here</h1>
    <p>
      This is a front of a fleet. Open the page of the gateway itself, or use <code>luxgate fleet</code> on the
      operator's computer.
    </p>
  </div>
);

/** A button, as the address says what view is shown. */
const SkipLink = () => (
  <button type="button" class="skip" onClick={() => document.getElementById("main")?.focus()}>
    Skip to content
  </button>
);
