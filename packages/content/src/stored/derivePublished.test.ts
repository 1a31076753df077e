import { createMemoryView, type Draft, type Json } from '@atelier/documents'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { numRuns } from '../../../../scripts/testing/runs.ts'
import { createEntry, readPublished, setPublished, writeMeta, writeValues } from '../entry/entryDocument.ts'
import { publishedEntry, settledDigest } from '../entry/published.ts'
import type { ContentSchema, PublishMode } from '../model/definition.ts'
import { fromFile } from '../model/named.ts'
import { deriveEntry, needsLast } from './deriveEntry.ts'
import type { StoredPublished, StoredValues } from './derivePublished.ts'
import { fromStored, type StoredLocales } from './storedValues.ts'

const model = fromFile({
  id: 'note',
  name: 'Note',
  kind: 'collection',
  domain: 'blog',
  i18n: false,
  fields: { title: { type: 'string', required: true, max: 4 } },
})

const schemaOf = (publishEdits: PublishMode): ContentSchema => ({
  config: {
    version: 1,
    stack: 'other',
    workflow: 'auto-merge',
    locales: { default: 'en', supported: ['en'] },
    domains: ['blog'],
    publishEdits,
  },
  models: [model],
  vocabulary: {},
})

/** An entry with the rows that its commits leave. */
function createRows(schema: ContentSchema) {
  const draft = createMemoryView()
  createEntry(draft, { model: 'note', id: 'a' })
  let row: { settled: StoredLocales | undefined; published: StoredPublished | undefined } | undefined
  const values = new Map<string, StoredValues>()
  return {
    draft,
    /** The settled state, by which operations publish. */
    last: () => row?.settled && { model: 'note', id: 'a', locales: fromStored(row.settled, model) },
    commit(): void {
      const first = deriveEntry('d', draft, schema, 0)
      const known = row && { last: row.settled, published: { values, row } }
      const derived = first && needsLast(first) ? deriveEntry('d', draft, schema, 0, known) : first
      const { locales, published } = derived?.settled ?? {}
      for (const each of published?.keep ?? []) if (!values.has(each.name)) values.set(each.name, each.values)
      for (const name of published?.drop ?? []) values.delete(name)
      const waiting = published && Object.keys(published.waiting).length > 0 ? published.waiting : undefined
      row = { settled: locales, published: waiting }
    },
    /** The title that visitors see. */
    seen(): Json | undefined {
      const settled = this.last()
      const shown = settled && row?.published ? publishedEntry(settled, row.published, model, schema) : settled
      const own = shown?.locales['*']
      return own?.meta.status === 'published' ? own.values.title : undefined
    },
  }
}

const acts = fc.array(
  fc.oneof(
    fc.record({
      what: fc.constant('type' as const),
      title: fc.constantFrom('A', 'B', 'C', 'far too long'),
    }),
    fc.record({ what: fc.constantFrom('publish', 'publish and undo', 'unpublish', 'set the status', 'save') }),
  ),
  { maxLength: 20 },
)

const publish = (draft: Draft, digest: string) => {
  writeMeta(draft, '*', { status: 'published' })
  setPublished(draft, '*', digest)
}

test('visitors see the values that were published last, whatever is written and undone since', () => {
  const schema = schemaOf('wait')
  fc.assert(
    fc.property(acts, (all) => {
      const rows = createRows(schema)
      const { draft } = rows
      let settled: string | undefined
      let expected: string | undefined
      for (const act of all) {
        if ('title' in act) {
          writeValues(draft, model, '*', { title: act.title })
          if (act.title.length <= 4) settled = act.title
        } else if (act.what === 'unpublish') {
          writeMeta(draft, '*', { status: 'draft' })
          expected = undefined
        } else if (act.what === 'set the status' && draft.get('*:status') !== 'published') {
          draft.set('*:status', 'published')
          expected = settled
        } else if (act.what === 'publish' || act.what === 'publish and undo') {
          const digest = settledDigest(draft, '*', model, schema, rows.last())
          if (digest === undefined) continue
          const before = { status: draft.get('*:status'), published: readPublished(draft, '*') }
          publish(draft, digest)
          rows.commit()
          expect(rows.seen()).toBe(settled)
          if (act.what === 'publish') expected = settled
          else
            for (const [name, value] of Object.entries(before))
              if (value === undefined) draft.delete(`*:${name}`)
              else draft.set(`*:${name}`, value)
        }
        rows.commit()
        // Nothing is seen before something was settled; from then on it is as it came first.
        if (expected === undefined && draft.get('*:status') === 'published') expected = settled
        expect(rows.seen()).toBe(expected)
      }
    }),
    { numRuns: numRuns(300, 5_000) },
  )
})

test('visitors see what is settled where edits go out at once', () => {
  const rows = createRows(schemaOf('atOnce'))
  const type = (title: string) => {
    writeValues(rows.draft, model, '*', { title })
    rows.commit()
    return rows.seen()
  }
  writeMeta(rows.draft, '*', { status: 'published' })
  expect(['One', 'far too long', 'Two'].map(type)).toEqual(['One', 'One', 'Two'])
})
