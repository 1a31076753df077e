import {
  createMemoryView,
  type Draft,
  type DraftSet,
  equalJson,
  type Json,
  type Patch,
  patchOf,
  plainView,
  type SharedPart,
  type View,
} from '@atelier/documents'
import { createRests } from '@atelier/operation'
import { uniteDigests } from '../entry/digest.ts'
import { entryIdentity, publicationOf, readEntry } from '../entry/entryDocument.ts'
import { FIRST_BLOCK } from '../entry/paragraphs.ts'
import { settledDigest } from '../entry/published.ts'
import { mainLocale } from '../entry/settle.ts'
import type { ContentSchema } from '../model/definition.ts'
import type { Finding } from '../model/finding.ts'
import { type Branch, type BranchDocument, type CoveredValue, readBranch, type StoredValue } from './branchDocument.ts'
import { type Conflict, compareDocument, type DocumentMerge } from './conflicts.ts'
import { marksOf } from './marks.ts'
import type { MergedValue, RefusedValue } from './valueRules.ts'

/** How one conflict is decided: by the branch's side, the content's, or a value of its own (absent: none). */
export interface Resolution {
  /** The conflict's id; another one if either side has changed since it was shown. */
  id: string
  take: 'ours' | 'theirs' | 'value'
  value?: Json
}

/** A document that a merge has written. */
export interface MergedDocument {
  documentId: string
  /** As it was; empty if the merge makes it. */
  before: View
  /** With everything that the merge sets. */
  view: View
  created: boolean
}

export type MergeOutcome =
  | {
      ok: true
      /** How many values were set. */
      applied: number
      documents: readonly MergedDocument[]
      /**
       * The set values, split by the change sets that wrote them on the branch, each document and change set once. It has
       * to be recorded as a part of those change sets too (`HeldDraftSet.alsoIn`): undoing one of them takes its part back
       * then, also after the merge.
       */
      parts: readonly SharedPart[]
      warnings: readonly Finding[]
    }
  | {
      ok: false
      /** `branch_closed`, `merge_conflict`, `stale_resolution`, `invalid_resolution`, `not_valid` or a `RefusedValue`'s. */
      code: string
      message: string
      /** All that are open now. */
      conflicts?: readonly Conflict[]
      findings?: readonly Finding[]
    }

export interface MergeOptions {
  /** The schema as it is before the merge, for the names in conflicts. */
  schema: ContentSchema | undefined
  /** A new document's id: an entry gets it when it is merged, since the merge may be undone and made again. */
  newId(): string
  /**
   * The document of an existing entry of which a model can have only one; the values of an entry that the branch makes
   * under that name are merged into it.
   */
  findOnly(model: string, id: string): Promise<string | undefined>
  /** The reason why these values of a document may not be set by this merger; undefined if they may. */
  refuse(documentId: string, values: readonly MergedValue[]): RefusedValue | undefined
  /** Everything that is wrong with the merged state; nothing is merged if one is an error. */
  check(documents: readonly MergedDocument[]): Promise<readonly Finding[]>
}

/**
 * Merges a branch into the documents that `drafts` opens: each value where the content still has what the branch was
 * written on, or already has the branch's value. The rest are conflicts, and nothing is written before each of them has a
 * resolution. If it is refused after drafts were written they MUST NOT be committed.
 */
