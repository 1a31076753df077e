import type { Json, View } from '@atelier/documents'
import { nearestName } from '@atelier/operation'
import { Type } from 'typebox'
import { visibleTo } from '../../brain/restrict.ts'
import { readBranch } from '../../branch/branchDocument.ts'
import { type Conflict, compareDocument } from '../../branch/conflicts.ts'
import { type BranchOverview, type OpenViews, openOverview, type TouchedEntry } from '../../branch/overview.ts'
import type { BranchAccess, ListedBranch } from '../../context/branches.ts'
import { type ContentContext, notSetUp } from '../../context/context.ts'
import type { ContentReader } from '../../context/reader.ts'
import { ONLY_ENTRY } from '../../entry/entry.ts'
import { type Attempt, got, refusedCall } from '../shared/support.ts'

export const BranchName = Type.String({ maxLength: 200, description: 'Its name, cr/…' })

export interface FoundBranch {
  branches: BranchAccess
  branch: ListedBranch
}

/** A branch whose documents can be opened. */
export interface ReadableBranch {
  branches: { drafts: OpenViews }
  branch: Pick<ListedBranch, 'id'>
}

/** A branch by its name or its id. */
export function findBranch(
  { branches, restriction }: Pick<ContentContext, 'branches' | 'restriction'>,
  name: string,
): Attempt<FoundBranch> {
  if (!branches) return { ok: false, result: notSetUp() }
  const branch = branches.all.find((each) => each.name === name || each.id === name)
  if (branch) return got({ branches, branch })
  // Their names tell what they are about.
  if (restriction?.models || restriction?.locales)
    return refusedCall('unknown_branch', `There is no branch “${name}”.`, { path: '/branch' })
  const names = branches.all.filter(({ state }) => state === 'open').map((each) => each.name)
  const near = nearestName(name, names)
  return refusedCall('unknown_branch', `There is no branch “${name}”.`, {
    path: '/branch',
    hint: `${near ? `Did you mean “${near}”? ` : ''}Open are ${names.slice(0, 10).join(', ') || 'none'}.`,
  })
}

/** One that can still be decided on. */
export async function findOpenBranch(context: ContentContext, name: string): Promise<Attempt<FoundBranch>> {
  const found = findBranch(context, name)
  if (!found.ok || found.value.branch.state === 'open') return found
  const { state } = found.value.branch
  const title = (await seesAllOf(context, found.value)) ? found.value.branch.title : name
  return refusedCall('branch_closed', `The branch “${title}” is ${state} already.`, {
    path: '/branch',
    hint: state === 'merged' ? 'Undo its merge to open it again.' : 'Undo its rejection to open it again.',
  })
}

/** A branch's changes, as the caller may see them, and whether those are all: only then may they merge or reject it. */
export async function openFor(
  context: Pick<ContentContext, 'restriction' | 'contentDocumentId'>,
  { branches, branch }: ReadableBranch,
): Promise<{ view: View; overview: BranchOverview; isWhole: boolean } | undefined> {
  const view = await branches.drafts.open(branch.id)
  if (!view) return undefined
  const overview = await openOverview(view, branches.drafts, context.contentDocumentId)
  const { models, locales } = context.restriction ?? {}
  if (!models && !locales) return { view, overview, isWhole: true }
  const entries = overview.entries.filter(({ identity, identityBefore }) =>
    [identity, identityBefore].every((each) => each === undefined || (models?.includes(each.model) ?? true)),
  )
  const sees = visibleTo(context.restriction)
  const own = new Map(entries.map((entry) => [entry.documentId, entry]))
  const isWhole =
    overview.schemaAfter === overview.schemaBefore &&
    [...readBranch(view).documents.values()].every(({ documentId, values }) => {
      const entry = own.get(documentId)
      return entry !== undefined && isWithin(entry, [...values.keys()], sees.locale)
    })
  const visible = { ...overview, schemaAfter: overview.schemaBefore, entries, changed: [], foreign: [] }
  return { view, overview: visible, isWhole }
}

/** The locale of a key of an entry's document; undefined for what is of the entry as a whole. */
const localeIn = (key: string): string | undefined => /^([^/:]+)[/:]/.exec(key)?.[1]

