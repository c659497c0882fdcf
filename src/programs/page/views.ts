import type { ComponentType } from "preact";
import { lazily } from "./lazily.tsx";
import type { IconName } from "./parts/icon.tsx";
import type { ViewName } from "./route.ts";
import { HomeView } from "./views/home/home-view.tsx";

interface View {
  readonly label: string;
  readonly icon: IconName;
  readonly isForAll: boolean;
  /** Whether most people seldom need it: an operator's phone has no room for it beside the others. */
  readonly isSeldom: boolean;
  /** Whether the page of a front has it, or that of a gateway, or both. */
  readonly at: "both" | "front" | "gateway";
  readonly content: ComponentType;
}

/** Only the home is there from the start; each other view is loaded when somebody opens it. */
export const VIEWS: Readonly<Record<ViewName, View>> = {
  gateways: {
    label: "Gateways",
    icon: "gateways",
    isForAll: true,
    isSeldom: false,
    at: "front",
    content: lazily(async () => (await import("./views/gateways/gateways-view.tsx")).GatewaysView),
  },
  home: { label: "Home", icon: "home", isForAll: true, isSeldom: false, at: "both", content: HomeView },
  devices: {
    label: "Devices",
    icon: "devices",
    isForAll: false,
    isSeldom: false,
    at: "gateway",
    content: lazily(async () => (await import("./views/devices/devices-view.tsx")).DevicesView),
  },
  history: {
    label: "History",
    icon: "history",
    isForAll: false,
    isSeldom: false,
    at: "gateway",
    content: lazily(async () => (await import("./views/history/history-view.tsx")).HistoryView),
  },
  clients: {
    label: "Clients",
    icon: "clients",
    isForAll: false,
    isSeldom: false,
    at: "both",
    content: lazily(async () => (await import("./views/clients/clients-view.tsx")).ClientsView),
  },
  traffic: {
    label: "Traffic",
    icon: "traffic",
    isForAll: false,
    isSeldom: true,
    at: "both",
    content: lazily(async () => (await import("./views/traffic/traffic-view.tsx")).TrafficView),
  },
  faults: {
    label: "Faults",
    icon: "faults",
    isForAll: false,
    isSeldom: true,
    at: "gateway",
    content: lazily(async () => (await import("./views/faults/faults-view.tsx")).FaultsView),
  },
  api: {
    label: "API",
    icon: "api",
    isForAll: true,
    isSeldom: true,
    at: "both",
    content: lazily(async () => (await import("./views/api/api-view.tsx")).ApiView),
  },
  about: {
    label: "About",
    icon: "about",
    isForAll: true,
    isSeldom: true,
    at: "both",
    content: lazily(async () => (await import("./views/about/about-view.tsx")).AboutView),
  },
};
