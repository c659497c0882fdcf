import { createSocket } from "node:dgram";
import { once } from "node:events";
import { codeOf } from "../../../shared/error-code.ts";

/** What a kernel without IPv6 answers; one that has it switched off for its networks still opens sockets. */
const NO_IPV6 = "EAFNOSUPPORT";

/** Matter needs IPv6; of a machine that has none, matter.js says only that its mDNS is unavailable. */
export async function refuseWithoutIpv6(): Promise<void> {
  const socket = createSocket({ type: "udp6", ipv6Only: true });
  try {
    socket.bind();
    await once(socket, "listening");
  } catch (fault) {
    if (codeOf(fault) !== NO_IPV6) return;
    throw new Error(
      "this machine has no IPv6, which Matter needs. Enable IPv6 in its kernel (such as by removing ipv6.disable=1 from the kernel command line), and restart it",
    );
  } finally {
    socket.close();
  }
}
