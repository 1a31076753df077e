import { fail } from '@atelier/operation'
import { Type } from 'typebox'
import type { ContentContext } from '../../context/context.ts'
import type { StoredEntry } from '../../context/reader.ts'
import { entryName, ONLY_ENTRY } from '../../entry/entry.ts'
import type { Model } from '../../model/definition.ts'
import { errorMessage } from '../../strings/errorMessages.ts'
import { type Attempt, findModel, got, unknownEntry } from '../shared/support.ts'

/** An entry in one text: its model and its id. */
export const documentInput = Type.String({ maxLength: 400, description: '`collection/id`.' })
export const fieldValues = Type.Record(Type.String(), Type.Unknown())

/** The entry that a text such as `blog-post/hello` names. */
export async function findDocument(
  context: ContentContext,
  reference: string,
): Promise<Attempt<{ model: Model; stored: StoredEntry }>> {
  const slash = reference.indexOf('/')
  const [modelId, id] = slash < 0 ? [reference, ONLY_ENTRY] : [reference.slice(0, slash), reference.slice(slash + 1)]
  const found = await findModel(context, modelId)
  if (!found.ok) return found
  const { model } = found.value
  if (slash < 0 && (model.kind === 'collection' || model.kind === 'document')) {
    const message = errorMessage('document.reference', { reference: reference.slice(0, 80) })
    const hint = errorMessage('document.reference.hint', { example: `${model.id}/…` })
    return { ok: false, result: fail('no_document', message, { path: '/document', hint }) }
  }
  const stored = await context.reader.entry(model.id, id)
  return stored ? got({ model, stored }) : { ok: false, result: await unknownEntry(context, model.id, id) }
}

/** The input of `save_content` that writes these values to an entry. */
export function savedAs(model: Model, id: string, fields: Readonly<Record<string, unknown>>) {
  switch (model.kind) {
    case 'document':
      return { model: model.id, slug: id, data: { ...fields } }
    case 'collection':
      return { model: model.id, data: { [id]: fields } }
    case 'singleton':
    case 'dictionary':
      return { model: model.id, data: { ...fields } }
  }
}

export const documentName = ({ model, id }: Pick<StoredEntry, 'model' | 'id'>): string => entryName({ model, id })
