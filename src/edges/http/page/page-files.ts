import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Negotiation } from "../read/content-negotiation.ts";
import type { GatewayResponse } from "../request.ts";
import { PAGE_HEADERS } from "./page-headers.ts";

/** A file of the page as its build lists it. */
interface ListedFile {
  /** A name in the folder of the page. */
  readonly file: string;
  readonly mediaType: string;
  readonly cache: "no-cache" | "immutable";
}

/** A file in memory, ready to be sent. */
export type PageFile = (negotiation: Negotiation) => GatewayResponse;

const LISTING = "files.json";
const CACHE_CONTROL = { "no-cache": "no-cache", immutable: "public, max-age=31536000, immutable" } as const;
const PACKABLE = /^text\/|json|javascript|xml/;
const packed = promisify(gzip);

/** The files of the page. Each is read when it is first asked for, and kept: a gateway that nobody looks at reads none. */
export class PageFiles {
  readonly #folder: string;
  #listing: Promise<ReadonlyMap<string, ListedFile>> | undefined;
  readonly #files = new Map<string, Promise<PageFile>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The file at a path; undefined where there is none, as nowhere while the page is not built. */
  async find(path: string): Promise<PageFile | undefined> {
    this.#listing ??= this.#list();
    const listed = (await this.#listing).get(path);
    if (!listed) return undefined;
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    const file = this.#read(listed);
    this.#files.set(path, file);
    file.catch(() => this.#files.delete(path));
    return file;
  }

  async #list(): Promise<ReadonlyMap<string, ListedFile>> {
    try {
      const listing: Readonly<Record<string, ListedFile>> = JSON.parse(
        await readFile(join(this.#folder, LISTING), "utf8"),
      );
      return new Map(Object.entries(listing));
    } catch {
      this.#listing = undefined;
      return new Map();
    }
  }

  async #read({ file, mediaType, cache }: ListedFile): Promise<PageFile> {
    const bytes = await readFile(join(this.#folder, file));
    const isCompressible = PACKABLE.test(mediaType);
    const digest = hash("sha256", bytes, "base64url").slice(0, 22);
    const headers = { ...PAGE_HEADERS, "Cache-Control": CACHE_CONTROL[cache] };
    const common = { status: 200, mediaType, isCompressible, isResident: true, headers };
    const plain: Tagged = { ...common, body: [bytes], tag: `"${digest}"` };
    const zipped: Tagged = isCompressible
      ? { ...common, body: [await packed(bytes, { level: 9 })], tag: `"${digest}-gzip"`, encoding: "gzip" }
      : plain;
    return (negotiation) => {
      const response = negotiation.gzip ? zipped : plain;
      return negotiation.hasTag(response.tag) ? { ...response, status: 304, body: [] } : response;
    };
  }
}

type Tagged = GatewayResponse & { readonly tag: string };
