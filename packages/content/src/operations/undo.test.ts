import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { numRuns } from '../../../../scripts/testing/runs.ts'
import { createTestContent } from '../../testing/project.ts'
import type { ModelFile } from '../model/definition.ts'
import { save_content } from './entries/saveContent.ts'

const page: ModelFile = {
  id: 'page',
  name: 'Page',
  kind: 'collection',
  domain: 'blog',
  i18n: true,
  title_field: 'title',
  fields: {
    title: { type: 'string', required: true },
    lead: { type: 'text' },
    count: { type: 'array', items: 'string' },
    text: { type: 'markdown' },
  },
}

const PARAGRAPHS = 4

/** The author's text: a value of a field, or of one paragraph of the text. */
const step = fc.record({
  who: fc.constantFrom('run', 'other'),
  entry: fc.constantFrom('a', 'b'),
  locale: fc.constantFrom('en', 'tr'),
  place: fc.constantFrom('title', 'lead', 'count', ...Array.from({ length: PARAGRAPHS }, (_, i) => i)),
  value: fc.integer({ min: 0, max: 3 }),
})

type Values = Record<string, string | string[]>

const first = (name: string): Values => ({
  title: `${name} title`,
  lead: `${name} lead`,
  count: [name],
  text: Array.from({ length: PARAGRAPHS }, (_, i) => `${name} paragraph ${i}`).join('\n\n'),
})

function after(values: Values, { who, place, value }: { who: string; place: string | number; value: number }): Values {
  const written = `${who} ${value} in ${place}`
  if (place === 'count') return { count: [written] }
  if (typeof place === 'string') return { [place]: written }
  const paragraphs = String(values.text).split('\n\n')
  paragraphs[place] = written
  return { text: paragraphs.join('\n\n') }
}

it('leaves every field and paragraph of others, and restores all the rest', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const project = createTestContent({ models: [page] })
      const expected = new Map<string, Values>()
      for (const id of ['a', 'b']) {
        project.addEntry('page', id, { en: first(`${id} en`), tr: first(`${id} tr`) })
        for (const locale of ['en', 'tr']) expected.set(`${id} ${locale}`, first(`${id} ${locale}`))
      }
      const run = []
      for (const each of steps) {
        const { who, entry, locale } = each
        const values = project.entry('page', entry)?.locales[locale]?.values ?? {}
        const data = { [entry]: after({ text: String(values.text) }, each) }
        await project.run(save_content, { model: 'page', locale, data })
        if (who === 'run') run.push(project.written())
        else {
          // As if the run had never been.
          const own = expected.get(`${entry} ${locale}`) ?? {}
          expected.set(`${entry} ${locale}`, { ...own, ...after(own, each) })
        }
      }
      project.undo(run)
      for (const id of ['a', 'b'])
        for (const locale of ['en', 'tr'])
          expect(project.entry('page', id)?.locales[locale]?.values).toEqual(expected.get(`${id} ${locale}`))
    }),
    { numRuns: numRuns(20, 120) },
  )
})
