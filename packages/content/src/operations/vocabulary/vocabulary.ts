import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { type ContentContext, notSetUp, writtenTo } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { readSchema, setTerm } from '../../model/contentDocument.ts'
import { isIntegerKey } from '../../model/json.ts'
import { secretIn } from '../../model/secrets.ts'
import { writtenOutput } from '../shared/support.ts'

const MAX_SHOWN = 100

export const vocabulary = defineOperation({
  id: 'content.vocabulary',
  summary: 'Read or change the vocabulary',
  description:
    'The project’s terms in each locale. With `terms` {key: {locale: text}} it adds and changes them; null takes a text or a whole term away. Without, it returns the terms that match `query`.',
  icon: 'book-a',
  keywords: ['glossary', 'terminology', 'terms', 'wording'],
  effect: 'write',
  phases: phasesFor('write'),
  workflow: 'workflow-dependent',
  affects: ['content'],
  input: Type.Object(
    {
      terms: Type.Optional(
        Type.Record(
          Type.String(),
          Type.Union([
            Type.Record(Type.String(), Type.Union([Type.String({ maxLength: 1_000 }), Type.Null()])),
            Type.Null(),
          ]),
        ),
      ),
      query: Type.Optional(Type.String({ maxLength: 200 })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...writtenOutput,
    terms: Type.Record(Type.String(), Type.Record(Type.String(), Type.String())),
    total: Type.Integer(),
  }),
  async run(context: ContentContext, { terms, query = '' }) {
    const seen = await context.reader.schema()
    const draft =
      context.contentDocumentId === undefined ? undefined : await context.drafts.open(context.contentDocumentId)
    const before = draft && readSchema(draft)
    if (!seen || !draft || !before) return notSetUp()
    const locales = seen.config.locales.supported
    for (const [term, texts] of Object.entries(terms ?? {})) {
      if (term.trim() === '' || term.length > 100 || term === '__proto__' || isIntegerKey(term) || /\p{Cc}/u.test(term))
        return fail('term', `“${term.slice(0, 60)}” is no key of a term.`, {
          path: '/terms',
          hint: 'Use a word, such as “checkout”.',
        })
      const known = before.vocabulary[term] ?? {}
      for (const [locale, text] of Object.entries(
        texts ?? Object.fromEntries(Object.keys(known).map((each) => [each, null])),
      )) {
        if (!locales.includes(locale))
          return fail('unknown_locale', `The project has no locale “${locale}”.`, {
            path: '/terms',
            hint: `There are ${locales.join(', ')}.`,
          })
        const secret = text === null ? undefined : secretIn(text)
        if (secret !== undefined) return fail('secret', `“${term}” holds ${secret}.`, { path: '/terms' })
        setTerm(draft, term, locale, text === null || text.trim() === '' ? undefined : text)
      }
    }
    const words = query.trim().toLowerCase()
    const all = Object.entries(readSchema(draft)?.vocabulary ?? {})
      .map(
        ([term, texts]) =>
          [term, Object.fromEntries(Object.entries(texts).filter(([each]) => locales.includes(each)))] as const,
      )
      .filter(([, texts]) => !context.restriction?.locales || Object.keys(texts).length > 0)
      .filter(([term, texts]) =>
        terms
          ? Object.hasOwn(terms, term)
          : [term, ...Object.values(texts)].some((each) => each.toLowerCase().includes(words)),
      )
    return ok({ ...writtenTo(context.target), terms: Object.fromEntries(all.slice(0, MAX_SHOWN)), total: all.length })
  },
})
