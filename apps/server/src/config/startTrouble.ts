/** The data is not as the last start left it. The message has one sentence for each trouble: what is wrong and what to do. */
export class StartTrouble extends Error {
  override name = 'StartTrouble'
  readonly troubles: readonly string[]

  constructor(troubles: readonly string[]) {
    super(troubles.join('\n'))
    this.troubles = troubles
  }
}
