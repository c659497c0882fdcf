import { answerByMethod } from "../answer-by-method.ts";
import { negotiate } from "../read/content-negotiation.ts";
import { NOT_FOUND } from "../refusal.ts";
import type { GatewayRequest, GatewayResponse } from "../request.ts";
import { refusalResponse, success } from "../server/plain-responses.ts";
import { PageFiles } from "./page-files.ts";
import { PAGE_HEADERS } from "./page-headers.ts";
import { rootBody } from "./root-paths.ts";

/** `/` is a page to browsers and an envelope to programs. */
const BY_ACCEPT = { Vary: "Accept, Accept-Encoding" };

/** The document of the page of a front, which begins otherwise. */
const FRONT_DOCUMENT = "/page/front.html";

/** The gateway's own page: what its build made, and `/` for programs (G88). */
export class OwnPage {
  readonly #files: PageFiles;
  readonly #document: string;

  constructor(folder: string, { isFront }: { readonly isFront: boolean }) {
    this.#files = new PageFiles(folder);
    this.#document = isFront ? FRONT_DOCUMENT : "/";
  }

  async dispatch(request: GatewayRequest, path: string): Promise<GatewayResponse> {
    const file = await this.#files.find(path === "/" ? this.#document : path);
    const page = file && (() => file(negotiate(request)));
    if (path === "/") return answerByMethod(request, { GET: () => atRoot(request, page) });
    return page ? answerByMethod(request, { GET: page }) : refusalResponse(NOT_FOUND);
  }
}

/** Programs accept anything; browsers name what they want to see. */
function atRoot({ accept = "" }: GatewayRequest, page: (() => GatewayResponse) | undefined): GatewayResponse {
  const response = page && /\btext\/html\b/i.test(accept) ? page() : success(rootBody());
  return { ...response, headers: { ...PAGE_HEADERS, ...response.headers, ...BY_ACCEPT } };
}
