/** Which parts of a value are taken: all of it, or these fields. */
type Selection = true | { readonly [field: string]: Selection };

/** The parts of `bridge/info` that say how a bridge talks; most of the rest is how its owner set up the machine. */
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

export const reducedInfo = (info: unknown): unknown => selected(info, INFO);

/** In older versions some of these are a mere yes or no; lists and texts where fields are expected are set aside. */
function selected(value: unknown, selection: Selection): unknown {
  if (selection === true || typeof value === "boolean" || value === null) return value;
  if (typeof value !== "object" || Array.isArray(value)) return undefined;
  const fields = Object.entries(value).flatMap(([name, inner]) => {
    const inside = Object.hasOwn(selection, name) ? selection[name] : undefined;
    const taken = inside === undefined ? undefined : selected(inner, inside);
    return taken === undefined ? [] : [[name, taken] as const];
  });
  return Object.fromEntries(fields);
}
