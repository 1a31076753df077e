import type { View } from '@atelier/documents'
import type { ContentSchema } from '../model/definition.ts'
import { isRecord } from './branchDocument.ts'

/** Where a value is, in words that people use. What does not apply is empty. */
export interface ValueName {
  model: string
  entry: string
  /** `*` where the model has none. */
  locale: string
  /**
   * The name of a field, the key of a dictionary or of a term, `#` and the paragraph's order behind a long text; of a
   * locale's meta `status` and the like, of a model its property, of the settings `config.` and their name.
   */
  field: string
}

const contentKey = /^(model:|field:|term:|config\/|route:|form:|list:)(.*)$/
const localized = /^([^/:]+)([/:])(.+)$/

/** Names the key of a document of kind `content` or `entry`. An entry's model and id are read from `view`. */
export function nameOf(key: string, view: View, schema: ContentSchema | undefined): ValueName {
  return contentKey.test(key) ? nameInContent(key, schema) : nameInEntry(key, view, schema)
}

/** The model and the id of an entry, by its document. */
export function entryOf(view: View): { model: string; id: string } | undefined {
  const birth = view.get('entry')
  if (!isRecord(birth) || typeof birth.model !== 'string') return undefined
  const id = view.get('id') ?? birth.id
  return { model: birth.model, id: typeof id === 'string' ? id : '' }
}

function nameInEntry(key: string, view: View, schema: ContentSchema | undefined): ValueName {
  const { model = '', id: entry = '' } = entryOf(view) ?? {}
  const [, locale, mark, rest] = localized.exec(key) ?? []
  if (locale === undefined || rest === undefined) return { model, entry, locale: '', field: key }
  if (mark === ':') return { model, entry, locale, field: rest }
  const fields = schema?.models.find(({ id }) => id === model)?.fields ?? []
  const hash = rest.indexOf('#')
  const own = hash < 0 || fields.length === 0 ? rest : rest.slice(0, hash)
  const name = fields.find((field) => field.key === own)?.name ?? own
  return { model, entry, locale, field: `${name}${rest.slice(own.length)}` }
}

function nameInContent(key: string, schema: ContentSchema | undefined): ValueName {
  const [, kind = '', rest = ''] = contentKey.exec(key) ?? []
  const slash = rest.indexOf('/')
  const head = slash < 0 ? rest : rest.slice(0, slash)
  const tail = slash < 0 ? '' : rest.slice(slash + 1)
  const none = { model: '', entry: '', locale: '' }
  if (kind === 'model:') return { ...none, model: head, field: tail }
  if (kind === 'term:') return { ...none, locale: tail, field: head }
  if (kind === 'field:') {
    const [own = '', property] = tail.split('/')
    const name = schema?.models.find(({ id }) => id === head)?.fields.find((field) => field.key === own)?.name ?? own
    return { ...none, model: head, field: property === undefined ? name : `${name}.${property}` }
  }
  if (kind === 'config/') return { ...none, field: `config.${rest}` }
  return { ...none, model: head, field: kind.slice(0, -1) }
}
