/** The longest name that a subject's part is made of here. */
const NAME = /^[a-z0-9]{1,32}$/;

const JWT = /-----BEGIN NATS USER JWT-----\s+[\w-]+\.([\w-]+)\.[\w-]+\s/;

/** Whose credentials a file holds: the id of a gateway, a front or an operator; undefined for another text. */
export function nameInCredentials(text: string): string | undefined {
  const [, claims = ""] = JWT.exec(text) ?? [];
  try {
    const { name } = JSON.parse(Buffer.from(claims, "base64url").toString("utf8"));
    return typeof name === "string" && NAME.test(name) ? name : undefined;
  } catch {
    return undefined;
  }
}

/** What holders of credentials are in a fleet: by the first letter of their ids. */
const HOLDERS = { g: "gateway", f: "front", c: "operator", s: "operator" } as const;
export type Holder = (typeof HOLDERS)[keyof typeof HOLDERS];

/** What an id is of that `luxgate fleet` has made; undefined for another text. */
export function holderOf(id: string): Holder | undefined {
  const [, letter] = /^([gfcs])[a-z2-7]{12}$/.exec(id) ?? [];
  return letter === undefined ? undefined : HOLDERS[letter as keyof typeof HOLDERS];
}
