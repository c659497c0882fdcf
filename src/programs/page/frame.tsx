import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { ForOperators, OperatorEntry } from "./access/for-operators.tsx";
import { PairingDialog } from "./access/pairing-dialog.tsx";
import { RequestCount } from "./access/request-count.tsx";
import { ConnectionLine } from "./connection-line.tsx";
import type { Fleet } from "./fleet/fleet.ts";
import { lazily } from "./lazily.tsx";
import { MessageList } from "./message-list.tsx";
import { useParts } from "./page-parts.ts";
import { Icon, type IconName } from "./parts/icon.tsx";
import { addressOf, type ViewName } from "./route.ts";
import { useShownView } from "./shown-view.ts";
import { TopBar } from "./top-bar.tsx";
import { HomeView } from "./views/home/home-view.tsx";

interface View {
  readonly label: string;
  readonly icon: IconName;
  readonly isForAll: boolean;
  /** Whether the page of a front has it, or that of a gateway, or both. */
  readonly at: "both" | "front" | "gateway";
  readonly content: ComponentType;
}

/** Only the home is there from the start; each other view is loaded when somebody opens it. */
const VIEWS: Readonly<Record<ViewName, View>> = {
  gateways: {
    label: "Gateways",
    icon: "gateways",
    isForAll: true,
    at: "front",
    content: lazily(async () => (await import("./views/gateways/gateways-view.tsx")).GatewaysView),
  },
  home: { label: "Home", icon: "home", isForAll: true, at: "both", content: HomeView },
  devices: {
    label: "Devices",
    icon: "devices",
    isForAll: false,
    at: "gateway",
    content: lazily(async () => (await import("./views/devices/devices-view.tsx")).DevicesView),
  },
  history: {
    label: "History",
    icon: "history",
    isForAll: false,
    at: "gateway",
    content: lazily(async () => (await import("./views/history/history-view.tsx")).HistoryView),
  },
  clients: {
    label: "Clients",
    icon: "clients",
    isForAll: false,
    at: "both",
    content: lazily(async () => (await import("./views/clients/clients-view.tsx")).ClientsView),
  },
  traffic: {
    label: "Traffic",
    icon: "traffic",
    isForAll: false,
    at: "both",
    content: lazily(async () => (await import("./views/traffic/traffic-view.tsx")).TrafficView),
  },
  faults: {
    label: "Faults",
    icon: "faults",
    isForAll: false,
    at: "gateway",
    content: lazily(async () => (await import("./views/faults/faults-view.tsx")).FaultsView),
  },
  api: {
    label: "API",
    icon: "api",
    isForAll: true,
    at: "both",
    content: lazily(async () => (await import("./views/api/api-view.tsx")).ApiView),
  },
  about: {
    label: "About",
    icon: "about",
    isForAll: true,
    at: "both",
    content: lazily(async () => (await import("./views/about/about-view.tsx")).AboutView),
  },
};

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
  const room = model.rooms.get(roomId.value ?? "")?.name.value;
  const title = name === "home" ? (room ?? fleet.chosen.value?.name) : label;
  useEffect(() => {
    document.title = title === undefined ? "Luxgate" : `${title} · Luxgate`;
  }, [title]);
  if (at === "gateway" && fleet.isFront) return <NotAtFront />;
  if (isForAll || access.isOperator.value) return <Content />;
  return access.isKnown.value ? <ForOperators /> : null;
}

function Navigation() {
  const { access, fleet } = useParts();
  const shown = useShownView();
  const isOperator = access.isOperator.value;
  const views = Object.keys(VIEWS).filter((name) => isOffered(name as ViewName, { fleet, isOperator }));
  return (
    <nav class="views" aria-label="Views">
      {/* None before it is known which, so that none moves. */}
      {(access.isKnown.value ? views : []).map((name) => (
        <ViewLink key={name} name={name as ViewName} isOpen={shown === name} />
      ))}
      {access.isKnown.value && !isOperator && <OperatorEntry isOpen={!VIEWS[shown].isForAll} />}
    </nav>
  );
}

function ViewLink({ name, isOpen }: { readonly name: ViewName; readonly isOpen: boolean }) {
  const { fleet } = useParts();
  const { label, icon } = VIEWS[name];
  return (
    <a href={addressOf(name, fleet.gatewayId.value)} aria-current={isOpen ? "page" : undefined}>
      <Icon name={icon} />
      <span>{label}</span>
      {name === "clients" && <RequestCount />}
    </a>
  );
}

/** At a front with a choice of gateways, there is a home only once one is chosen. */
function isOffered(
  name: ViewName,
  { fleet, isOperator }: { readonly fleet: Fleet; readonly isOperator: boolean },
): boolean {
  const { isForAll, at } = VIEWS[name];
  if (name === "gateways") return fleet.isMany.value;
  if (name === "home") return !fleet.isMany.value || fleet.gatewayId.value !== undefined;
  return (isForAll || isOperator) && (at === "both" || !fleet.isFront);
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
