/**
 * Thrown within a transaction by a port that only hands out answers from before it: the try is dropped, nothing is stored,
 * and the caller of the transaction gets the answer and tries again.
 */
export class AnswerMissing extends Error {
  override name = 'AnswerMissing'
}
