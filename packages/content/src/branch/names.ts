import type { View } from '@atelier/documents'
import type { ValueName } from '../context/comparison.ts'
import { entryIdentity } from '../entry/entryDocument.ts'
import { decodeName, keyNames } from '../entry/keys.ts'
import type { ContentSchema } from '../model/definition.ts'

const contentKey = /^(model:|field:|term:|config\/|route:|form:|list:|layout:|files:|public:|moving:)(.*)$/
const localized = /^([^/:]+)([/:])(.+)$/

/** Names the key of a document of kind `content` or `entry`. An entry's model and id are read from `view`. */
export function valueName(key: string, view: View, schema: ContentSchema | undefined): ValueName {
  return contentKey.test(key) ? nameInContent(key, schema) : nameInEntry(key, view, schema)
}

function nameInEntry(key: string, view: View, schema: ContentSchema | undefined): ValueName {
  const { model = '', id: entry = '' } = entryIdentity(view) ?? {}
  const [, locale, mark, rest] = localized.exec(key) ?? []
  if (locale === undefined || rest === undefined) return { model, entry, locale: '', field: key }
  if (mark === ':') return { model, entry, locale, field: rest }
  const own = schema?.models.find(({ id }) => id === model)
  const hash = rest.indexOf('#')
  const name = hash < 0 ? rest : rest.slice(0, hash)
  const field = own ? keyNames(own).nameOf(name) : decodeName(name)
  // A whole text is named as its field is.
  return { model, entry, locale, field: rest.endsWith('#') ? field : `${field}${rest.slice(name.length)}` }
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

export type { ValueName }
