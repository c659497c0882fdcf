import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { ForOperators, OperatorEntry } from "./access/for-operators.tsx";
import { PairingDialog } from "./access/pairing-dialog.tsx";
import { ConnectionLine } from "./connection-line.tsx";
import { lazily } from "./lazily.tsx";
import { MessageList } from "./message-list.tsx";
import { useParts } from "./page-parts.ts";
import { Icon, type IconName } from "./parts/icon.tsx";
import type { ViewName } from "./route.ts";
import { TopBar } from "./top-bar.tsx";
import { HomeView } from "./views/home/home-view.tsx";

interface View {
  readonly label: string;
  readonly icon: IconName;
  readonly isForAll: boolean;
  readonly content: ComponentType;
}

/** Only the home is there from the start; each other view is loaded when somebody opens it. */
const VIEWS: Readonly<Record<ViewName, View>> = {
  home: { label: "Home", icon: "home", isForAll: true, content: HomeView },
  devices: {
    label: "Devices",
    icon: "devices",
    isForAll: false,
    content: lazily(async () => (await import("./views/devices/devices-view.tsx")).DevicesView),
  },
  clients: {
    label: "Clients",
    icon: "clients",
    isForAll: false,
    content: lazily(async () => (await import("./views/clients/clients-view.tsx")).ClientsView),
  },
  traffic: {
    label: "Traffic",
    icon: "traffic",
    isForAll: false,
    content: lazily(async () => (await import("./views/traffic/traffic-view.tsx")).TrafficView),
  },
  faults: {
    label: "Faults",
    icon: "faults",
    isForAll: false,
    content: lazily(async () => (await import("./views/faults/faults-view.tsx")).FaultsView),
  },
  about: {
    label: "About",
    icon: "about",
    isForAll: true,
    content: lazily(async () => (await import("./views/about/about-view.tsx")).AboutView),
  },
};

const LampSheet = lazily(async () => (await import("./views/lamp/lamp-sheet.tsx")).LampSheet);

/** What surrounds every view. */
export function Frame() {
  const { route, opened } = useParts();
  return (
    <div class="frame">
      <SkipLink />
      <TopBar />
      <Navigation />
      <main id="main" tabIndex={-1}>
        <CurrentView key={route.value} name={route.value} />
      </main>
      <ConnectionLine />
      <MessageList above={0} />
      <PairingDialog />
      {opened.value && <LampSheet key={opened.value.lightId} />}
    </div>
  );
}

function CurrentView({ name }: { readonly name: ViewName }) {
  const { access } = useParts();
  const { label, isForAll, content: Content } = VIEWS[name];
  useEffect(() => {
    document.title = name === "home" ? "Luxgate" : `${label} · Luxgate`;
  }, [name, label]);
  if (isForAll || access.isOperator.value) return <Content />;
  return access.isKnown.value ? <ForOperators /> : null;
}

function Navigation() {
  const { route, access } = useParts();
  const isOperator = access.isOperator.value;
  const views = Object.entries(VIEWS).filter(([, { isForAll }]) => isForAll || isOperator);
  return (
    <nav class="views" aria-label="Views">
      {/* None before it is known which, so that none moves. */}
      {(access.isKnown.value ? views : []).map(([name, { label, icon }]) => (
        <a key={name} href={`#/${name}`} aria-current={route.value === name ? "page" : undefined}>
          <Icon name={icon} />
          <span>{label}</span>
        </a>
      ))}
      {access.isKnown.value && !isOperator && <OperatorEntry isOpen={!VIEWS[route.value].isForAll} />}
    </nav>
  );
}

/** A button, as the address says what view is shown. */
const SkipLink = () => (
  <button type="button" class="skip" onClick={() => document.getElementById("main")?.focus()}>
    Skip to content
  </button>
);
