import type { Draft, Json } from '@atelier/documents'
import { defineOperation, type Envelope, fail, ok } from '@atelier/operation'
import { type Static, Type } from 'typebox'
import {
  addPlannedPage,
  addPlannedSection,
  movePlannedPage,
  movePlannedSection,
  type PlanOutcome,
  removePlannedPage,
  removePlannedSection,
  setPageField,
  setPlanField,
  setPlanLanguages,
  setSectionField,
} from '../plan/edit.ts'
import { readPlan } from '../plan/plan.ts'
import { type GenerateContext, noPlan } from './context.ts'

const Key = Type.String({ minLength: 1, maxLength: 100 })
const Index = Type.Optional(Type.Integer({ minimum: 0, maximum: 100 }))
const Fields = Type.Record(Type.String({ maxLength: 60 }), Type.Unknown())

const Edit = Type.Object(
  {
    action: Type.Enum(['set', 'add', 'move', 'remove']),
    on: Type.Enum(['site', 'design', 'content', 'shared', 'page', 'section']),
    page: Type.Optional(Key),
    section: Type.Optional(Key),
    index: Index,
    fields: Type.Optional(Fields),
  },
  { additionalProperties: false },
)
type Edit = Static<typeof Edit>

export const editPlan = defineOperation({
  id: 'generate.editPlan',
  summary: 'Change the plan of a site',
  description:
    'Change the plan by a list of edits, all or none. set: fields of site, design, content, shared, a page or a section. add: a page (fields.title, index) or a section (page, fields, index). move: a page or a section to index, a section also to another page. remove: a page or a section. page and section: keys of readPlan; a page also by its file, a section by its id.',
  icon: 'map-pin-plus',
  keywords: ['change the outline', 'plan another page', 'change colours of the plan', 'blueprint'],
  effect: 'write',
  onDemand: true,
  affects: ['plan'],
  input: Type.Object({ edits: Type.Array(Edit, { minItems: 1, maxItems: 100 }) }, { additionalProperties: false }),
  output: Type.Object({
    /** The key that each edit was about: of a page, a section, or `group/field`. */
    keys: Type.Array(Type.String()),
  }),
  run({ plan, newId }: GenerateContext, { edits }) {
    if (!plan) return noPlan()
    const context: Edited = { plan, newId }
    const keys: string[] = []
    for (const [at, edit] of edits.entries()) {
      const done = apply(context, edit)
      if (!done.ok) return refusedEdit(done.error, at)
      keys.push(done.key)
    }
    return ok({ keys })
  },
})

const refusedEdit = (error: string, at: number): Envelope<never> =>
  fail('invalid_edit', error, { path: `/edits/${at}`, hint: 'Nothing was changed. readPlan lists keys and fields.' })

/** A plan that is edited. */
interface Edited {
  plan: Draft
  newId(): string
}

function apply(context: Edited, edit: Edit): PlanOutcome {
  const { action, on, index } = edit
  if (on === 'page') {
    if (action === 'add') return addPage(context, edit)
    const key = pageOf(context, edit.page)
    if (action === 'move') return movePlannedPage(context.plan, key, index ?? Number.POSITIVE_INFINITY)
    if (action === 'remove') return removePlannedPage(context.plan, key)
    return setAll(edit, (field, value) => setPageField(context.plan, key, field, value))
  }
  if (on === 'section') {
    const page = pageOf(context, edit.page)
    if (action === 'add')
      return addPlannedSection(context.plan, () => context.newId(), page, Object.fromEntries(editedFields(edit)), index)
    const key = sectionOf(context, edit)
    if (action === 'move') return movePlannedSection(context.plan, key, page, index ?? Number.POSITIVE_INFINITY)
    if (action === 'remove') return removePlannedSection(context.plan, key)
    return setAll(edit, (field, value) => setSectionField(context.plan, key, field, value))
  }
  if (action !== 'set') return { ok: false, error: `“${on}” is there once; its fields are set.` }
  const { languages } = edit.fields ?? {}
  if (on === 'site' && Array.isArray(languages))
    return setLanguages(
      context,
      edit,
      languages.filter((each) => typeof each === 'string'),
    )
  return setAll(edit, (field, value) => setPlanField(context.plan, on, field, value))
}

/** Sets the further languages of the site, with its other fields. */
function setLanguages(context: Edited, edit: Edit, languages: readonly string[]): PlanOutcome {
  const set = setPlanLanguages(context.plan, () => context.newId(), languages)
  const { languages: _, ...fields } = edit.fields ?? {}
  if (!set.ok || Object.keys(fields).length === 0) return set
  return setAll({ ...edit, fields }, (field, value) => setPlanField(context.plan, 'site', field, value))
}

function addPage(context: Edited, edit: Edit): PlanOutcome {
  const { title, ...rest } = Object.fromEntries(editedFields(edit))
  const added = addPlannedPage(context.plan, () => context.newId(), typeof title === 'string' ? title : '', edit.index)
  if (!added.ok) return added
  for (const [field, value] of Object.entries(rest)) {
    const set = setPageField(context.plan, added.key, field, value)
    if (!set.ok) return set
  }
  return added
}

function setAll(edit: Edit, set: (field: string, value: Json) => PlanOutcome): PlanOutcome {
  const fields = editedFields(edit)
  let last: PlanOutcome = { ok: false, error: 'No field is named: fields {"name": "…"}.' }
  for (const [field, value] of fields) {
    last = set(field, value)
    if (!last.ok) return last
  }
  return last
}

const editedFields = ({ fields = {} }: Edit): [string, Json][] => Object.entries(JSON.parse(JSON.stringify(fields)))

/** The key of a page that is named by its key or its file. */
function pageOf({ plan }: Edited, named = ''): string {
  const { pages } = readPlan(plan)
  const found = pages.find(({ key }) => key === named) ?? pages.find(({ filename }) => filename === named)
  return found?.key ?? named
}

/** The key of a section that is named by its key, or by its id in the page. */
function sectionOf({ plan }: Edited, { page = '', section = '' }: Edit): string {
  const { pages } = readPlan(plan)
  const all = pages.flatMap(({ key, filename, sections }) => sections.map((each) => ({ ...each, on: [key, filename] })))
  const found =
    all.find(({ key }) => key === section) ??
    all.find(({ id, on }) => id === section && on.includes(page)) ??
    all.find(({ id }) => id === section)
  return found?.key ?? section
}
