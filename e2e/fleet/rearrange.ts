import type { FleetLab, LabGateway } from "./fleet-lab.ts";

/** Takes from every home, and adds to every home. */
export async function rearrange({ gateways }: FleetLab): Promise<void> {
  await Promise.all(gateways.map(rearrangeHome));
}

/** Lets a lamp in that is new, and one that was removed. New simulated lamps have the same ids everywhere: only one gateway. */
export async function letIn({ gateways }: FleetLab): Promise<void> {
  await gateways.at(-1)?.luxgate("join", "--seconds", "1");
}

async function rearrangeHome({ name, luxgate }: LabGateway): Promise<void> {
  const number = name.replace(/\D/g, "");
  await Promise.all([
    luxgate("device", "remove", `Spare of floor ${number}`, "--force", "--yes"),
    luxgate("scene", "remove", `Morning ${number}`, "--yes"),
    luxgate("scene", "add", `Hall ${number}`, `Night ${number}`, "#112233"),
    luxgate("room", "add", `Pantry ${number}`),
  ]);
}
