import type { ContentField, ContentModel, ContentView } from '../context/content.ts'
import { ANY_LOCALE } from '../loop/contentView.ts'
import type { LoopField, LoopSource } from '../loop/source.ts'
import type { FieldOrigin } from './pieces.ts'

/** A field of an entry in one locale. */
export interface BoundField {
  model: ContentModel
  id: string
  field: ContentField
  /** `*` where the collection has no locales. */
  locale: string
}

/** Where a text that comes from an entry is written; undefined if it is made of something else than a field. */
export function boundField(content: ContentView, { source, entry, field }: FieldOrigin): BoundField | undefined {
  const model = content.models.find(({ id }) => id === source.table)
  const { locale = ANY_LOCALE } = source
  if (!model) return undefined
  const dot = field.indexOf('.')
  const own = fieldNamed(model, dot < 0 ? field : field.slice(0, dot))
  if (!own) return undefined
  const at = (holder: ContentModel, id: string, found: ContentField): BoundField => ({
    model: holder,
    id,
    field: found,
    locale: holder.localized ? locale : ANY_LOCALE,
  })
  if (dot < 0) return at(model, String(entry.id), own)
  const [related, another] = source.related?.(entry, own.name) ?? []
  const target = another ? undefined : content.models.find(({ id }) => id === related?.source.table)
  const inner = target && fieldNamed(target, field.slice(dot + 1))
  return related && target && inner && at(target, String(related.entry.id), inner)
}

/** The fields that an element inside a loop can show, with those of related entries behind the relation: `author.name`. */
export function showableFields(source: LoopSource, content?: Pick<ContentView, 'models'>): LoopField[] {
  const { models = [] } = content ?? {}
  const relations = models.find(({ id }) => id === source.table)?.fields.filter(({ kind }) => kind === 'relation') ?? []
  const related = relations.flatMap((relation) =>
    models
      .filter(({ id }) => relation.models?.includes(id))
      .flatMap(({ fields }) => fields)
      .filter(({ kind }) => kind !== 'relation' && kind !== 'markdown' && kind !== 'html')
      .map(({ name, label }): LoopField => {
        return { name: `${relation.name}.${name}`, label: `${relation.label} · ${label}`, kind: 'text' }
      }),
  )
  return [...source.fields, ...new Map(related.map((each) => [each.name, each])).values()]
}

/** A field of a collection; `title` is the one that names its entries, where it has no field of that name. */
function fieldNamed({ fields, titleField }: ContentModel, name: string): ContentField | undefined {
  const named = (wanted: string | undefined) => fields.find((field) => field.name === wanted)
  return named(name) ?? (name === 'title' ? named(titleField) : undefined)
}
