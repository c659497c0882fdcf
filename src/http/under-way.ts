/**
 * Answers that the system has not taken yet as a whole. Their bytes are those of lists, and are written to again once
 * they are in no list any more and nothing is under way: whoever goes on with an answer later than at once counts here.
 */
class UnderWay {
  #count = 0;

  get isAnything(): boolean {
    return this.#count > 0;
  }

  /** Gives what says that one is over; to say it twice changes nothing. */
  begin(): () => void {
    this.#count += 1;
    let isOver = false;
    return () => {
      if (!isOver) this.#count -= 1;
      isOver = true;
    };
  }
}

/** In the whole process, so that none is overlooked. */
export const UNDER_WAY = new UnderWay();
