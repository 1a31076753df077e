import type { Json } from '@atelier/documents'
import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { bytesOf, MAX_RESULT, pageOf } from '../../brain/page.ts'
import { shortenValue } from '../../brain/shorten.ts'
import type { Conflict } from '../../branch/conflicts.ts'
import { diffBranch, type EntryDiff, type Sides } from '../../branch/diff.ts'
import type { ComparedBranch, ListedBranch } from '../../context/branches.ts'
import { type ContentContext, notSetUp } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import {
  BranchName,
  ConflictOutput,
  conflictsNow,
  EntryDiffOutput,
  type FoundBranch,
  findBranch,
  ModelDiffOutput,
  openFor,
  PropertyOutput,
  seesAllOf,
  TermOutput,
} from './branchSupport.ts'

/** Characters of one value that a list shows. */
const SHOWN = 300
/** Values of one entry that are shown at once. */
const MAX_VALUES = 30

const branchOutput = {
  id: Type.String(),
  name: Type.String(),
  title: Type.String(),
  state: Type.String(),
  changes: Type.Integer(),
  mergeAt: Type.Optional(Type.String()),
  scheduleEnded: Type.Optional(
    Type.String({ description: 'When it would have been merged, had it not been changed after that was set.' }),
  ),
  createdBy: Type.String(),
  createdAt: Type.String(),
  updatedAt: Type.String(),
}

