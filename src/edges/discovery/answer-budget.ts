import { SourceBudget, type SourceRates } from "../../shared/source-budget.ts";

const RATES: SourceRates = { perSource: { perSecond: 4, burst: 20 }, inAll: { perSecond: 40, burst: 200 } };

/**
 * Keeps discovery from being abused for amplification: a request of 10 bytes draws one or two datagrams of some 210 bytes,
 * up to 42 times its size. So datagrams are counted, not answers.
 */
export class AnswerBudget extends SourceBudget {
  constructor(nowMillis: number) {
    super(RATES, nowMillis);
  }
}
