// Preloaded into Zigbee2MQTT (node --import): takes the place of the radio under zigbee-herdsman.
// What would go on the air goes, as bytes, to the process that started this one, where the devices are; what they say comes back the same way.
import { EventEmitter } from "node:events";
import { createRequire } from "node:module";

const requireAsZigbee2Mqtt = createRequire(process.argv[1]);
const { Zcl, Zdo } = requireAsZigbee2Mqtt("zigbee-herdsman");
const { Adapter } = requireAsZigbee2Mqtt("zigbee-herdsman/dist/adapter");

const LINK_QUALITY = 120;
const RESPONSE = 0x8000;
const FIRST_BROADCAST_ADDRESS = 0xfff8;

const waiting = new Map();
let lastAsk = 0;

/** Puts something on the air, and waits for what comes back; a device that does not hear it gives nothing back. */
function ask(sent) {
  lastAsk += 1;
  const number = lastAsk;
  return new Promise((resolve) => {
    waiting.set(number, resolve);
    process.send({ ask: number, ...sent });
  });
}

/** Zigbee-herdsman asks a radio for these; what no test needs does nothing. */
class StandInRadio extends EventEmitter {
  hasZdoMessageOverhead = false;
  manufacturerID = 0;
  #network;

  constructor(network) {
    super();
    this.#network = network;
    process.on("message", (message) => this.#hear(message));
  }

  start = async () => "resumed";
  stop = async () => undefined;
  reset = async () => undefined;
  permitJoin = async () => undefined;
  addInstallCode = async () => undefined;
  setChannelInterPAN = async () => undefined;
  restoreChannelInterPAN = async () => undefined;
  supportsBackup = async () => false;
  getCoordinatorIEEE = async () => process.env.STAND_IN_COORDINATOR;
  getCoordinatorVersion = async () => ({ type: "stand-in", meta: { revision: "1" } });
  waitFor = () => ({ promise: new Promise(() => undefined), cancel: () => undefined });

  async getNetworkParameters() {
    const extendedPanID = `0x${Buffer.from(this.#network.extendedPanID).toString("hex")}`;
    return { panID: this.#network.panID, extendedPanID, channel: this.#network.channelList[0], nwkUpdateID: 0 };
  }

  async sendZdo(ieeeAddress, to, cluster, payload) {
    const { bytes } = await ask({ kind: "zdo", to, ieeeAddress, cluster, bytes: payload.toString("hex") });
    if (bytes === undefined) {
      if (to >= FIRST_BROADCAST_ADDRESS) return undefined;
      throw new Error(`no answer from ${to} to ZDO request ${cluster}`);
    }
    const response = Zdo.Buffalo.readResponse(false, cluster | RESPONSE, Buffer.from(bytes, "hex"));
    this.emit("zdoResponse", cluster | RESPONSE, response);
    return response;
  }

  async sendZclFrameToEndpoint(_ieeeAddress, to, endpoint, frame) {
    const cluster = frame.cluster.ID;
    const heard = await ask({ kind: "zcl", to, endpoint, cluster, bytes: frame.toBuffer().toString("hex") });
    if (!heard.arrived) throw new Error(`nothing at ${to} took the frame`);
    if (heard.bytes === undefined) return undefined;
    return this.#emitZcl({ from: to, endpoint, cluster, bytes: heard.bytes });
  }

  async sendZclFrameToGroup(group, frame) {
    await ask({ kind: "group", group, cluster: frame.cluster.ID, bytes: frame.toBuffer().toString("hex") });
  }

  async sendZclFrameToAll(endpoint, frame) {
    await ask({ kind: "all", endpoint, cluster: frame.cluster.ID, bytes: frame.toBuffer().toString("hex") });
  }

  #hear({ answers, kind, ...said }) {
    if (answers !== undefined) {
      waiting.get(answers)?.(said);
      waiting.delete(answers);
    }
    if (kind === "zcl") this.#emitZcl(said);
    if (kind === "joined") this.emit("deviceJoined", said);
    if (kind === "left") this.emit("deviceLeave", said);
  }

  #emitZcl({ from, endpoint, cluster, bytes }) {
    const data = Buffer.from(bytes, "hex");
    const payload = {
      clusterID: cluster,
      address: from,
      header: Zcl.Header.fromBuffer(data),
      data,
      endpoint,
      linkquality: LINK_QUALITY,
      groupID: 0,
      wasBroadcast: false,
      destinationEndpoint: 1,
    };
    this.emit("zclPayload", payload);
    return payload;
  }
}

Adapter.create = async (network) => new StandInRadio(network);

// Whoever started this process is gone: nobody would end it.
process.on("disconnect", () => process.exit(1));
