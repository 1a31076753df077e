import { createMemoryView } from '@atelier/documents'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ContentSchema,
  createEntry,
  type Entry,
  fromFile,
  isSeen,
  type Model,
  type ModelFile,
  readEntry,
  settleAnew,
  settleEntry,
  writeMeta,
  writeValues,
} from '../index.ts'
import { deleteLocale } from './entryDocument.ts'

const file: ModelFile = {
  id: 'post',
  name: 'Post',
  kind: 'collection',
  domain: 'blog',
  i18n: true,
  title_field: 'title',
  fields: {
    title: { type: 'string', required: true, max: 20 },
    price: { type: 'string' },
    about: { type: 'text' },
  },
}
const post = fromFile(file)
const schemaOf = (model: Model): ContentSchema => ({
  config: {
    version: 1,
    stack: 'other',
    workflow: 'auto-merge',
    locales: { default: 'en', supported: ['en', 'tr', 'de'] },
    domains: ['blog'],
  },
  models: [model],
  vocabulary: {},
})
const schema = schemaOf(post)

function postOf(values: Record<string, Record<string, string | null>>) {
  const view = createMemoryView()
  createEntry(view, { model: 'post', id: 'a' })
  for (const [locale, own] of Object.entries(values)) writeValues(view, post, locale, own)
  return view
}
const settled = (view: ReturnType<typeof postOf>, last?: Entry, model = post) =>
  settleEntry(readEntry(view, model), model, schemaOf(model), { last })
const titlesIn = (entry: Entry | undefined) =>
  Object.fromEntries(Object.entries(entry?.locales ?? {}).map(([locale, { values }]) => [locale, values.title]))