/**
 * Whether what a branch does to an entry is all in locales that the caller may see. To rename, delete or restore it is to
 * do so in every locale that it has.
 */
function isWithin(
  { before, after }: Pick<TouchedEntry, 'before' | 'after'>,
  written: readonly string[],
  sees: (locale: string | undefined) => boolean,
): boolean {
  const isOfAll = written.some((key) => localeIn(key) === undefined)
  const keys = isOfAll ? [...written, ...before.keys(), ...after.keys()] : written
  return keys.every((key) => sees(localeIn(key)))
}

/** Whether the caller may see all that a branch holds: every model and locale that it writes in. */
export async function seesAllOf(
  context: Pick<ContentContext, 'restriction' | 'contentDocumentId'>,
  found: ReadableBranch,
): Promise<boolean> {
  const { restriction, contentDocumentId } = context
  if (!restriction?.models && !restriction?.locales) return true
  const opened = await openFor(context, found)
  if (!opened) return false
  const { documents } = readBranch(opened.view)
  const seen = new Set(opened.overview.entries.map(({ documentId }) => documentId))
  const sees = visibleTo(restriction)
  return [...documents.values()].every(
    ({ documentId, values }) =>
      documentId !== contentDocumentId &&
      seen.has(documentId) &&
      [...values.keys()].every((key) => sees.locale(localeIn(key))),
  )
}

/** The present content that a merge reads. */
export interface Merging {
  branches: { reader: Pick<ContentReader, 'entry'>; drafts: OpenViews }
}

/** The document of a model's only entry, which a branch's own one is merged into. */
export async function findOnly(
  { branches: { reader } }: Merging,
  { schemaAfter }: BranchOverview,
  model: string,
  id: string,
): Promise<string | undefined> {
  const kind = schemaAfter?.models.find((each) => each.id === model)?.kind
  if (id !== ONLY_ENTRY || (kind !== 'singleton' && kind !== 'dictionary')) return undefined
  return (await reader.entry(model, id))?.documentId
}

/** The conflicts that a merge would ask about now. */
export async function conflictsNow(found: Merging, view: View, overview: BranchOverview): Promise<Conflict[]> {
  const conflicts: Conflict[] = []
  for (const document of readBranch(view).documents.values()) {
    const { created } = document
    const known = created && (await findOnly(found, overview, created.model, created.id))
    const current =
      created && known === undefined ? undefined : await found.branches.drafts.open(known ?? document.documentId)
    conflicts.push(...compareDocument(document, current, overview.schemaBefore).conflicts)
  }
  return conflicts
}

const AnyJson = Type.Unsafe<Json>({})
const sides = { before: Type.Optional(AnyJson), after: Type.Optional(AnyJson) }
const Property = Type.Object({ property: Type.String(), ...sides })

export const EntryDiffOutput = Type.Object({
  model: Type.String(),
  entry: Type.String(),
  renamedFrom: Type.Optional(Type.String()),
  documentId: Type.String(),
  title: Type.String(),
  change: Type.String(),
  values: Type.Array(
    Type.Object({
      locale: Type.String(),
      field: Type.String(),
      ...sides,
      paragraphs: Type.Optional(Type.Array(Type.Object(sides))),
    }),
  ),
  more: Type.Optional(Type.Integer({ description: 'Values that are not shown.' })),
})

export const ModelDiffOutput = Type.Object({
  model: Type.String(),
  change: Type.String(),
  properties: Type.Array(Property),
  fields: Type.Array(
    Type.Object({
      field: Type.String(),
      change: Type.String(),
      renamedFrom: Type.Optional(Type.String()),
      properties: Type.Array(Property),
    }),
  ),
})

export const PropertyOutput = Property
export const TermOutput = Type.Object({ term: Type.String(), locale: Type.String(), ...sides })

export const ConflictOutput = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  model: Type.String(),
  entry: Type.String(),
  locale: Type.String(),
  field: Type.String(),
  base: Type.Optional(AnyJson),
  ours: Type.Optional(AnyJson),
  theirs: Type.Optional(AnyJson),
})
