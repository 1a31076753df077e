import type { HeldDraftSet } from '@atelier/documents'
import { type Envelope, fail, type Operation } from '@atelier/operation'
import type { SiteContext } from '@atelier/site'
import { TaskGivenUp, type Threads } from './threads.ts'

/** Characters of text from which on a call is run in a thread: fewer take no more than some ten milliseconds. */
export const HEAVY_CHARACTERS = 16_000
/** The most fields of documents that one such call may change, so that its commit holds nobody up either. */
export const MAX_CHANGES = 10_000
const DEADLINE_MS = 15_000

/** Whether a call is worth a thread. */
export function isHeavy(operation: Operation<SiteContext>, input: unknown): boolean {
  return operation.executor === 'server' && !operation.services && textIn(input) >= HEAVY_CHARACTERS
}

function textIn(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  let sum = 0
  for (const [key, inner] of Object.entries(value)) sum += key.length + textIn(inner)
  return sum
}

/**
 * Runs an operation in a thread, on copies of the drafts, and writes what it wrote. Its outcome is that of the operation, or an error that says
 * what one call takes.
 * @param deadlineMs how long it may be at work
 * @throws where the operation threw
 */
export async function runHeavy(
  threads: Threads,
  { id: operationId }: Operation<SiteContext>,
  { siteId, editor, actor, services }: SiteContext,
  drafts: Pick<HeldDraftSet, 'open' | 'createEncoded'>,
  input: unknown,
  deadlineMs = DEADLINE_MS,
): Promise<Envelope> {
  if (siteId === undefined) throw new Error('The site of the call is not known')
  try {
    const { envelope, changes } = await threads.use(deadlineMs, (session) =>
      session.carryOut(
        { kind: 'operation', operationId, input, actor, editor, siteId },
        { open: drafts.open, drafts, services, maxChanges: MAX_CHANGES },
      ),
    )
    if (!envelope) throw new Error('The thread gave no result')
    return changes > MAX_CHANGES ? tooMany(changes) : envelope
  } catch (error) {
    if (error instanceof TaskGivenUp) return tooHeavy(deadlineMs / 1000)
    throw error
  }
}

const tooHeavy = (seconds: number) =>
  fail('too_heavy', `This took longer than ${seconds} seconds to read and was given up; nothing was changed.`, {
    hint: 'Send less in one call, and nest it less deep.',
  })

const tooMany = (changes: number) =>
  fail('too_large', `This would make ${changes} elements, rules and other changes; one call takes ${MAX_CHANGES}.`, {
    hint: 'Send it in several calls, or import it as a site.',
  })
