// node:http without what it has for browsers' programs: WebSocket and its events are getters, which load all of fetch. An
// ES module that imports anything of node:http makes Node read every member, which costs each start 40 ms of computing
// and 6 MB. What comes by process.getBuiltinModule() is read by name.
const NODE_HTTP = "node:http";
const OURS = "\0node-http";

const members = Object.entries(Object.getOwnPropertyDescriptors(process.getBuiltinModule(NODE_HTTP)));
const plain = members.filter(([, { get }]) => get === undefined).map(([name]) => name);

export const nodeHttpAlone = {
  name: "node-http-alone",
  resolveId: (id) => (id === NODE_HTTP ? OURS : null),
  load: (id) =>
    id === OURS ? `export const { ${plain.join(", ")} } = process.getBuiltinModule("${NODE_HTTP}");` : null,
};
