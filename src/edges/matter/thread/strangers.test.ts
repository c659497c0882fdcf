import "./before-matter.ts";
import {
  Environment,
  Logger,
  LogLevel,
  MemoryStorageDriver,
  NodeId,
  StorageManager,
  UdpChannel,
  type UdpSocket,
} from "@matter/main";
import { ExchangeManager, SessionManager } from "@matter/main/protocol";
import { SECURE_CHANNEL_PROTOCOL_ID } from "@matter/main/types";
import { expect, test } from "vitest";
import { limitStrangers } from "./strangers.ts";

const MOST_SESSIONS = 500;
const MOST_EXCHANGES = 4;

Logger.level = LogLevel.FATAL;

/** Of a node whose network is never used. */
async function limited() {
  const environment = new Environment("strangers", Environment.default);
  const storage = new StorageManager(new MemoryStorageDriver());
  await storage.initialize();
  environment.set(StorageManager, storage);
  const sessions = environment.get(SessionManager);
  await sessions.construction;
  limitStrangers(sessions, (fault) => {
    throw fault;
  });
  const channel = new UdpChannel({ maxPayloadSize: 1_280 } as UdpSocket, "10.0.0.9", 5540);
  const begin = (id: number) => sessions.createUnsecuredSession({ channel, initiatorNodeId: NodeId(id) });
  return { sessions, exchanges: environment.get(ExchangeManager), begin };
}

test("of many strangers who begin a handshake and never end it, the latest are known, and the first are forgotten", async () => {
  const { sessions, begin } = await limited();
  const first = begin(1);
  for (let id = 2; id <= MOST_SESSIONS + 1; id += 1) begin(id);
  expect(sessions.unsecuredSessions.size).toBe(MOST_SESSIONS);
  expect(first.isClosing).toBe(true);
  expect(sessions.getUnsecuredSession(NodeId(1))).toBeUndefined();
  expect(sessions.getUnsecuredSession(NodeId(MOST_SESSIONS + 1))).toBeDefined();
});

test("a stranger can have few exchanges at once, and others as soon as those have ended", async () => {
  const { exchanges, begin } = await limited();
  const session = begin(1);
  const another = () => exchanges.initiateExchangeForSession(session, SECURE_CHANNEL_PROTOCOL_ID);
  const [first] = Array.from({ length: MOST_EXCHANGES }, another);
  expect(another).toThrow(/too many exchanges/);
  await first?.close();
  expect(another).not.toThrow();
});
