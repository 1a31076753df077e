import { createMemoryView, createOverlay, type Draft, type DraftSet, type Json } from '@atelier/documents'
import { atOnce } from '@atelier/operation'
import { searchTextOf } from '../src/brain/words.ts'
import { holdersAmong } from '../src/context/holders.ts'
import type { ContentReader, StoredEntry } from '../src/context/reader.ts'
import { createEntry, entryIdentity, readEntry, writeMeta, writeValues } from '../src/entry/entryDocument.ts'
import { entryTitle, keysOf, settleEntry } from '../src/entry/settle.ts'
import { readSchema, setConfig, setTerm, writeModel } from '../src/model/contentDocument.ts'
import type { ContentSchema, Model } from '../src/model/definition.ts'
import { toFile } from '../src/model/named.ts'

export const CONTENT = 'content'

/** The content of a project in memory: its documents, and a reader that derives everything from them anew. */
export function createMemoryContent(schema: ContentSchema) {
  const documents = new Map<string, Draft>()
  const content = createMemoryView()
  setConfig(content, schema.config)
  for (const model of schema.models) writeModel(content, toFile(model))
  for (const [term, texts] of Object.entries(schema.vocabulary))
    for (const [locale, text] of Object.entries(texts)) setTerm(content, term, locale, text)
  documents.set(CONTENT, content)
  let made = 0

  const drafts: DraftSet = {
    open: async (id) => documents.get(id),
    create(id) {
      const draft = createMemoryView()
      documents.set(id, draft)
      return draft
    },
  }

  const schemaNow = (): ContentSchema => {
    const read = readSchema(content)
    if (!read) throw new Error('There is no content')
    return read
  }
  const modelOf = (id: string): Model => {
    const model = schemaNow().models.find((each) => each.id === id)
    if (!model) throw new Error(`There is no model ${id}`)
    return model
  }

  function present(): StoredEntry[] {
    const all = schemaNow()
    return [...documents].flatMap(([documentId, view]) => {
      const identity = entryIdentity(view)
      const model = all.models.find(({ id }) => id === identity?.model)
      if (!identity || !model) return []
      const live = readEntry(view, model)
      if (live.deleted) return []
      const { settled, issues } = settleEntry(live, model, all)
      const title = entryTitle(settled ?? live, model, all.config)
      return [{ ...identity, documentId, head: 1, title, settled, issues, createdAt: 0, updatedAt: 0 }]
    })
  }

  const reader: ContentReader = {
    schema: async () => schemaNow(),
    entries: async (model) => present().filter((entry) => entry.model === model),
    entry: async (model, id) => present().find((entry) => entry.model === model && entry.id === id),
    referrers: async (target, id) =>
      present().flatMap(({ settled, documentId, model, id: entry }) =>
        (settled ? keysOf(settled, modelOf(model)) : []).flatMap(({ kind, targetModel, value, field, locale }) => {
          const name = modelOf(model).fields.find(({ key }) => key === field)?.name ?? field
          const isHit = kind === 'ref' && targetModel === target && value === id
          return isHit ? [{ model, entry, documentId, locale, field: name }] : []
        }),
      ),
    search: async ({ words, models, locales, limit }) =>
      present()
        .flatMap(({ settled, model, id }) =>
          Object.entries(settled ? searchTextOf(settled, modelOf(model)) : {}).flatMap(([locale, { title, text }]) => {
            const all = `${title} ${text}`.split(' ')
            const isHit = words.every((word, at) =>
              all.some((each) => (at === words.length - 1 ? each.startsWith(word) : each === word)),
            )
            const isWanted = (models?.includes(model) ?? true) && (locales?.includes(locale) ?? true)
            return isHit && isWanted ? [{ model, entry: id, locale, score: 1 }] : []
          }),
        )
        .slice(0, limit),
    holders: async (model, field, values) =>
      atOnce(
        holdersAmong(
          present().filter((entry) => entry.model === model),
          field,
          values,
        ),
      ),
    nearestWords: async () => [],
  }

  return {
    documents,
    drafts,
    reader,
    modelOf,
    schema: schemaNow,
    newId() {
      made += 1
      return `made${made}`
    },
    document(id: string): Draft {
      const found = documents.get(id)
      if (!found) throw new Error(`There is no document ${id}`)
      return found
    },
    /** Drafts over the documents as they are, which change nothing before `commit`. */
    transaction() {
      const opened = new Map<string, Draft & { patches(): { key: string; after?: Json }[] }>()
      const set: DraftSet = {
        async open(id) {
          const known = opened.get(id)
          const base = documents.get(id)
          if (known || !base) return known
          const overlay = createOverlay(base)
          opened.set(id, overlay)
          return overlay
        },
        create(id) {
          const overlay = createOverlay(createMemoryView())
          opened.set(id, overlay)
          return overlay
        },
      }
      return {
        drafts: set,
        commit() {
          for (const [id, overlay] of opened) {
            const document = documents.get(id) ?? drafts.create(id, 'entry')
            for (const { key, after } of overlay.patches()) {
              if (after === undefined) document.delete(key)
              else document.set(key, after)
            }
          }
        },
      }
    },
    /** Makes an entry with the values of each locale, published. */
    add(documentId: string, model: string, id: string, locales: Record<string, Record<string, Json>>): Draft {
      const draft = createMemoryView()
      createEntry(draft, { model, id })
      for (const [locale, values] of Object.entries(locales)) {
        writeValues(draft, modelOf(model), locale, values)
        writeMeta(draft, locale, { status: 'published' })
      }
      documents.set(documentId, draft)
      return draft
    },
  }
}

export type MemoryContent = ReturnType<typeof createMemoryContent>
