import { errorCode } from "./error-code.ts";

/** Why nobody can listen at an address, in a sentence; undefined for an error that is about something else. */
export function listenProblem(error: unknown): string | undefined {
  const { syscall, port, address } = Object(error);
  if (syscall !== "listen" && syscall !== "bind") return undefined;
  const place = typeof port === "number" && port > 0 ? `Port ${port}` : "A port";
  switch (errorCode(error)) {
    case "EADDRINUSE":
      return `${place} is in use by another program.`;
    case "EACCES":
      return `${place} needs a permission that this user does not have.`;
    case "EADDRNOTAVAIL":
    case "EINVAL":
      return `This machine does not have the address ${address}.`;
    default:
      return `${place} cannot be used (${errorCode(error) ?? "unknown"}).`;
  }
}
