/** Exit codes: only `done` is success. */
export const exitCodes = {
  done: 0,
  /** The run failed or was stopped, or the server refused. */
  failed: 1,
  /** The command itself was wrong. */
  usage: 2,
  /** The run is complete, but one of its actions waits for a user's confirmation. */
  unconfirmed: 3,
  /** The import is done, but files were left out of it. */
  partial: 4,
  interrupted: 130,
} as const

/** A failure, as a sentence for a person, with what to try. */
export class Problem extends Error {
  readonly code: number
  readonly hint: string | undefined

  constructor(message: string, { code = exitCodes.failed, hint }: { code?: number; hint?: string } = {}) {
    super(message)
    this.name = 'Problem'
    this.code = code
    this.hint = hint
  }
}
