import { Icon } from "../parts/icon.tsx";

/** In the place of the views that only an operator has: how to become one. */
export const ForOperators = () => (
  <div class="waiting">
    <h1>For operators</h1>
    <p>
      Run <code>luxgate open</code> on the gateway's machine and follow its link, or its QR code, within a minute, in
      the browser that is to be the operator's: this one, or your phone's.
    </p>
    <p>An operator also sees devices, clients and traffic, and may do all that the gateway's commands can.</p>
  </div>
);

/** The way there, where an operator has those views. */
export const OperatorEntry = ({ isOpen }: { readonly isOpen: boolean }) => (
  <a href="#/devices" aria-current={isOpen ? "page" : undefined}>
    <Icon name="clients" />
    <span>Operator</span>
  </a>
);