describe('settling by locale', () => {
  it('leaves the other languages as they are edited, and shows what an unfinished one showed last', () => {
    const view = postOf({ en: { title: 'One' }, tr: { title: 'Bir' } })
    const first = settled(view).settled
    writeValues(view, post, 'tr', { title: null, price: '5' })
    writeValues(view, post, 'en', { title: 'Two' })
    const second = settled(view, first)
    expect(titlesIn(second.settled)).toEqual({ en: 'Two', tr: 'Bir', de: 'Two' })
    expect([...second.unsettled]).toEqual(['tr'])
    expect(second.issues).toMatchObject([{ code: 'required', locale: 'tr', field: 'title' }])
    expect(titlesIn(settled(view, second.settled).settled)).toEqual({ en: 'Two', tr: 'Bir', de: 'Two' })
  })

  it('shows the default language in the place of one that was never finished', () => {
    const view = postOf({ en: { title: 'One' }, tr: { title: 'far too long for a title' } })
    writeMeta(view, 'tr', { status: 'published' })
    const shown = settled(view).settled?.locales.tr
    expect(shown).toEqual({ values: { title: 'One' }, meta: { status: 'draft' }, standIn: true })
    expect(settled(postOf({ tr: { title: 'Bir' }, en: { price: '5' } })).settled?.locales.en).toMatchObject({
      values: { title: 'Bir' },
      standIn: true,
    })
  })

  it('takes a status, times and the deletion of a language at once', () => {
    const view = postOf({ en: { title: 'One' }, tr: { title: 'Bir' } })
    for (const locale of ['en', 'tr']) writeMeta(view, locale, { status: 'published' })
    const first = settled(view).settled
    writeValues(view, post, 'tr', { title: null, price: '5' })
    writeMeta(view, 'tr', { status: 'archived' })
    writeMeta(view, 'en', { status: 'published', publish_at: '2026-03-09T10:00:00.000Z', expire_at: 'soon' })
    const locales = settled(view, first).settled?.locales
    expect(locales?.tr).toMatchObject({ values: { title: 'Bir' }, meta: { status: 'archived' } })
    expect(locales?.en?.meta).toMatchObject({ publish_at: '2026-03-09T10:00:00.000Z', expire_at: 'soon' })
    deleteLocale(view, 'en')
    expect(settled(view, first).settled?.locales.en).toMatchObject({ standIn: true, values: { title: 'Bir' } })
    deleteLocale(view, 'tr')
    writeValues(view, post, 'de', { price: '5' })
    expect(settled(view, first).settled).toBeUndefined()
  })

  it('keeps a language from settling for what only other entries tell', () => {
    const view = postOf({ en: { title: 'One' }, tr: { title: 'Bir' } })
    const first = settled(view).settled
    writeValues(view, post, 'en', { title: 'Taken' })
    writeValues(view, post, 'tr', { title: 'Yeni' })
    const found = [{ severity: 'error', code: 'not_unique', message: '', locale: 'en', field: 'title' }] as const
    const { settled: shown } = settleEntry(readEntry(view, post), post, schema, { last: first, found })
    expect(titlesIn(shown)).toEqual({ en: 'One', tr: 'Yeni', de: 'One' })
  })

  it('shows what was settled before in the form that a changed field has now', () => {
    const view = postOf({ en: { title: 'One', price: '5', about: 'Old' }, tr: { title: 'Bir', price: 'sor' } })
    const first = settled(view).settled
    if (!first) expect.fail()
    for (const locale of ['en', 'tr']) writeValues(view, post, locale, { title: null, about: null })
    const changed = fromFile({
      ...file,
      fields: { title: { type: 'string', required: true, max: 2 }, price: { type: 'number' } },
    })
    const locales = settled(view, first, changed).settled?.locales
    // A field that is only narrower leaves a visitor the text there was.
    expect(locales?.en?.values).toEqual({ title: 'One', price: 5 })
    expect(locales?.tr?.values).toEqual({ title: 'Bir' })
    expect(settleAnew(first, changed, schemaOf(changed)).locales.en?.values).toEqual({
      title: 'One',
      price: 5,
      about: 'Old',
    })
  })

  it('shows in each language the last values that were accepted, whatever is written in the others', () => {
    const step = fc.record({
      locale: fc.constantFrom('en', 'tr', 'de'),
      title: fc.constantFrom('One', 'Two', 'Three', '', 'far too long for a title'),
      status: fc.constantFrom('draft', 'published', 'archived'),
    })
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
        const view = postOf({})
        const accepted = new Map<string, string>()
        let last: Entry | undefined
        for (const { locale, title, status } of steps) {
          // The field keeps the locale from being one without values.
          writeValues(view, post, locale, { title, about: 'x' })
          writeMeta(view, locale, { status })
          if (title !== '' && title.length <= 20) accepted.set(locale, title)
          last = settled(view, last).settled
          const live = readEntry(view, post)
          for (const each of ['en', 'tr', 'de']) {
            const own = last?.locales[each]
            const isOwn = own !== undefined && own.standIn !== true
            expect(isOwn ? own.values.title : undefined).toBe(accepted.get(each))
            if (isOwn) expect(isSeen(own, 0)).toBe(live.locales[each]?.meta.status === 'published')
          }
        }
      }),
    )
  })

  it('shows the default language in the place of single fields that a translation lacks', () => {
    const view = postOf({ en: { title: 'One', about: 'Text' }, tr: { price: '6' } })
    writeMeta(view, 'tr', { status: 'published' })
    const { settled: shown, issues } = settled(view)
    expect(issues).toEqual([])
    expect(shown?.locales.tr).toEqual({
      values: { price: '6' },
      filled: { title: 'One', about: 'Text' },
      meta: { status: 'published' },
    })
    writeValues(view, post, 'tr', { title: 'Bir', about: '' })
    expect(settled(view, shown).settled?.locales.tr).toMatchObject({ values: { title: 'Bir', about: '', price: '6' } })
    expect(settled(view, shown).settled?.locales.tr?.filled).toBeUndefined()
    // The default language itself is finished only by its own texts.
    expect(settled(postOf({ en: { price: '5' }, tr: { title: 'Bir' } })).issues).toMatchObject([
      { code: 'required', locale: 'en' },
    ])
  })
})
