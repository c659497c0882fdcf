import { DISCOVERY_PORT } from "../discovery.ts";
import { REFUSALS } from "../refusals.ts";

const refusalRows = Object.values(REFUSALS).map(({ status, code, message }) => `| ${status} | ${code} | ${message} |`);

/** What the document says before its operations, as Markdown. */
export const DESCRIPTION = `A local gateway for smart lighting: devices, lights, sync boxes, rooms and scenes over plain HTTP.

## Answers

Every answer is an envelope, \`{"code", "msg", "data"}\`; pictures, the event stream and this document are the exceptions. \`code\` 0 is a success. Flags are 1 for yes and 0 for no. Identifiers are UUIDs in upper case; look-ups ignore case.

HEAD works wherever GET does; OPTIONS works on each of these paths and tells its methods in \`Allow\`. Bodies of reads that take none are ignored.

## Parameters

Several values of a query parameter are separated by commas; the parameter may be repeated, too, with \`[]\` or \`[0]\` behind its name or without. Spaces around a value do not matter, and an empty value is as good as none. \`true\` and \`false\`, in any case of letters, stand for 1 and 0. A number that nothing has finds nothing; a switch that is given any other number than 1 is off. Unknown parameters are ignored. Anything else than a parameter's pattern takes is HTTP 400.

## Refusals

What a client meets in its ordinary life is HTTP 200 with another code than 0, as usual clients take every status but 200 and 404 for a gateway that is not there. \`data\` is empty then, and \`msg\` says what is wrong.

| HTTP | Code | What |
|---|---|---|
${refusalRows.join("\n")}

## Where one leads to another

Answers are linked (\`links\`) to the operations that take their identifiers, those of lists by their first item: from a list to one of its resources, from there to what changes it, from a room to its devices and scenes, from a new key to the read that checks it.

## Keys

Press the gateway's button, \`POST /api\` within 10 seconds, and send the key that comes in the header \`application-key\`. Whatever changes something needs it. Reads need none, unless the gateway runs with \`--profile shared\`: then all do, health checks apart.

## Not to be asked twice

Every read has a strong \`ETag\`, health checks and the event stream apart. Send it back in \`If-None-Match\`, and 304 without a body says that nothing changed. Lists of 4 KiB or more, and this document, come as gzip to clients that send \`Accept-Encoding: gzip\`.

## What is not HTTP

Discovery is UDP: a client sends the JSON \`{"op":101}\` to port ${DISCOVERY_PORT}, by broadcast, and each gateway replies with \`op\` 102 and a record (\`x-udp-discovery\` has its fields). Its field \`link_remian_ms\` is misspelt on the wire, and stays so: the milliseconds for which pairing is still open.

Events are told over MQTT as well as over the event stream: port 1883, topics \`res/<type>/<add|remove|update>\`, each payload an array of one item.`;
