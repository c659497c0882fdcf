import { operatorFetch } from "../access/operator-fetch.ts";

/** What can be of one gateway: the events, and the whole house. */
const OF_ONE = /\/(?:eventstream\/clip\/v2|group_light\/[^/?]+)$/;

/** Asks for the gateway that was chosen, where there is one. */
export const fetchFrom =
  (chosen: { peek(): string | undefined }): typeof fetch =>
  (input, init) => {
    const gatewayId = chosen.peek();
    const isOfOne = gatewayId !== undefined && typeof input === "string" && OF_ONE.test(input);
    return operatorFetch(isOfOne ? `${input}?gateway=${gatewayId}` : input, init);
  };
