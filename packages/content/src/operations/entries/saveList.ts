import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { refuseQuery } from '../../brain/query.ts'
import { type ContentContext, notSetUp } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { mainLocale } from '../../entry/settle.ts'
import { recordOf } from '../../model/json.ts'
import { ListName, ListView, MOST_LISTS, readLists, writeList } from '../../model/lists.ts'
import { jsonOf } from '../shared/checkWritten.ts'
import { findModel } from '../shared/support.ts'

export const saveList = defineOperation({
  id: 'content.saveList',
  summary: 'Save a view of a list',
  description:
    'Save how the list of a model is shown, for everyone: columns, sort and filters under a name. `view` null takes it away.',
  icon: 'list-filter',
  keywords: ['saved view', 'filter', 'columns', 'smart list'],
  effect: 'write',
  phases: phasesFor('write'),
  affects: ['content'],
  onDemand: true,
  input: Type.Object(
    {
      model: Type.String({ maxLength: 200 }),
      name: ListName,
      view: Type.Union([ListView, Type.Null()]),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ lists: Type.Array(Type.String()) }),
  async run(context: ContentContext, { model: modelId, name, view }) {
    const found = await findModel(context, modelId)
    if (!found.ok) return found.result
    const { contentDocumentId, drafts } = context
    const draft = contentDocumentId === undefined ? undefined : await drafts.open(contentDocumentId)
    if (!draft) return notSetUp()
    const { model, schema } = found.value
    if (view) {
      const { columns, sort, where } = view
      const wrong = refuseQuery(model, {
        locale: mainLocale(model, schema.config),
        ...(columns ? { fields: columns } : {}),
        ...(sort === undefined ? {} : { order: [sort] }),
        ...(where ? { where: recordOf(Object.entries(where).map(([name, value]) => [name, jsonOf(value)])) } : {}),
      })
      if (wrong) return fail(wrong.code, wrong.message, { path: '/view', ...(wrong.hint ? { hint: wrong.hint } : {}) })
    }
    const known = readLists(draft, model.id)
    const title = name.trim()
    if (view && known.length >= MOST_LISTS && !known.some((each) => each.name === title))
      return fail('too_many_lists', `${model.name} has ${known.length} saved views, as many as it can.`, {
        hint: 'Take one away first.',
      })
    writeList(draft, model.id, title, view ?? undefined)
    return ok({ lists: readLists(draft, model.id).map((each) => each.name) })
  },
})
