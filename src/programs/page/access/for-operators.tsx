import { Icon } from "../parts/icon.tsx";

/** Shown instead of the views that only an operator has: how to sign in. */
export const ForOperators = () => (
  <div class="waiting">
    <h1>Sign in as operator</h1>
    <p>
      Run <code>luxgate open</code> on the gateway's machine. Open its link or scan its QR code within a minute. Use the
      browser in which you want to be signed in: this one, or the one on your phone.
    </p>
    <p>
      An operator also sees devices, clients and traffic, and can do what the gateway's commands can do, except create
      such links.
    </p>
  </div>
);

/** The link to it, in the place of the operator's views. */
export const OperatorEntry = ({ isOpen }: { readonly isOpen: boolean }) => (
  <a href="#/devices" aria-current={isOpen ? "page" : undefined}>
    <Icon name="clients" />
    <span>Operator</span>
  </a>
);
