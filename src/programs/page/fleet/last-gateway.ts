import { remembered } from "../remembered.ts";
import { addressOf } from "../route.ts";

const last = remembered("gateway");

export function rememberGateway(gatewayId: string | undefined): void {
  last.value = gatewayId;
}

/** Who opens the page of a front without saying what to see gets the gateway of last time. */
export function recallGateway(): void {
  const gatewayId = last.peek();
  if (location.hash === "" && gatewayId !== undefined) history.replaceState(null, "", addressOf("home", gatewayId));
}

/** Whether the page is that of a front of a fleet: its document says so. */
export const isFrontPage = (): boolean => document.documentElement.hasAttribute("data-front");
