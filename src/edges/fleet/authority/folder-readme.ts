import { SEED_FILES } from "./fleet-folder.ts";

/** What an operator finds beside the keys of a fleet. */
export const folderReadme = (name: string): string => `The keys of the Luxgate fleet "${name}"
${"=".repeat(31 + name.length)}

Whoever has these files controls every lamp of the fleet. They were made by "luxgate fleet init".
Keep this folder on one computer that only the fleet's operators use. Never copy it to a server or a gateway.

Files, and where each must live
-------------------------------

${SEED_FILES.operator}
    The root of all trust. Only "luxgate fleet rotate accounts" needs it.
    Move it to an offline medium, such as two USB sticks in two safes. Delete it here.

${SEED_FILES.accounts}
    Signs the fleet's accounts. "luxgate fleet setup", "renew", "remove", "remove-front" and "rotate" need it.

${SEED_FILES.gateway}
    Signs the credentials of gateways. "luxgate fleet add" and "renew" need it.

${SEED_FILES.leaf}
    Signs the credentials of gateways behind leaf nodes. "luxgate fleet add --leaf" and "renew --leaf" need it.

${SEED_FILES.front}
    Signs the credentials of fronts. "luxgate fleet add-front" needs it.

${SEED_FILES.command}, ${SEED_FILES.system}
    Sign command.creds and system.creds. Only "luxgate fleet rotate" needs them: they can be offline too.

command.creds
    Every "luxgate fleet" command needs it. It can read and change the fleet's data, but cannot make credentials.

system.creds
    "luxgate fleet setup", "servers", "renew", "remove", "remove-front" and "rotate" need it, to ask the servers and to give
    them accounts.

fleet.json
    The fleet's identity, public keys, addresses of the servers, which credentials were made for each gateway and front,
    which are revoked, and which keys of clients are. Not secret, but all commands need it.

credentials/
    Credentials that were made for gateways and fronts. Move each file to its machine, mode 600, and delete it here.
    Exception: keep copies of the files of gateways behind a leaf node. "luxgate fleet leaf" needs them again.

servers/
    Configurations of nats-server. Copy one folder to /etc/nats on each server. cluster.conf is secret: it holds the
    password by which the servers of a cluster know each other. The other files are not.

Back up
-------

Copy this folder to an encrypted medium after "init", and after each "add", "remove", "renew", "rotate" and "keys revoke".
If you lose it, the fleet keeps working, but nobody can add or revoke a gateway: you must make a new fleet and enrol
every gateway again.

The fleet's data (identity, gateways, keys of clients) is in the servers. Back it up with: luxgate fleet backup <file>

Rotate
------

To replace a signing key, make a new one, make new credentials, then end the former key:

    luxgate fleet rotate gateway
    luxgate fleet renew "Floor 3"            for every gateway
    luxgate fleet rotate gateway --end-old

Former keys stay valid until the last command, however many there are. It needs the newest seed in this folder.
"renew" revokes a gateway's former credentials at once: copy the new file to the gateway and restart it. Meanwhile the
gateway still serves its own home. For the other keys, the second step differs: see "luxgate fleet rotate --help".

If ${SEED_FILES.accounts} was stolen, run "luxgate fleet rotate accounts" (this needs ${SEED_FILES.operator}), copy the new
fleet.conf to every server, restart the servers one after the other, run "luxgate fleet setup", and then do the same
with "luxgate fleet rotate accounts --end-old". To replace ${SEED_FILES.operator} itself, make a new fleet.
`;
