import { DISCOVERY_PORT } from "../discovery.ts";
import { REFUSALS } from "../refusals.ts";

const refusalRows = Object.values(REFUSALS).map(({ status, code, message }) => `| ${status} | ${code} | ${message} |`);

/** What the document says before its operations, as Markdown. */
export const DESCRIPTION = `A local gateway for smart lighting: devices, lights, sync boxes, rooms and scenes over plain HTTP.

## Answers

Every answer is an envelope, \`{"code", "msg", "data"}\`. Only pictures, the event stream and this document are not. \`code\` 0 means success. Flags are 1 for yes and 0 for no. Identifiers are UUIDs in upper case; requests with them are case-insensitive.

HEAD works wherever GET does. OPTIONS works on each of these paths and returns its methods in \`Allow\`. Reads that take no body ignore it.

## Parameters

Separate several values of a query parameter with commas, or repeat the parameter. A repeated name may end with \`[]\` or \`[0]\`. Spaces around a value are ignored, and an empty value counts as no value. \`true\` and \`false\` (case-insensitive) mean 1 and 0. A filter with an unknown number finds nothing. A switch is on only with the number 1. Unknown parameters are ignored. A value that does not match a parameter's pattern is refused with HTTP 400.

## Refusals

Refusals that clients commonly meet have HTTP status 200 and a code other than 0, because many clients treat every status except 200 and 404 as a missing gateway. \`data\` is then empty, and \`msg\` says what is wrong.

| HTTP | Code | Message |
|---|---|---|
${refusalRows.join("\n")}

## Links

Answers link (\`links\`) to the operations that take their identifiers; lists use their first item. Links lead from a list to one of its resources, from a resource to the operation that changes it, from a room to its devices and scenes, and from a new key to the read that checks it.

## Keys

Press the gateway's button, send \`POST /api\` within 10 s, and send the key from the answer in the header \`application-key\`. Every change requires a key. Reads require a key only if the gateway runs with \`--profile shared\`; health checks never do.

## Caching

Every read has a strong \`ETag\`, except health checks and the event stream. Send it back in \`If-None-Match\`: the gateway answers 304 without a body if nothing changed. Lists of 4 KiB or more, and this document, are compressed for clients that send \`Accept-Encoding: gzip\`.

## Discovery and MQTT

Discovery uses UDP. A client broadcasts the JSON \`{"op":101}\` to port ${DISCOVERY_PORT}, and each gateway replies with \`op\` 102 and a record (\`x-udp-discovery\` has its fields). The field \`link_remian_ms\` is misspelt on the wire and stays so. It gives the milliseconds for which pairing is still open.

The gateway publishes events over MQTT as well as over the event stream: port 1883, topics \`res/<type>/<add|remove|update>\`, each payload an array of one item.`;
