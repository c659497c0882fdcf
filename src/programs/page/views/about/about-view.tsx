import { useEffect, useState } from "preact/hooks";
import type { WireBridge } from "../../../../libraries/client/types.ts";
import { SignOut } from "../../access/sign-out.tsx";
import { useParts } from "../../page-parts.ts";
import { Backup } from "./backup.tsx";
import { Status } from "./status.tsx";

/** Facts about the gateway. */
export function AboutView() {
  const { access, fleet } = useParts();
  const isOperator = access.isOperator.value;
  return (
    <div class="view">
      <h1>About</h1>
      <section class="card">
        <h2>This {fleet.isFront ? "fleet" : "gateway"}</h2>
        <Bridge />
        {isOperator && (
          <div class="row-actions">
            <SignOut />
          </div>
        )}
      </section>
      {isOperator && <Status />}
      {isOperator && !fleet.isFront && <Backup />}
    </div>
  );
}

function Bridge() {
  const { access } = useParts();
  const [bridge, setBridge] = useState<WireBridge | undefined>(undefined);
  useEffect(() => {
    access.client.listBridges().then(
      ([first]) => setBridge(first),
      () => undefined,
    );
  }, [access]);
  return (
    <dl class="facts">
      <dt>Name</dt>
      <dd>{bridge?.name ?? " "}</dd>
      <dt>Version</dt>
      <dd>{bridge?.version ?? " "}</dd>
      <dt>Model</dt>
      <dd>{bridge?.model ?? " "}</dd>
      <dt>Address</dt>
      <dd>{location.origin}</dd>
      <dt>MAC address</dt>
      <dd>{bridge?.mac ?? " "}</dd>
      <dt>This browser</dt>
      <dd>
        {access.isOperator.value
          ? "operator"
          : access.isPaired.value
            ? "paired client"
            : "visitor (can view, and can pair to change lamps)"}
      </dd>
    </dl>
  );
}
