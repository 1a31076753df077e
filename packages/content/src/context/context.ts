import type { Focus, ScopeProject } from '@atelier/agent'
import type { DraftSet, View } from '@atelier/documents'
import { type Envelope, fail, type OperationContext } from '@atelier/operation'
import type { Entry } from '../entry/entry.ts'
import type { Workflow } from '../model/definition.ts'
import type { BranchAccess } from './branches.ts'
import type { CallerKnowledge } from './knownValues.ts'
import type { ContentReader } from './reader.ts'
import type { ContentServices } from './services.ts'

/** Where what a call writes goes to. */
export interface WriteTarget {
  workflow: Workflow
  /**
   * The branch that it is kept on; undefined where it is applied at once. `endedSchedule` is when it would have been merged
   * by itself, had the call not changed it; in epoch milliseconds.
   */
  branch?: { id: string; name: string; endedSchedule?: number }
}

/** The context of the operations on content. */
export interface ContentContext extends OperationContext {
  readonly project: ScopeProject
  readonly phase: string
  /** The caller's access; on the branch, if there is one. */
  readonly reader: ContentReader
  /** The documents to read and write, by the same keys whether they are live or on a branch. */
  readonly drafts: DraftSet
  /** The document of models, settings and vocabulary; undefined until the content is set up. */
  readonly contentDocumentId: string | undefined
  readonly target: WriteTarget
  /** The conversation that the call is made in. */
  readonly sessionId?: string | undefined
  /** Absent where branches are not decided on, such as in a tab. */
  readonly branches?: BranchAccess
  /** Where the person's editor is: `modelId`, `entryId`, `locale`, `branchId`. */
  readonly editor: Focus
  readonly services: ContentServices
  /** The entries that the conversation or program of the call has read; absent of what a person does in the studio. */
  readonly known?: CallerKnowledge
}

/** The answer of a writing operation (`data` of its envelope), by the seed's names. */
export interface Written {
  workflow: Workflow
  /** Whether it is live now; otherwise it waits on `branch`. */
  merged: boolean
  branch?: string
  /** When that branch would have been merged by itself (ISO 8601), which this write has ended. */
  scheduleEnded?: string
  entries?: WrittenEntry[]
  /** For a call on more entries than one call takes: how many are left. */
  left?: number
}

export interface WrittenEntry {
  model: string
  id: string
  locale: string
  /** The names of the fields that have another value now. */
  changed: string[]
  /** Whether the model accepts its state, so that it is seen. */
  settled: boolean
  /** It was published before, and visitors see the former values until somebody publishes it. */
  waits?: true
  /** A person types in it: visitors see it after 20 seconds without a key. */
  held?: true
}

/** The part of an answer that says where it was written. */
export function writtenTo({
  workflow,
  branch,
}: WriteTarget): Pick<Written, 'workflow' | 'merged' | 'branch' | 'scheduleEnded'> {
  const ended = branch?.endedSchedule
  return {
    workflow,
    merged: branch === undefined,
    ...(branch ? { branch: branch.name } : {}),
    ...(ended === undefined ? {} : { scheduleEnded: new Date(ended).toISOString() }),
  }
}

export const notSetUp = (): Envelope<never> =>
  fail('wrong_phase', 'The project has no content yet.', { hint: 'Call init_project first to set it up.' })

/** The document of an entry, to be read; undefined if the reader has no such entry. */
export async function openEntry(
  { reader, drafts }: Pick<ContentContext, 'reader' | 'drafts'>,
  { model, id }: Pick<Entry, 'model' | 'id'>,
): Promise<{ documentId: string; view: View } | undefined> {
  const stored = await reader.entry(model, id)
  const view = stored && (await drafts.open(stored.documentId))
  return stored && view ? { documentId: stored.documentId, view } : undefined
}
