// Fetches a nats-server where there is none that is new enough.
import { natsServer } from "../../tools/nats-server.mjs";

natsServer();
