import { createRests } from '@atelier/operation'
import { visibleTo } from '../../brain/restrict.ts'
import type { ContentContext } from '../../context/context.ts'
import type { StoredEntry } from '../../context/reader.ts'
import type { Entry } from '../../entry/entry.ts'
import { readEntry } from '../../entry/entryDocument.ts'
import { linksIn } from '../../entry/settle.ts'
import type { ContentSchema, Model } from '../../model/definition.ts'
import { memberOf } from '../../model/json.ts'
import { valueFields } from '../../model/named.ts'

/** A value that refers to an entry that does not exist. */
export interface LostReference {
  model: string
  entry: string
  title: string
  locale: string
  field: string
  /** The entry that it names. */
  target: { model: string; id: string }
}

/** Finds the references of a project's entries that lead to nothing, as far as the caller may see both sides. */
export async function findLostReferences(
  { reader, drafts, restriction }: Pick<ContentContext, 'reader' | 'drafts' | 'restriction'>,
  { models }: Pick<ContentSchema, 'models'>,
): Promise<LostReference[]> {
  const sees = visibleTo(restriction)
  const ids = new Map<string, ReadonlySet<string>>()
  for (const { id } of models) ids.set(id, new Set((await reader.entries(id)).map((entry) => entry.id)))
  const found: LostReference[] = []
  const rest = createRests()
  for (const model of models) {
    if (model.kind === 'dictionary') continue
    for (const stored of await reader.entries(model.id)) {
      await rest()
      const locales = await shownOrTyped(drafts, model, stored)
      for (const [locale, own] of Object.entries(locales)) {
        if (own.standIn === true || !sees.locale(locale)) continue
        for (const { name, definition } of valueFields(model)) {
          const value = memberOf(own.values, name)
          if (value === undefined || value === null) continue
          for (const { kind, value: id, targetModel = '' } of linksIn(definition, value)) {
            const known = ids.get(targetModel)
            if (kind !== 'ref' || !known || known.has(id)) continue
            const at = { model: model.id, entry: stored.id, title: stored.title, locale, field: name }
            found.push({ ...at, target: { model: targetModel, id } })
          }
        }
      }
    }
  }
  return found
}

/** The settled values of an entry; those that are typed if a lost reference keeps them from being settled. */
async function shownOrTyped(
  drafts: ContentContext['drafts'],
  model: Model,
  { documentId, settled, issues }: StoredEntry,
): Promise<Entry['locales']> {
  const isOpen = !settled || issues.some(({ code }) => code === 'broken_relation')
  const draft = isOpen ? await drafts.open(documentId) : undefined
  return draft ? readEntry(draft, model).locales : (settled?.locales ?? {})
}
