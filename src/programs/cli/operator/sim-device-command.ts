import { Argument, type Command } from "commander";
import { ask, type OperatorOptions, operatorCommand, saySentence } from "./operator-command.ts";
import { count, millis } from "./sim-arguments.ts";

/** `luxgate sim offline` and `luxgate sim online` */
export const reachCommand = (name: "offline" | "online", description: string): Command =>
  operatorCommand(name, description)
    .argument("<device>")
    .action(async (device: string, options: OperatorOptions) => {
      saySentence(options, await ask(options, `sim.${name}`, { device }));
    });

/** `luxgate sim lose-next` */
export const loseNextCommand = (): Command =>
  operatorCommand("lose-next", "Lose the next commands to a device.")
    .argument("<device>")
    .argument("[count]", "number of commands", count, 1)
    .action(async (device: string, howMany: number, options: OperatorOptions) => {
      saySentence(options, await ask(options, "sim.lose-next", { device, count: howMany }));
    });

/** `luxgate sim latency` and `luxgate sim report-late` */
export const delayCommand = (name: "latency" | "report-late", description: string): Command =>
  operatorCommand(name, description)
    .argument("<device>", 'a device, or "all"')
    .argument("<milliseconds>", "delay in milliseconds", millis)
    .action(async (device: string, howLong: number, options: OperatorOptions) => {
      saySentence(options, await ask(options, `sim.${name}`, { device, millis: howLong }));
    });

/** `luxgate sim switch` */
export const switchCommand = (): Command =>
  operatorCommand("switch", "Simulate a press of a device's wall switch.")
    .argument("<device>")
    .addArgument(new Argument("[to]", "new state").choices(["on", "off", "toggle"]).default("toggle"))
    .action(async (device: string, to: "on" | "off" | "toggle", options: OperatorOptions) => {
      saySentence(options, await ask(options, "sim.switch", { device, to }));
    });
