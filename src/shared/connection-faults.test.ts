import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { contained, endOnError, onFirstError } from "./connection-faults.ts";

test("a connection that fails is over, whoever removed a listener of its own before", () => {
  const connection = endOnError(new PassThrough());
  const passing = () => undefined;
  connection.on("error", passing).off("error", passing);
  connection.emit("error", new Error("reset"));
  expect(connection.destroyed).toBe(true);
});

test("a listening socket that fails again is acted upon once", () => {
  const listener = new EventEmitter();
  const acted: string[] = [];
  onFirstError(listener, ({ message }) => acted.push(message));
  listener.emit("error", new Error("first"));
  listener.emit("error", new Error("second"));
  expect(acted).toEqual(["first"]);
});

test("a fault in the work for a connection is reported, and ends that connection", () => {
  const told: unknown[] = [];
  const containment = { end: () => told.push("ended"), onFault: (fault: unknown) => told.push(fault) };
  contained(containment, (word: string) => told.push(word))("done");
  contained(containment, () => {
    throw new Error("unforeseen");
  })();
  expect(told).toEqual(["done", new Error("unforeseen"), "ended"]);
});
