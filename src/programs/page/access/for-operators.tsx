import { useEffect } from "preact/hooks";
import { lazily } from "../lazily.tsx";
import { useParts } from "../page-parts.ts";
import { Icon } from "../parts/icon.tsx";
import { addressOf } from "../route.ts";
import { LINK_COMMAND } from "./link-command.ts";

const AskToSignIn = lazily(async () => (await import("./ask-to-sign-in.tsx")).AskToSignIn);

/** Shown instead of the views that only an operator has: how to sign in. */
export function ForOperators() {
  const { fleet } = useParts();
  // Whoever was signed out may have been far down another view.
  useEffect(() => scrollTo(0, 0), []);
  return (
    <div class="waiting sign-in">
      <h1>Sign in as operator</h1>
      <p>
        {fleet.isFront
          ? "Operators can see clients and traffic, open pairing, and revoke keys and sessions."
          : "Operators can edit rooms, scenes and names, see all devices and their history, decide who may control the home, and do everything else that the gateway's commands can do."}
      </p>
      <AskToSignIn />
      <section class="card">
        <h2>Use a link</h2>
        <p>
          Run <code>{LINK_COMMAND}</code> on the {fleet.isFront ? "operator's computer" : "gateway's machine"}. Within a
          minute, open the link in the browser that should be signed in, or scan the QR code with your phone.
        </p>
      </section>
    </div>
  );
}

/** The link to it, in the place of the operator's views. */
export function OperatorEntry({ isOpen }: { readonly isOpen: boolean }) {
  const { fleet } = useParts();
  return (
    <a
      href={addressOf(fleet.isFront ? "clients" : "devices", fleet.gatewayId.value)}
      aria-current={isOpen ? "page" : undefined}
    >
      <Icon name="clients" />
      <span>Operator</span>
    </a>
  );
}
