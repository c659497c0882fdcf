import { PairedClient } from "../client/paired-client.ts";
import { runGateway, type TestGateway } from "../gateway/running-gateway.ts";
import { ReadDocument } from "./read-document.ts";

/** A gateway with the demo home, the OpenAPI document that it serves, and a key of it. */
export interface DocumentedGateway {
  readonly gateway: TestGateway;
  readonly read: ReadDocument;
  readonly key: string;
}

export async function runDocumentedGateway(): Promise<DocumentedGateway> {
  const gateway = await runGateway();
  const read = new ReadDocument((await gateway.client.send("/openapi.json")).bytes.toString("utf8"));
  const { key } = await PairedClient.of(gateway);
  return { gateway, read, key };
}
