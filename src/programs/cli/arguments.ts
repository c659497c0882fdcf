import { isIP, isIPv4 } from "node:net";
import { InvalidArgumentError } from "commander";
import { proxyProblem } from "../../edges/http/forwarding.ts";
import { originProblem } from "../../edges/http/origin-rules.ts";
import { parseServiceType } from "../../edges/mdns/service-type.ts";
import { type BrokerAddress, parseBrokerUrl } from "../../edges/mqtt/connection/broker-address.ts";
import { fileRefusal } from "../../shared/folder-trust.ts";
import { givenText } from "../../shared/given-file.ts";
import { CommandFault } from "./command-fault.ts";

/** Each parses one argument, or throws what was expected. */
export function port(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65535)
    throw new InvalidArgumentError("Expected a port from 0 to 65535.");
  return Number(text);
}

/** A port that another program listens on. */
export function askedPort(text: string): number {
  if (Number(text) === 0) throw new InvalidArgumentError("Expected a port from 1 to 65535.");
  return port(text);
}

export function address(text: string): string {
  if (!isIP(text)) throw new InvalidArgumentError("Expected an IP address, such as 0.0.0.0 or 127.0.0.1.");
  return text;
}

export function ipv4(text: string): string {
  if (!isIPv4(text)) throw new InvalidArgumentError("Expected an IPv4 address, such as 192.168.1.20.");
  return text;
}

export function mac(text: string): string {
  if (/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/i.test(text)) return text.toUpperCase();
  throw new InvalidArgumentError("Expected six pairs of hexadecimal digits, such as 02:00:00:12:34:56.");
}

export function folder(text: string): string {
  if (text === "") throw new InvalidArgumentError("Expected a folder, such as ./state.");
  return text;
}

export const DAY_MILLIS = 24 * 60 * 60 * 1000;

/** A time between two things that happen again and again, in milliseconds. */
export function interval(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,3})([mhd])$/.exec(text) ?? [];
  if (unit === undefined) throw new InvalidArgumentError("Expected a time such as 30m, 12h or 1d.");
  return Number(count) * { m: 60_000, h: 3_600_000, d: DAY_MILLIS }[unit as "m" | "h" | "d"];
}

export function keptCount(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Expected a number from 1 to 9999.");
}

export function seconds(text: string): number {
  if (!/^\d{1,3}(\.\d+)?$/.test(text))
    throw new InvalidArgumentError("Expected a number of seconds, such as 2 or 0.5.");
  return Number(text);
}

/** Commander repeats an argument that is found wrong, and this one may hold a password. */
export function brokerUrl(text: string): BrokerAddress {
  const parsed = parseBrokerUrl(text);
  if ("problem" in parsed) throw new CommandFault([`error: option '--mqtt-url <url>' is invalid. ${parsed.problem}`]);
  return parsed;
}

/** All CA certificates that a system trusts take about half of this. */
const MOST_CERTIFICATE_BYTES = 1024 * 1024;

export function certificate(path: string): string {
  const refusal = fileRefusal(path);
  if (refusal !== undefined) throw new InvalidArgumentError(`Expected a trusted file, but ${refusal}.`);
  const text = givenText(path, MOST_CERTIFICATE_BYTES);
  if (typeof text === "string" && text.includes("-----BEGIN CERTIFICATE-----")) return text;
  const reason = typeof text === "string" ? "it contains no certificate" : text.unreadable;
  throw new InvalidArgumentError(`Expected a readable file with a certificate in PEM (${reason}).`);
}

export function serviceType(text: string): string {
  const parsed = parseServiceType(text);
  if ("problem" in parsed) throw new InvalidArgumentError(parsed.problem);
  return parsed.type;
}

/** Addresses or networks of proxies; may be repeated, or separated by commas. */
export function proxies(text: string, previous: readonly string[]): readonly string[] {
  const given = text.split(",").map((one) => one.trim());
  for (const one of given) {
    const problem = proxyProblem(one);
    if (problem !== undefined) throw new InvalidArgumentError(problem);
  }
  return [...previous, ...given];
}

/** Origins of web pages; may be repeated, or separated by commas. */
export function origins(text: string, previous: readonly string[]): readonly string[] {
  const given = text.split(",").map((one) => one.trim());
  for (const one of given) {
    const problem = originProblem(one);
    if (problem !== undefined) throw new InvalidArgumentError(problem);
  }
  return [...previous, ...given];
}

export function connectionCount(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError("Expected a number of connections from 1 to 99999.");
  return Number(text);
}

/** A vendor's or product's number, as Matter writes it. */
export function matterId(text: string): number {
  const id = /^(0x[0-9a-f]{1,4}|\d{1,5})$/i.test(text) ? Number(text) : 0;
  if (id >= 1 && id <= 0xffff) return id;
  throw new InvalidArgumentError("Expected a number from 1 to 65535, such as 0xFFF1.");
}

export function lampCount(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Expected a number of lamps from 1 to 9999.");
}

/** May be repeated, or separated by commas. */
export const names = (text: string, previous: readonly string[]): readonly string[] => [
  ...previous,
  ...text.split(",").map((name) => name.trim()),
];
