/**
 * The steps of a run (design 4), in order, as a test sees them pass: it may stop the process at any of them. Each is
 * named for what has just happened: `placed` is a waiting message that begins its run, `steered` one that joins a run.
 */
export const runSteps = [
  'accepted',
  'placed',
  'claimed',
  'prepared',
  'started',
  'reserved',
  'requested',
  'packet',
  'answered',
  'answerCommitted',
  'callBegun',
  'callCommitted',
  'callsDone',
  'steered',
  'waiting',
  'ending',
  'ended',
] as const

/** Between `callBegun` and `callCommitted`, of a call that is sent outside: its mark is stored; it is answered. */
export const sendSteps = ['callMarked', 'callAnswered'] as const
export type SendStep = (typeof sendSteps)[number]

/** The two commits of a person's message that decides what a run waits for: it is queued; the questions are decided. */
export const replySteps = ['replyQueued', 'replyDecided'] as const

export type RunStep = (typeof runSteps)[number] | SendStep | (typeof replySteps)[number]
