/** The bucket of what the gateways have and whether they are there: `<gateway>.<kind>.<id>`. Gateways write it, fronts read it. */
export const FLEET_BUCKET = "fleet";

/** The bucket of the fleet itself: its identity, its gateways, the keys of its clients. Fronts and operators write it. */
export const KEYS_BUCKET = "keys";

/** The stream that is a bucket. */
export const streamOf = (bucket: string): string => `KV_${bucket}`;

/** The subject of an entry of a bucket, for whoever is in the account that has the buckets. */
export const entrySubject = (bucket: string, key: string): string => `$KV.${bucket}.${key}`;

/** The key of an entry, by its subject. */
export const keyOfSubject = (bucket: string, subject: string): string => subject.slice(entrySubject(bucket, "").length);

/** Where gateways put all their entries. */
export const ALL_PUTS = "lux.put.>";

/** Where a gateway puts an entry of its own: an import under another name, as a leaf node carries no subject of a bucket. */
export const putSubject = (gatewayId: string, key: string): string => `lux.put.${gatewayId}.${key}`;

/** Where a gateway takes commands. */
export const commandSubject = (gatewayId: string): string => `lux.cmd.${gatewayId}`;

/** Where answers for somebody come: others may not listen there. */
export const inboxOf = (name: string): string => `_INBOX.${name}`;
