import type { Json } from '@atelier/documents'
import { type Consequence, defineOperation, excerpt, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { readBranch } from '../../branch/branchDocument.ts'
import { checkMerged } from '../../branch/checkMerged.ts'
import type { Conflict } from '../../branch/conflicts.ts'
import { mergeBranch } from '../../branch/merge.ts'
import type { ForeignValue } from '../../branch/overview.ts'
import { refuseValues } from '../../branch/valueRules.ts'
import { type ContentContext, notSetUp } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { entryIdentity } from '../../entry/entryDocument.ts'
import { readSchema } from '../../model/contentDocument.ts'
import { findingsOutput, refuseFindings } from '../shared/support.ts'
import { BranchName, findOnly, findOpenBranch, openFor, seesAllOf } from './branchSupport.ts'

/** Entries and conflicts that an answer names. */
const MAX_NAMED = 50
const MAX_CONFLICTS = 12

export const merge_branch = defineOperation({
  id: 'content.merge_branch',
  summary: 'Merge a branch',
  description:
    'Apply what a branch holds to the content. A value that was changed on both sides is a conflict: nothing is merged until `resolutions` decides each by its id, taking ours (the branch), theirs (the content) or a value.',
  icon: 'git-merge',
  keywords: ['approve', 'accept changes', 'publish changes', 'onayla'],
  effect: 'write',
  capability: 'content.review',
  workflow: 'manual',
  phases: phasesFor('review'),
  affects: ['content', 'branches'],
  input: Type.Object(
    {
      branch: BranchName,
      resolutions: Type.Optional(
        Type.Array(
          Type.Object(
            {
              id: Type.String({ maxLength: 40 }),
              take: Type.Union([Type.Literal('ours'), Type.Literal('theirs'), Type.Literal('value')]),
              value: Type.Optional(Type.Unsafe<Json>({})),
            },
            { additionalProperties: false },
          ),
          { maxItems: 20_000 },
        ),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    merged: Type.Boolean(),
    branch: Type.String(),
    applied: Type.Integer({ description: 'Values that were set.' }),
    entries: Type.Array(Type.Object({ model: Type.String(), id: Type.String() })),
    warnings: findingsOutput,
  }),
  consequence: (context: ContentContext, { branch }) => whatHappens(context, branch, 'Merge'),
  async run(context: ContentContext, { branch: name, resolutions = [] }) {
    const found = await findOpenBranch(context, name)
    if (!found.ok) return found.result
    const { branches, branch } = found.value
    const opened = await openFor(context, found.value)
    const draft = await branches.drafts.open(branch.id)
    const { overview } = opened ?? {}
    if (!opened || !draft || !overview?.schemaBefore || context.contentDocumentId === undefined) return notSetUp()
    if (!opened.isWhole) return restricted()
    if (overview.foreign.length > 0) return foreignDocuments(overview.foreign)
    const { schemaBefore: before } = overview
    const contentId = context.contentDocumentId

    const outcome = await mergeBranch(draft, branches.drafts, resolutions, {
      schema: before,
      newId: context.newId,
      findOnly: (model, id) => findOnly(found.value, overview, model, id),
      refuse: (documentId, values) =>
        refuseValues(documentId, values, { contentDocumentId: contentId, capabilities: context.capabilities }),
      async check(documents) {
        const content = await branches.drafts.open(contentId)
        const after = content && readSchema(content)
        return after ? checkMerged(documents, { before, after }, branches.reader) : []
      },
    })
    if (!outcome.ok) {
      if (outcome.code === 'not_valid' && outcome.findings) {
        const refused = refuseFindings(outcome.findings, 'Nothing was merged')
        if (refused) return refused
      }
      return fail(outcome.code, `${outcome.message}${namedConflicts(outcome.conflicts)}`, {
        ...(outcome.conflicts ? { path: '/resolutions', hint: HINT } : { path: '/branch' }),
      })
    }
    for (const part of outcome.parts) branches.drafts.alsoIn?.(part)
    const entries = outcome.documents.flatMap(({ view }) => entryIdentity(view) ?? [])
    const { applied, warnings } = outcome
    return ok({
      merged: true,
      branch: branch.name,
      applied,
      entries: entries.slice(0, MAX_NAMED),
      warnings: warnings.slice(0, 20),
    })
  },
})

const HINT =
  'Call again with resolutions: [{id, take: "ours" for the branch, "theirs" for the content, or "value" with a value of its own}] for each. list_branches with this branch shows them whole.'

export const restricted = () =>
  fail('not_allowed', 'This branch changes models or locales that you may not change.', { path: '/branch' })

export const foreignDocuments = (keys: readonly ForeignValue[]) =>
  fail('invalid_branch', 'The branch changes documents that are no content. It can only be rejected.', {
    path: '/branch',
    hint: `It sets ${keys
      .slice(0, 5)
      .map(({ property }) => property)
      .join(', ')}.`,
  })

function namedConflicts(conflicts: readonly Conflict[] = []): string {
  const lines = conflicts.slice(0, MAX_CONFLICTS).map(({ id, model, entry, locale, field, kind, ours, theirs }) => {
    const place = [
      entry === '' ? model : `${model}/${entry}`,
      locale === '*' ? '' : locale,
      kind === 'value' ? field : '',
    ]
    const sides = {
      value: `ours ${mergedText(ours)}, theirs ${mergedText(theirs)}`,
      deleted_ours: 'the branch deletes it, and it was changed since',
      deleted_theirs: 'the branch changes it, and it was deleted since',
    }[kind]
    return `\n${id}: ${place.filter((part) => part !== '').join(' · ')}: ${sides}`
  })
  const more = conflicts.length > lines.length ? `\nAnd ${conflicts.length - lines.length} more.` : ''
  return `${lines.join('')}${more}`
}

function mergedText(value: Json | undefined): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return excerpt(text, 120)
}

/** The description of the branch for a person who decides on a call. */
export async function whatHappens(
  context: ContentContext,
  name: string,
  verb: 'Merge' | 'Reject',
): Promise<Consequence | undefined> {
  const found = await findOpenBranch(context, name)
  if (!found.ok || !(await seesAllOf(context, found.value))) return undefined
  const { branches, branch } = found.value
  const view = await branches.drafts.open(branch.id)
  if (!view) return undefined
  const { documents, about } = readBranch(view)
  const values = `${branch.changes} ${branch.changes === 1 ? 'value' : 'values'}`
  const places = `${documents.size} ${documents.size === 1 ? 'document' : 'documents'}`
  const end = about === '' ? '' : ` It says: “${about.slice(0, 300)}”`
  const message = `${verb} the branch “${branch.title}” (${branch.name}) with ${values} in ${places}.${end}`
  return { message, target: branch.title, documentIds: [branch.id] }
}
