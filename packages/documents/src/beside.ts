import type { Capability } from '@atelier/operation'
import type { Append, Commit, CommitOutcome, Committer, Expectation, Query } from '@atelier/streams'
import type { ChangedDocument, DocumentTypes, LockedProject } from './documentType.ts'
import type { Origin } from './queries.ts'
import { REFUSED } from './refused.ts'

/** One commit on documents, as the hook of their types sees it before it is made. */
export interface DocumentCommit {
  projectId: string
  /**
   * Its maker: a call or creation (`edit`), a tab's update, an undo or redo, `Documents.remove`, a migration, or what was
   * made elsewhere: taken over whole (`import`), or edits of what is here too (`merge`).
   */
  source: 'edit' | 'tab' | 'undo' | 'redo' | 'remove' | 'migration' | 'import' | 'merge'
  origin: Origin
  changeSetId?: string
  label?: string
  /** Whether an agent outside makes it in a person's name, as over MCP; other commits of agents say so by their origin. */
  byAgent?: boolean | undefined
  /** The capabilities of its author; absent if nothing is restricted, as in the server's own commits. */
  capabilities?: ReadonlySet<Capability> | undefined
  /** For an import in several commits: the contents of the other commits, by the names that the hooks of its types know. */
  arriving?: ReadonlySet<string> | undefined
  /** Those whose types have this hook. Their views MUST NOT be kept: they change with the commit. */
  documents: readonly CommittedDocument[]
  /**
   * The code of the hook's expectation that has refused the same commit just before; absent the first time. The hook MAY
   * return other rows then, and the commit is made with them; a second refusal is final.
   */
  refused?: string
}

/**
 * A document with what the commit changes. It holds nothing before its creation and after the undo of that; one that is
 * removed whole by `Documents.remove` keeps its fields, without patches.
 */
export interface CommittedDocument extends ChangedDocument {
  event: 'created' | 'changed' | 'removed' | 'restored'
}

/** Whether an agent makes a commit: a run, a generation, or a program that acts for one. */
export const isByAgent = ({ origin, byAgent = false }: Pick<DocumentCommit, 'origin' | 'byAgent'>): boolean =>
  byAgent || origin.kind === 'agent' || origin.byAgent === true

/** A document that a commit relies on, as it was when that was decided. */
export interface HeldDocument {
  documentId: string
  head: number
  removed: boolean
}

const NO_LOCKS = { reason: undefined, holds: [] } as const

/** The additions of a hook to a commit. */
export interface Derived {
  /** Refuses the commit: nothing of it is made. */
  refuse?: { code: string; message: string } | undefined
  /** The conditions of the commit; if one fails, the whole commit is refused with its code and message. */
  expect?: readonly (Expectation & { message: string })[]
  appends?: readonly Append[]
  rows?: readonly Query[]
  /** Topics whose listeners are to be woken after the commit. */
  wake?: readonly string[]
}

/**
 * Called for every commit that changes, creates, removes or restores documents of its types, by any author, with the
 * locks of those documents held. Types that have the same function as their hook share one call. It MUST NOT edit
 * documents, and MAY be called again for a commit that was refused because documents moved.
 */
export type Beside = (commit: DocumentCommit) => Derived | Promise<Derived>

/**
 * Makes a commit on documents with what the hooks of their types add to it.
 * @param documents `describe` is called only if the type of that kind has a hook
 * @param build returns the commit with what the hooks have added; it is refused with `head_moved` if a document of `holds` that
 *   it does not write has moved
 */
export type CommitDocuments = (
  about: Omit<DocumentCommit, 'documents'>,
  documents: readonly { kind: string; describe(): CommittedDocument }[],
  build: (derived: Derived & { holds?: readonly HeldDocument[] }) => Commit | Promise<Commit>,
) => Promise<DocumentsOutcome>

/** `derived` where an expectation of a hook was refused. */
export type DocumentsOutcome = CommitOutcome & { derived?: true }

export function createCommitDocuments({
  streams,
  types,
  projectOf,
}: {
  streams: Committer
  types: DocumentTypes
  /** The documents of a project as they are committed. @param held called with each document that is held, and its head */
  projectOf(projectId: string, held: (document: HeldDocument) => void): LockedProject
}): CommitDocuments {
  return async (about, all, build) => {
    const { reason, holds } = isByAgent(about) ? await askLocks(about.projectId, all) : NO_LOCKS
    if (reason !== undefined) return { ok: false, refused: REFUSED.locked, message: reason, derived: true }
    const documents = types.haveBeside ? all.filter(({ kind }) => types.of(kind).beside) : []
    if (documents.length === 0) return streams.commit(await build({ holds }))
    const commit = { ...about, documents: documents.map(({ describe }) => describe()) }
    const derived = await derive(commit)
    if (derived.refuse) {
      const { code: refused, message } = derived.refuse
      return { ok: false, refused, message, derived: true }
    }
    const outcome = await streams.commit(await build({ ...derived, holds }))
    if (outcome.ok || conflictMessage(derived, outcome.refused) === undefined) return outcome
    const again = await derive({ ...commit, refused: outcome.refused })
    const second = await streams.commit(await build({ ...again, holds }))
    if (second.ok) return second
    const message = conflictMessage(again, second.refused)
    return message === undefined ? second : { ...second, message, derived: true }
  }

  /** Why an agent may not make a commit, if it may not, and the documents that this relies on. */
  async function askLocks(projectId: string, all: Parameters<CommitDocuments>[1]) {
    const held = new Map<string, HeldDocument>()
    const project = projectOf(projectId, (document) => held.set(document.documentId, document))
    for (const { kind, describe } of all) {
      const { lockedReason: ask } = types.of(kind)
      const reason = ask && (await ask(describe(), project))
      if (reason !== undefined) return { reason, holds: [] }
    }
    return { reason: undefined, holds: [...held.values()] }
  }

  async function derive(commit: DocumentCommit) {
    const byHook = new Map<Beside, CommittedDocument[]>()
    for (const document of commit.documents) {
      const { beside } = types.of(document.kind)
      if (!beside) continue
      const own = byHook.get(beside)
      if (own) own.push(document)
      else byHook.set(beside, [document])
    }
    const parts: Derived[] = []
    for (const [beside, documents] of byHook) parts.push(await beside({ ...commit, documents }))
    return {
      refuse: parts.find(({ refuse }) => refuse)?.refuse,
      expect: parts.flatMap(({ expect = [] }) => expect),
      appends: parts.flatMap(({ appends = [] }) => appends),
      rows: parts.flatMap(({ rows = [] }) => rows),
      wake: parts.flatMap(({ wake = [] }) => wake),
    }
  }
}

function conflictMessage({ expect = [] }: Derived, code: string): string | undefined {
  return expect.find((expectation) => expectation.code === code)?.message
}
