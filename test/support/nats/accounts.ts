/** Two accounts as a fleet has them, with passwords instead of credentials: gateways write and answer, and read nothing. */
export const accountsFor = (gatewayIds: readonly string[]): string => `
accounts {
  SYS: { users: [{ user: sys, password: sys }] }
  HUB: {
    jetstream: enabled
    exports: [{ service: "$KV.fleet.>", accounts: [GATEWAYS] }]
    imports: [{ service: { account: GATEWAYS, subject: "lux.cmd.*" } }]
    users: [{ user: operator, password: operator }, { user: front, password: front }]
  }
  GATEWAYS: {
    exports: [{ service: "lux.cmd.*", accounts: [HUB] }]
    imports: [{ service: { account: HUB, subject: "$KV.fleet.>" }, to: "lux.put.>" }]
    users: [${gatewayIds
      .map(
        (id) => `
      { user: ${id}, password: ${id}, permissions: {
        publish: { allow: ["lux.put.${id}.>"] }
        subscribe: { allow: ["_INBOX.${id}.>", "lux.cmd.${id}"] }
        allow_responses: { max: 1, expires: "30s" }
      } }`,
      )
      .join("")}
    ]
  }
}
system_account: SYS`;
