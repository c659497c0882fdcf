import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { FleetFolder } from "../../../src/edges/fleet/authority/fleet-folder.ts";
import { makeFleet } from "../../../src/edges/fleet/authority/make-fleet.ts";

/** A folder of a new fleet, as `luxgate fleet init` makes it; whoever asks for it removes its parent. */
export async function newFleetFolder(): Promise<FleetFolder> {
  const folder = new FleetFolder(join(mkdtempSync(join(tmpdir(), "luxgate-fleet-")), "fleet"));
  const place = { hosts: [], dataFolder: "/var/lib/nats", isEncrypted: false };
  await makeFleet(folder, { name: "Grand Hotel", madeAt: new Date("2026-11-18T12:00:00Z"), ...place });
  return folder;
}

/** The same for one test. */
export async function fleetFolder(): Promise<FleetFolder> {
  const folder = await newFleetFolder();
  onTestFinished(() => rmSync(join(folder.path, ".."), { recursive: true, force: true }));
  return folder;
}
