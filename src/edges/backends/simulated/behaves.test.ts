import { behavesAsBackend } from "../../../../test/support/backends/behaves-as-backend.ts";
import { Simulation } from "../../../../test/support/gateway/simulation.ts";

behavesAsBackend("the simulated back end", async () => {
  const simulation = new Simulation();
  const { backend, plainHome, clock, reports } = simulation;
  return {
    backend,
    home: plainHome.home,
    reports,
    submit: (change) => plainHome.submit(change),
    settle: async () => simulation.settle(),
    setReachable: async (deviceId, isReachable) => {
      backend.happen({ kind: isReachable ? "online" : "offline", deviceId });
    },
    useWallSwitch: async ({ deviceId }, on) => {
      backend.happen({ kind: "switch", deviceId, to: on ? "on" : "off" });
    },
    /** Devices turn up by themselves while joining is open. */
    askToJoin: async () => clock.advance(10_000),
  };
});
