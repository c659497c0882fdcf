import { Matter } from "@matter/main/model";

const CLUSTERS = ["LevelControl", "ColorControl"];

// Google leaves out transition times, which Matter demands: without them, lamps change at once. It must be said before
// anything is made of the model.
for (const { name, commands } of Matter.clusters) {
  if (!CLUSTERS.includes(name)) continue;
  for (const { fields } of commands) {
    for (const field of fields) if (field.name === "TransitionTime") field.conformance = "O";
  }
}

// A model that can still change is searched whole for every lamp that is added.
Matter.finalize();