export async function mergeBranch(
  branch: Draft,
  drafts: DraftSet,
  resolutions: readonly Resolution[],
  options: MergeOptions,
): Promise<MergeOutcome> {
  const read = readBranch(branch)
  if (read.state !== 'open') return closed(read)
  const targets = await openTargets(read, drafts, options)
  const conflicts = targets.flatMap(({ merge }) => merge.conflicts)
  const refused = mergeRefusal(conflicts, resolutions)
  if (refused) return refused

  const taken = new Map(resolutions.map((resolution) => [resolution.id, resolution]))
  const parts: Parts = new Map()
  const documents: MergedDocument[] = []
  let applied = 0
  const rest = createRests()
  for (const target of targets) {
    await rest()
    const changes = decide(target.merge, taken, target.draft)
    const { digests } = target.merge
    if (changes.length + digests.length === 0 && !target.isNew) continue
    const { documentId, isNew } = target
    const { created } = target.merge.document
    const united = digests.map((key) => [key, target.merge.document.values.get(key)?.value] as const)
    const wrong = options.refuse(documentId, [...changes.map(({ key, value }) => [key, value] as const), ...united])
    if (wrong) return { ok: false, ...wrong }
    const draft = isNew ? drafts.create(documentId, 'entry') : target.draft
    if (!draft) continue
    const before = viewOf(draft)
    const note = (by: string | undefined, patch: Patch) => {
      if (by !== undefined) changeSetPart(parts, by, documentId).patches.push(patch)
    }
    const covering = read.covering.get(target.branchDocumentId)
    if (isNew && created) {
      const birth = { model: created.model, id: created.id }
      draft.set('entry', birth)
      note(created.by, { key: 'entry', after: birth })
      if (created.by !== undefined) changeSetPart(parts, created.by, documentId).created = 'entry'
    }
    const set = ({ key, value, by }: Change): void => {
      const patch = patchOf(key, draft.get(key), value)
      if (equalJson(patch.before, patch.after)) return
      if (value === undefined) draft.delete(key)
      else draft.set(key, value)
      for (const step of stepsOf(patch, by, covering?.get(key))) note(step.by, step.patch)
      applied += 1
    }
    for (const change of changes) set(change)
    for (const change of publishMerged(changes, draft, options.schema)) set(change)
    for (const key of digests) set(uniteDigest(target.merge.document, key, draft, options.schema))
    documents.push({ documentId, before, view: draft, created: isNew })
  }

  const findings = await options.check(documents)
  const errors = findings.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) {
    const message = `The merged content would not be valid: ${errors[0]?.message ?? ''}`
    return { ok: false, code: 'not_valid', message, findings }
  }
  const written = new Map(targets.map(({ branchDocumentId, documentId }) => [branchDocumentId, documentId]))
  for (const [id, values] of read.covering) {
    await rest()
    const documentId = written.get(id) ?? id
    const draft = await drafts.open(documentId)
    for (const [key, value] of values) {
      if (!draft || !equalJson(value.base, value.value) || !equalJson(draft.get(key), value.base)) continue
      for (const { by, patch } of stepsOf(patchOf(key, value.base, value.value), value.by, value))
        if (by !== undefined) changeSetPart(parts, by, documentId).patches.push(patch)
    }
  }
  branch.set('state', 'merged')
  return { ok: true, applied, documents, parts: [...parts.values()], warnings: findings }
}

type Parts = Map<string, SharedPart & { patches: Patch[] }>

function changeSetPart(parts: Parts, changeSetId: string, documentId: string): SharedPart & { patches: Patch[] } {
  const place = `${changeSetId}/${documentId}`
  const part = parts.get(place) ?? { changeSetId, documentId, patches: [] }
  parts.set(place, part)
  return part
}

/** A patch as the steps of the change sets that wrote its key on the branch, one over the other. */
function stepsOf(
  { key, before, after }: Patch,
  by: string | undefined,
  covering: StoredValue | undefined,
): { by: string | undefined; patch: Patch }[] {
  let from = before
  const last: CoveredValue = { ...(after === undefined ? {} : { value: after }), ...(by === undefined ? {} : { by }) }
  return [...(covering?.under ?? []), last].flatMap((step) => {
    const patch = patchOf(key, from, step.value)
    from = step.value
    return equalJson(patch.before, patch.after) ? [] : [{ by: step.by, patch }]
  })
}

function closed({ state, title }: Branch): MergeOutcome {
  const message = `The branch “${title}” is ${state}. Only an open branch can be merged.`
  return { ok: false, code: 'branch_closed', message }
}

interface Target {
  /** As the branch names it. */
  branchDocumentId: string
  /** The document that is written. */
  documentId: string
  /** The merge makes it. */
  isNew: boolean
  draft: Draft | undefined
  merge: DocumentMerge
}

async function openTargets(branch: Branch, drafts: DraftSet, options: MergeOptions): Promise<Target[]> {
  const targets: Target[] = []
  for (const document of branch.documents.values()) {
    const { created } = document
    const known = created && (await options.findOnly(created.model, created.id))
    const draft = created && known === undefined ? undefined : await drafts.open(known ?? document.documentId)
    const isNew = created !== undefined && draft === undefined
    const documentId = isNew ? options.newId() : (known ?? document.documentId)
    targets.push({
      branchDocumentId: document.documentId,
      documentId,
      isNew,
      draft,
      merge: compareDocument(document, draft, options.schema),
    })
  }
  return targets
}

