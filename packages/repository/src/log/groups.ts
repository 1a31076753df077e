import type { Person, Trailers } from '../git/commits.ts'

/** The action that a change belongs to: a run of the agent, a merge of a branch, or what a person did by hand. */
export type ChangeCause =
  | { kind: 'run'; id: string; title: string }
  /** `branch` is the document of the branch. */
  | { kind: 'merge'; id: string; title: string; branch?: string }
  | { kind: 'person' }

/** One step in the log of a project's content, as the repository needs it. */
export interface Change {
  /** Counts the changes of the project, from 1. */
  seq: number
  /** The branch of the repository that it is seen on. */
  ref: string
  /** The ids of the documents that it changed. */
  documents: readonly string[]
  /** It may depend on other entries, as by references and unique values; or it makes one on which others may depend. */
  links?: 'depends' | 'makes'
  /** Those of them without an edit of their own: they follow a change of their model, or of what they refer to. */
  followers?: readonly string[]
  /** It decides how all documents are written, as a change of the models does. */
  forAll?: boolean
  /** It has made the content what the files are already, so that none is written for it; always a commit of its own. */
  adopts?: boolean
  cause: ChangeCause
  by: Person
  changeSetId?: string
  /** A label of the action, such as `Edit Hello world`. */
  label: string
  /** Epoch milliseconds. */
  at: number
}

/** Changes that become one commit. */
export interface ChangeGroup {
  ref: string
  cause: ChangeCause
  by: Person
  /** Persons whose edits of the same entries came in between. */
  coAuthors: Person[]
  changes: Change[]
  /** When this group and those before it are written, the branch holds all its changes up to this one. */
  upTo: number
}

/** Edits of one person that are further apart are two commits. */
export const APART_MS = 30_000
/** How long after the last edit the repository is written, and how long after the first one at the latest. */
export const REST_MS = 2000
export const LATEST_MS = 30_000

/**
 * Changes as the commits that they become, in the order of their commits: one run, one merge, one person's edits less
 * than 30 s apart. A change joins an earlier group only if no group between touches the same document, and not if it may
 * depend on what that has made, so that the state after each commit is one that the changes lead to and that the
 * models accept. Persons who edit the same entries at once share a commit.
 *
 * @param changes by ascending `seq`
 */
export function groupChanges(changes: Iterable<Change>): ChangeGroup[] {
  const groups: Open[] = []
  for (const change of changes) {
    const into = findGroup(groups, change)
    if (into) join(into, change)
    else groups.push(open(change))
  }
  const highest = new Map<string, number>()
  return groups.map(({ group }, index) => {
    const { ref, changes: own } = group
    const high = Math.max(highest.get(ref) ?? 0, ...own.map(({ seq }) => seq))
    highest.set(ref, high)
    // A group may hold a later change than the one behind it has.
    const waiting = groups.slice(index + 1).filter((later) => later.group.ref === ref)
    return { ...group, upTo: Math.min(high, ...waiting.map(({ first }) => first - 1)) }
  })
}

/** The trailers of the commit that a group becomes. */
export function trailersOf({ upTo, cause, changes }: ChangeGroup): Trailers {
  const [changeSet, ...others] = new Set(changes.map(({ changeSetId }) => changeSetId))
  return {
    'Atelier-Seq': String(upTo),
    ...(cause.kind === 'run' ? { 'Atelier-Run': cause.id } : {}),
    ...(changeSet === undefined || others.length > 0 ? {} : { 'Atelier-Change': changeSet }),
  }
}

interface Open {
  group: ChangeGroup
  documents: Set<string>
  forAll: boolean
  /** Whether others may depend on it. */
  links: boolean
  first: number
  lastAt: number
}

function open(change: Change): Open {
  const { ref, cause, by, seq, at, documents, forAll = false, links } = change
  const group = { ref, cause, by, coAuthors: [], changes: [change], upTo: seq }
  return { group, documents: new Set(documents), forAll, links: links !== undefined, first: seq, lastAt: at }
}

function join(into: Open, change: Change): void {
  const { group } = into
  group.changes.push(change)
  for (const id of change.documents) into.documents.add(id)
  into.forAll ||= change.forAll ?? false
  into.links ||= change.links !== undefined
  into.lastAt = Math.max(into.lastAt, change.at)
  const known = [group.by, ...group.coAuthors].some(({ userId }) => userId === change.by.userId)
  if (!known) group.coAuthors.push(change.by)
}

function findGroup(groups: readonly Open[], change: Change): Open | undefined {
  for (let index = groups.length - 1; index >= 0; index -= 1) {
    const candidate = groups[index]
    if (candidate === undefined || candidate.group.ref !== change.ref) continue
    if (change.adopts || candidate.group.changes.some(({ adopts }) => adopts)) return undefined
    if (belongs(candidate, change)) return candidate
    if (candidate.forAll || change.forAll || (candidate.links && change.links === 'depends')) return undefined
    if (!change.documents.some((id) => candidate.documents.has(id))) continue
    const { cause } = candidate.group
    const together = cause.kind === 'person' && change.cause.kind === 'person' && near(candidate, change)
    return together ? candidate : undefined
  }
  return undefined
}

const near = ({ lastAt }: Open, { at }: Change) => at - lastAt < APART_MS

function belongs(candidate: Open, change: Change): boolean {
  const { cause, by } = candidate.group
  if (cause.kind === 'person')
    return change.cause.kind === 'person' && by.userId === change.by.userId && near(candidate, change)
  return change.cause.kind === cause.kind && change.cause.id === cause.id
}

/**
 * When pending changes are to be written, in epoch milliseconds.
 *
 * @param immediate a run has ended or a branch was merged since
 */
export function dueAt(pending: { firstAt: number; lastAt: number; immediate: boolean }): number {
  if (pending.immediate) return pending.firstAt
  return Math.min(pending.lastAt + REST_MS, pending.firstAt + LATEST_MS)
}
