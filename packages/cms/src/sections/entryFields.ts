import {
  type BoundField,
  boundField,
  boundOrigins,
  createContentShelf,
  type FieldOrigin,
  nodeAttribute,
  type PageEntry,
  type PageTree,
} from '@atelier/site'
import { type CmsContext, content } from '../context/context.ts'
import { type Field, sectionFields } from './fields.ts'

/** Entries of one loop whose texts are fields. */
const MOST_ROWS = 12
/** How often content is loaded, since a loop that was filled shows another one. */
const MOST_LOADS = 5
/** The kinds of values that are written as a text. */
const TEXTS: ReadonlySet<string> = new Set(['text', 'url', 'markdown'])

/** Reads the fields of the sections of a page, with the texts that come from entries. */
export interface FieldReader {
  of(sectionId: string): Promise<Field[]>
}

/**
 * Fields of a page whose text is a field of an entry have the value that the entry has now; where a loop shows several
 * entries there is one for each of them. A text that is made of anything else stays bound.
 */
export function createFieldReader(
  context: CmsContext,
  { entry, tree }: { entry: PageEntry; tree: PageTree },
): FieldReader {
  const known = new Map<string, Promise<EntryValues | undefined>>()
  let shelf: Promise<ReturnType<typeof createContentShelf> | undefined> | undefined

  const loadShelf = async () => {
    const source = await context.siteContent?.()
    return source && createContentShelf(source)
  }

  /** The values that bound fields show, by their place in the list. */
  const findOrigins = async (bound: readonly Field[]): Promise<BoundField[][]> => {
    shelf ??= loadShelf()
    const own = await shelf
    if (!own) return []
    for (let load = 1; ; load += 1) {
      const tried = { site: context.site, tree: treeOf(entry.id, tree), content: own.view }
      const found = bound.map((field) =>
        originsOf(entry, tried, tree, field).flatMap((origin) => {
          const at = boundField(own.view, origin)
          const isText = origin.format === undefined || (origin.format === 'html' && at?.field.kind === 'markdown')
          return at && isText ? [at] : []
        }),
      )
      const taken = own.taken()
      if (own.isLoaded(taken) || load === MOST_LOADS) return found
      await own.ensure(taken)
    }
  }

  const readValues = (at: BoundField): Promise<EntryValues | undefined> => {
    const key = JSON.stringify([at.model.id, at.id, at.locale])
    const found = known.get(key) ?? readEntryValues(context, at)
    known.set(key, found)
    return found
  }

  return {
    async of(sectionId) {
      const fields = sectionFields(context.site, tree, sectionId)
      const bound = fields.filter(({ isBound, kind }) => isBound && kind !== 'background')
      if (bound.length === 0) return fields
      const origins = await findOrigins(bound)
      const all: Field[] = []
      for (const field of fields) {
        const own = origins[bound.indexOf(field)] ?? []
        if (own.length === 0) all.push(field)
        for (const at of own) all.push(entryField(field, at, await readValues(at)))
      }
      return all
    },
  }
}

const treeOf = (id: string, tree: PageTree) => (documentId: string) => (documentId === id ? tree : undefined)

/** The field of a text for one of the entries that it shows: named by it, since another one may come first later. */
function entryField(field: Field, at: BoundField, values: EntryValues | undefined): Field {
  const { model, id, locale } = at
  const origin = { collectionSlug: model.id, entryId: id, field: at.field.name, ...(locale === '*' ? {} : { locale }) }
  const name = `${field.name}.${id}`
  const text = values?.get(at.field.name)
  const isWritten = text !== undefined && TEXTS.has(at.field.kind) && field.kind !== 'picture'
  if (!isWritten) return { ...field, name, entry: origin }
  const value = typeof field.value === 'object' && 'label' in field.value ? { ...field.value, label: text } : text
  return { ...field, name, entry: origin, isBound: false, value }
}

function originsOf(
  entry: PageEntry,
  composition: Parameters<typeof boundOrigins>[1],
  tree: PageTree,
  { kind, role, nodeId, value }: Field,
): FieldOrigin[] {
  const node = tree.node(nodeId)
  if (!node) return []
  const ofText = () => {
    const [child, another] = tree.children(nodeId)
    return child?.kind === 'text' && !another ? child.text.trim() : ''
  }
  const ofKind = () => {
    if (kind === 'parameter') return nodeAttribute(node, `param-${role}`) ?? ''
    return typeof value === 'object' && 'src' in value ? value.src : ofText()
  }
  return boundOrigins(entry, composition, node, { text: ofKind(), most: MOST_ROWS })
}

/** The texts of an entry in one locale by the names of its fields. */
type EntryValues = ReadonlyMap<string, string>

/** The texts of an entry as they are now, also those that visitors do not see yet; undefined if it cannot be read. */
async function readEntryValues(
  { others }: CmsContext,
  { model, id, locale }: BoundField,
): Promise<EntryValues | undefined> {
  const named = { document: `${model.id}/${id}`, ...(locale === '*' ? {} : { locale }) }
  const read = await others.invoke(content('content.get_document'), named)
  const [entry] = (read.ok && read.data?.entries) || []
  if (!entry) return undefined
  const values = new Map<string, string>()
  const isMissing = new Set(entry.standInFields ?? [])
  const cut = new Set(entry.shortened?.map(({ path }) => path))
  for (const { name, kind } of model.fields) {
    const value = entry.data[name]
    if (typeof value === 'string' && !cut.has(name)) values.set(name, value)
    else if (cut.has(name)) {
      const whole = await others.invoke(content('content.get_document'), { ...named, path: name })
      const text = whole.ok && whole.data?.nextOffset === undefined ? whole.data?.value : undefined
      if (typeof text === 'string') values.set(name, text)
    } else if ((value === undefined || value === null || isMissing.has(name)) && TEXTS.has(kind)) values.set(name, '')
  }
  return values
}
