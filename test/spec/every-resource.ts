import type { HttpClient, Wire } from "../support/http/http-client.ts";

/** What a gateway answers of one kind of resource. */
export interface EveryResource {
  /** As the list gives them. */
  readonly listed: readonly Wire[];
  /** As they are read one by one. */
  readonly read: readonly Wire[];
  /** Both. */
  readonly all: readonly Wire[];
}

/** Reads a list, and then each of its resources alone. */
export async function everyResource(client: HttpClient, type: string, query = ""): Promise<EveryResource> {
  const listed = await client.list(`${type}${query}`);
  const read = await Promise.all(listed.map(({ id }) => client.one(`${type}/${id}`)));
  return { listed, read, all: [...listed, ...read] };
}
