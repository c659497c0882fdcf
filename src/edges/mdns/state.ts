/** Whether a gateway is announced by mDNS. */
export type MdnsState =
  | {
      readonly announced: true;
      /** As requested, or with a number behind it where another gateway has that name. */
      readonly name: string;
      /** Each is announced on its own network. */
      readonly addresses: readonly string[];
    }
  | { readonly announced: false; readonly reason: string };
