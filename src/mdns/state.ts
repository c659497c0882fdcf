/** How a gateway stands on the network by mDNS. */
export type MdnsState =
  | {
      readonly announced: true;
      /** As it was asked for, or with a number behind it where another one has that name. */
      readonly name: string;
      /** Each is announced on its own network. */
      readonly addresses: readonly string[];
    }
  | { readonly announced: false; readonly reason: string };
