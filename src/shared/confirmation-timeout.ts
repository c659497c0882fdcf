/** How long a device has, from its last command on, to confirm its commands before those are put back. */
export const CONFIRMATION_TIMEOUT_MILLIS = 10_000;