function mergeRefusal(conflicts: readonly Conflict[], resolutions: readonly Resolution[]): MergeOutcome | undefined {
  const open = new Map(conflicts.map((conflict) => [conflict.id, conflict]))
  const ids = new Set(resolutions.map(({ id }) => id))
  if (resolutions.some(({ id }) => !open.has(id))) {
    const message = 'The branch or the content has changed since these conflicts were shown. Look at them again.'
    return { ok: false, code: 'stale_resolution', message, conflicts }
  }
  if (ids.size < resolutions.length) {
    return { ok: false, code: 'invalid_resolution', message: 'One conflict has two resolutions.', conflicts }
  }
  for (const resolution of resolutions) {
    const wrong = wrongTake(open.get(resolution.id), resolution)
    if (wrong !== undefined) return { ok: false, code: 'invalid_resolution', message: wrong, conflicts }
  }
  const left = conflicts.filter(({ id }) => !ids.has(id))
  if (left.length === 0) return undefined
  const message = `${left.length === 1 ? 'One value was' : `${left.length} values were`} changed on both sides. Decide each of them.`
  return { ok: false, code: 'merge_conflict', message, conflicts }
}

function wrongTake(conflict: Conflict | undefined, { take, value }: Resolution): string | undefined {
  const isText = value === undefined || typeof value === 'string'
  if (conflict?.key.includes('#') && take === 'value' && !isText) return 'A paragraph or a text is decided by a text.'
  if (!conflict || conflict.kind === 'value') return undefined
  if (take === 'value') return 'Whether something is deleted is decided by one of the two sides, not by a value.'
  if (take === 'ours' && conflict.isGone) return 'This entry is not there any more. Take the side of the content.'
  return undefined
}

interface Change {
  key: string
  value: Json | undefined
  /** Undefined for a value that was decided on while merging. */
  by: string | undefined
}

/** The values of a view as they are now, whatever is written to it later. */
const viewOf = (view: View): View => createMemoryView(Object.entries(plainView(view)))

/** The values set in one document once every conflict is decided. */
function decide(
  { document, clean, conflicts }: DocumentMerge,
  taken: ReadonlyMap<string, Resolution>,
  current: View | undefined,
): Change[] {
  const changes: Change[] = []
  const staysDeleted = new Set<string>()
  for (const { id, key, kind } of conflicts) {
    const resolution = taken.get(id)
    const own = document.values.get(key)
    if (kind === 'deleted_theirs') {
      if (resolution?.take === 'ours') changes.push({ key, value: undefined, by: undefined })
      else staysDeleted.add(key)
    } else if (key.endsWith('#')) changes.push(...decideText(document, key, resolution, current))
    else if (resolution?.take === 'ours') changes.push({ key, value: own?.value, by: own?.by })
    else if (resolution?.take === 'value') changes.push({ key, value: resolution.value, by: undefined })
  }
  for (const [key, { value, by }] of clean) changes.push({ key, value, by })
  return changes.filter(({ key }) => !marksOf(key).some((mark) => staysDeleted.has(mark)))
}

/** The result of a text that both sides have filled. `prefix` begins the keys of its blocks. */
function decideText(
  { values }: BranchDocument,
  prefix: string,
  resolution: Resolution | undefined,
  current: View | undefined,
): Change[] {
  if (resolution?.take === 'theirs') return []
  const first = `${prefix}${FIRST_BLOCK}`
  const set: Change[] =
    resolution?.take === 'ours'
      ? [...values].flatMap(([key, { value, by }]) => (key.startsWith(prefix) ? [{ key, value, by }] : []))
      : [{ key: first, value: resolution?.value, by: undefined }]
  // Whoever wrote the text takes the other one away.
  const by = set.find(({ key }) => key === first)?.by
  const isSet = new Set(set.map(({ key }) => key))
  const others = [...(current?.keys(prefix) ?? [])].filter((key) => !isSet.has(key))
  return [...others.map((key) => ({ key, value: undefined, by })), ...set]
}

/** Names the values that a branch publishes as they are merged: with what others have written there since. */
function publishMerged(changes: readonly Change[], draft: Draft, schema: ContentSchema | undefined): Change[] {
  const model = schema?.models.find(({ id }) => id === entryIdentity(draft)?.model)
  return changes.flatMap(({ key, value, by }) => {
    const locale = value === undefined ? undefined : publicationOf(key)
    const digest = model && schema && locale !== undefined ? settledDigest(draft, locale, model, schema) : undefined
    return digest === undefined || digest === value ? [] : [{ key, value: digest, by }]
  })
}

/** The digest of a translation of which both sides have made a part. */
function uniteDigest({ values }: BranchDocument, key: string, draft: View, schema: ContentSchema | undefined): Change {
  const own = values.get(key)
  const [ours, theirs] = [own?.value, draft.get(key)]
  const model = schema?.models.find(({ id }) => id === entryIdentity(draft)?.model)
  const source = model && schema && readEntry(draft, model).locales[mainLocale(model, schema.config)]
  const value =
    typeof ours === 'string' && typeof theirs === 'string'
      ? uniteDigests(ours, theirs, source?.values ?? {})
      : (ours ?? theirs)
  return { key, value, by: own?.by }
}
