// Runs inside a network namespace: finds gateways with the client whose file it is given, reads their lights, and follows
// the home of each. What it finds and hears it says in lines.
const { connect, discover } = await import(process.argv[2]);

const found = await discover({ timeoutMillis: 1_500, onFound: ({ ip }) => console.log(`heard ${ip}`) });
for (const gateway of found) {
  const client = connect(gateway);
  const lights = await client.listLights();
  console.log(`found ${gateway.mac} ${gateway.ip} ${lights.length} lights`);
  void follow(gateway.mac, client);
}
console.log(`all ${found.length}`);

async function follow(mac, client) {
  const onState = ({ state, address }) => console.log(`${mac} ${state} ${address}`);
  for await (const { kind, home } of client.watch({ onState, silenceMillis: 3_000 })) {
    console.log(`${mac} ${kind} ${home.lights.size} lights`);
  }
}
