import type { Steps } from '@atelier/operation'
import type { ContentSchema, Model } from '../model/definition.ts'
import { isRecord, memberOf } from '../model/json.ts'
import { type AtelierFile, standInFieldsOf } from './atelierFile.ts'
import { readMembers } from './members.ts'
import { contentPath, documentPath, sharesFile } from './paths.ts'

/**
 * Whether others have left an entry, or a field or key of it, untranslated in the files: it was not new when they were
 * written last, and the locale has no stand-in for it there. It stays so, since a copy of another locale's texts in
 * their file was not requested.
 */
export type LeftOut = (id: string, locale: string, name?: string) => boolean

export const nothingLeftOut: LeftOut = () => false

/**
 * @param previous the files as they are now, by path
 * @param atelier what Atelier keeps of them
 * @param written of documents those whose files are among `previous`; for others only Atelier's own data is returned
 */
export function* leftOutIn(
  { config }: ContentSchema,
  model: Model,
  {
    previous,
    atelier,
    written,
  }: { previous: ReadonlyMap<string, string>; atelier: AtelierFile; written: ReadonlySet<string> },
): Steps<LeftOut> {
  if (!model.i18n || sharesFile(model)) return nothingLeftOut
  const { default: main, supported } = config.locales
  const isListed = (id: string, locale: string) =>
    memberOf(memberOf(atelier.standIns, model.id) ?? {}, locale)?.includes(id) === true
  if (model.kind === 'document')
    return (id, locale, name) => {
      const [source, own] = [main, locale].map((each) => previous.has(documentPath(model, each, id)))
      if (written.has(id) && !own) return name === undefined && source === true
      return !isListed(id, locale) && standInFieldsOf(atelier, model.id, locale, id).length === 0
    }
  const files = new Map<string, ReturnType<typeof recordOrNone>>()
  for (const locale of new Set([main, ...supported])) {
    const text = previous.get(contentPath(model, locale))
    files.set(locale, text === undefined ? undefined : recordOrNone(yield* readMembers(text)))
  }
  return (id, locale, name) => {
    const [source, own] = [main, locale].map((each) => {
      const file = files.get(each)
      return model.kind === 'collection' ? recordOrNone(file && memberOf(file, id)) : file
    })
    if (!files.get(locale) || !source) return false
    if (name === undefined) return own === undefined
    return Object.hasOwn(source, name) && !Object.hasOwn(own ?? {}, name)
  }
}

const recordOrNone = (value: unknown) => (isRecord(value) ? value : undefined)
