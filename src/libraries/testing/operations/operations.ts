import { DEVICE_OPERATIONS } from "./device-operations.ts";
import { GATEWAY_OPERATIONS } from "./gateway-operations.ts";
import { REQUEST_OPERATIONS } from "./request-operations.ts";

/**
 * Everything that a test can do with its gateway. The members of `luxgate/testing` and the control address of
 * `luxgate sandbox` follow from this table.
 */
export const OPERATIONS = { ...GATEWAY_OPERATIONS, ...REQUEST_OPERATIONS, ...DEVICE_OPERATIONS };
