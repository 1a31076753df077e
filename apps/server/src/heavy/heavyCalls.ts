import type { Focus } from '@atelier/agent'
import type { HeldDraftSet } from '@atelier/documents'
import { type Actor, type Capability, type Envelope, fail, type Operation } from '@atelier/operation'
import { bringsUtilities } from '@atelier/site'
import { runsInThreads } from './scopes.ts'
import { TaskGivenUp, type Threads } from './threads.ts'

/** Characters of text from which on a call is run in a thread: fewer take no more than some ten milliseconds. */
export const HEAVY_CHARACTERS = 16_000
/** The most fields of documents that one such call may change, so that its commit holds up no other request either. */
export const MAX_CHANGES = 10_000
const DEADLINE_MS = 15_000

/**
 * Whether a call is worth a thread: for the text or the utility classes that it brings, or for what it would read.
 * @param weight how much of the documents it would read, as characters of input that take as long, counted up to `enough`
 */
export async function isHeavy(
  operation: Operation,
  input: unknown,
  weight: (enough: number) => Promise<number>,
): Promise<boolean> {
  if (operation.executor !== 'server' || operation.services || !runsInThreads(operation.scope)) return false
  if (operation.effect !== 'read' && bringsUtilities(input)) return true
  const text = textLength(input)
  return text >= HEAVY_CHARACTERS || text + (await weight(HEAVY_CHARACTERS)) >= HEAVY_CHARACTERS
}

function textLength(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  let sum = 0
  for (const [key, inner] of Object.entries(value)) sum += key.length + textLength(inner)
  return sum
}

export interface HeavyCall {
  operation: { operation: Pick<Operation, 'id'> }
  project: { id: string; site_document_id: string }
  input: unknown
  /** The world's answer to it. */
  answer?: unknown
  actor: Actor
  capabilities?: ReadonlySet<Capability>
  focus: Focus
}

/**
 * Runs an operation in a thread, on copies of the drafts, and writes what it wrote. Its outcome is that of the operation, or an error that says
 * what one call takes.
 * @param services the functions that the operation may call, in groups by name
 * @param deadlineMs how long it may be at work
 * @throws if the operation threw
 */
export async function runHeavy(
  threads: Threads,
  { operation, project, input, answer, actor, capabilities, focus }: HeavyCall,
  services: object | undefined,
  drafts: Pick<HeldDraftSet, 'open' | 'createEncoded'>,
  deadlineMs = DEADLINE_MS,
): Promise<Envelope> {
  try {
    const { envelope, changes } = await threads.use(deadlineMs, (session) =>
      session.carryOut(
        {
          kind: 'operation',
          operationId: operation.operation.id,
          input,
          answer,
          actor,
          capabilities,
          focus,
          project: { id: project.id, siteDocumentId: project.site_document_id },
        },
        { open: drafts.open, drafts, services, maxChanges: MAX_CHANGES },
      ),
    )
    if (!envelope) throw new Error('The thread returned no result')
    return changes > MAX_CHANGES ? tooMany(changes) : envelope
  } catch (error) {
    if (error instanceof TaskGivenUp) return tooHeavy(deadlineMs / 1000)
    throw error
  }
}

const tooHeavy = (seconds: number) =>
  fail('too_heavy', `This took longer than ${seconds} seconds to read and was stopped; nothing was changed.`, {
    hint: 'Send less in one call, and nest it less deep.',
  })

const tooMany = (changes: number) =>
  fail('too_large', `This would make ${changes} elements, rules and other changes; one call takes ${MAX_CHANGES}.`, {
    hint: 'Send it in several calls, or import it as a site.',
  })