export const list_branches = defineOperation({
  id: 'content.list_branches',
  summary: 'List branches',
  description:
    'Branches of changes that wait for a review, newest first. With `branch`: what it would change, by entry, locale and field, and its conflicts with their ids for merge_branch.',
  icon: 'git-branch',
  keywords: ['pending changes', 'review', 'proposals', 'diff', 'conflicts', 'pull requests'],
  effect: 'read',
  phases: phasesFor('read'),
  input: Type.Object(
    {
      branch: Type.Optional(BranchName),
      state: Type.Optional(Type.Union([Type.Literal('open'), Type.Literal('merged'), Type.Literal('rejected')])),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
      cursor: Type.Optional(Type.String({ maxLength: 20, pattern: '^[0-9]+$' })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    branches: Type.Array(Type.Object(branchOutput)),
    total: Type.Integer({ description: 'Branches, or entries of the branch that is asked about.' }),
    cursor: Type.Optional(Type.String()),
    entries: Type.Optional(Type.Array(EntryDiffOutput)),
    models: Type.Optional(Type.Array(ModelDiffOutput)),
    vocabulary: Type.Optional(Type.Array(TermOutput)),
    settings: Type.Optional(Type.Array(PropertyOutput)),
    conflicts: Type.Optional(Type.Array(ConflictOutput)),
    moreConflicts: Type.Optional(Type.Integer()),
  }),
  async run(context: ContentContext, { branch: name, state = 'open', limit = 20, cursor }) {
    const start = Number(cursor ?? 0)
    if (name !== undefined) return showBranch(context, name, start, limit)
    if (!context.branches) return notSetUp()
    const { branches } = context
    const all: ListedBranch[] = []
    for (const branch of branches.all) {
      if (branch.state !== state) continue
      const look = () => seesAllOf(context, { branches, branch })
      if (await (branches.kept?.seesAll(branch.id, look) ?? look())) all.push(branch)
    }
    const { items, next } = pageOf(all, { start, limit }, listedBranch)
    return ok({ branches: items, total: all.length, ...(next === undefined ? {} : { cursor: String(next) }) })
  },
})

async function showBranch(context: ContentContext, name: string, start: number, limit: number) {
  const found = findBranch(context, name)
  if (!found.ok) return found.result
  const { branches, branch } = found.value
  const compare = () => compareBranch(context, found.value)
  // Its pages are requested one after another.
  const compared = await (branches.kept?.compared(branch.id, compare) ?? compare())
  if (!compared) return fail('unknown_branch', `There is no branch “${name}” any more.`, { path: '/branch' })
  const { entries, models, vocabulary, settings, seesAll } = compared
  if (!seesAll && entries.length === 0)
    return fail('unknown_branch', `There is no branch “${name}”.`, { path: '/branch' })
  const isVisible = visible(context)
  const conflicts = compared.conflicts.filter(isVisible)
  const about = { models: some(models), vocabulary: some(vocabulary), settings: some(settings) }
  const head = {
    // Its title may be about what the caller may not see.
    branches: [listedBranch({ ...branch, ...(seesAll ? {} : { title: branch.name }) })],
    total: entries.length,
    ...(start > 0 ? {} : about),
  }
  const conflictPage = pageOf(start > 0 ? [] : conflicts, { limit: 50, room: MAX_RESULT / 3 }, shownConflict)
  const room = Math.max(1_000, MAX_RESULT - 1_000 - bytesOf(head) - bytesOf(conflictPage.items))
  const { items, next } = pageOf(entries, { start, limit, room }, (entry) =>
    shownEntry({
      ...entry,
      ...untitled(context, entry),
      values: entry.values.filter(({ locale }) => isVisible({ model: entry.model, locale })),
    }),
  )
  return ok({
    ...head,
    entries: items,
    conflicts: conflictPage.items,
    ...(conflictPage.next === undefined ? {} : { moreConflicts: conflicts.length - conflictPage.next }),
    ...(next === undefined ? {} : { cursor: String(next) }),
  })
}

/** Opens all that a branch writes; undefined if it is gone. */
async function compareBranch(context: ContentContext, found: FoundBranch): Promise<ComparedBranch | undefined> {
  const opened = await openFor(context, found)
  if (!opened) return undefined
  const isOpen = found.branch.state === 'open'
  return {
    ...diffBranch(opened.overview),
    conflicts: isOpen ? await conflictsNow(found, opened.view, opened.overview) : [],
    seesAll: await seesAllOf(context, found),
  }
}

/** A title may be of a locale that the caller may not see. */
const untitled = ({ restriction }: ContentContext, { entry }: EntryDiff) =>
  restriction?.locales ? { title: entry } : {}

/** Whether a conflict is about what the caller may see. */
const visible =
  ({ restriction: { models, locales } = {} }: ContentContext) =>
  ({ model, locale }: Pick<Conflict, 'model' | 'locale'>): boolean =>
    (models?.includes(model) ?? true) && (locale === '' || locale === '*' || (locales?.includes(locale) ?? true))

function listedBranch({ mergeAt, scheduleEnded, createdAt, updatedAt, sessionId: _, ...branch }: ListedBranch) {
  return {
    ...branch,
    ...(mergeAt === undefined ? {} : { mergeAt: time(mergeAt) }),
    ...(scheduleEnded === undefined ? {} : { scheduleEnded: time(scheduleEnded) }),
    createdAt: time(createdAt),
    updatedAt: time(updatedAt),
  }
}

const time = (at: number): string => new Date(at).toISOString()

function shownEntry({ values, ...entry }: EntryDiff) {
  const shown = values.slice(0, MAX_VALUES).map(({ paragraphs, ...value }) => ({
    ...value,
    ...sidesShown(value),
    ...(paragraphs ? { paragraphs: paragraphs.slice(0, MAX_VALUES).map(sidesShown) } : {}),
  }))
  return { ...entry, values: shown, ...(values.length > shown.length ? { more: values.length - shown.length } : {}) }
}

function sidesShown({ before, after }: Sides): Sides {
  return {
    ...(before === undefined ? {} : { before: shortenListed(before) }),
    ...(after === undefined ? {} : { after: shortenListed(after) }),
  }
}

function shownConflict({ documentId: _, key: _key, isGone: _gone, base, ours, theirs, ...conflict }: Conflict) {
  return {
    ...conflict,
    ...(base === undefined ? {} : { base: shortenListed(base) }),
    ...(ours === undefined ? {} : { ours: shortenListed(ours) }),
    ...(theirs === undefined ? {} : { theirs: shortenListed(theirs) }),
  }
}

const shortenListed = (value: Json): Json => shortenValue(value, '', [], SHOWN)

/** As many items of a list as an eighth of a result holds. */
const some = <Item>(items: readonly Item[]): Item[] =>
  pageOf(items, { limit: 50, room: MAX_RESULT / 8 }, (item) => item).items
