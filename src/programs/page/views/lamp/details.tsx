import { useParts } from "../../page-parts.ts";
import { LampSheet } from "./lamp-sheet.tsx";
import { SyncSheet } from "./sync-sheet.tsx";

/** The details of the lamp or sync box that is open, if one is. */
export function Details() {
  const { opened } = useParts();
  const open = opened.value;
  if (!open) return null;
  return "lightId" in open ? <LampSheet key={open.lightId} {...open} /> : <SyncSheet key={open.syncBoxId} {...open} />;
}
