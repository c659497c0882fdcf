/** Which parts of a value are recorded: all of it, or these fields. */
type Selection = true | { readonly [field: string]: Selection };

/** The settings in `bridge/info` that decide what a bridge publishes; most others describe the machine of its owner. */
const INFO: Selection = {
  version: true,
  coordinator: { ieee_address: true, type: true },
  network: { pan_id: true, extended_pan_id: true, channel: true },
  permit_join: true,
  permit_join_end: true,
  permit_join_timeout: true,
  restart_required: true,
  config: {
    advanced: {
      output: true,
      cache_state: true,
      cache_state_persistent: true,
      last_seen: true,
      elapsed: true,
      availability_timeout: true,
    },
    availability: { enabled: true, active: { timeout: true }, passive: { timeout: true } },
    homeassistant: { enabled: true },
    mqtt: { include_device_information: true, force_disable_retain: true },
    device_options: { retain: true, qos: true, optimistic: true, transition: true },
  },
};

export const selectInfo = (info: unknown): unknown => select(info, INFO);

/** In older versions some of these objects are booleans; lists and texts in place of objects are dropped. */
function select(value: unknown, selection: Selection): unknown {
  if (selection === true || typeof value === "boolean" || value === null) return value;
  if (typeof value !== "object" || Array.isArray(value)) return undefined;
  const fields = Object.entries(value).flatMap(([name, inner]) => {
    const inside = Object.hasOwn(selection, name) ? selection[name] : undefined;
    const taken = inside === undefined ? undefined : select(inner, inside);
    return taken === undefined ? [] : [[name, taken] as const];
  });
  return Object.fromEntries(fields);
}
