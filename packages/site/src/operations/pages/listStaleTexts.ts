import { defineOperation, excerpt, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { Vocabulary } from '../../context/content.ts'
import type { SiteContext } from '../../context/context.ts'
import { page as pageEntry, pages } from '../../document/pages.ts'
import { sourcePage } from '../../document/translated.ts'
import { languageProblem } from '../../lint/settingsLanguage.ts'
import { siteSettings } from '../../publish/settings.ts'
import { readTranslation, type StaleText } from '../../translation/stale.ts'
import { unknownPage, weightOfPages } from '../shared/target.ts'

const MAX_TEXTS = 200
/** The most characters of a text that are listed. */
const MAX_CHARACTERS = 4_000
/** The most characters of all texts that are listed whole, beyond the first one. */
const MAX_WHOLE = 12_000
const MAX_TERMS = 60

const Kind = Type.Union([
  Type.Literal('changed'),
  Type.Literal('untranslated'),
  Type.Literal('new'),
  Type.Literal('gone'),
])
const Stale = Type.Object({
  kind: Kind,
  nodeId: Type.String(),
  attribute: Type.Optional(Type.String()),
  text: Type.Optional(Type.String()),
  before: Type.Optional(Type.String()),
  source: Type.Optional(Type.String()),
})

export const listStaleTexts = defineOperation({
  id: 'site.listStaleTexts',
  summary: 'List what is stale in the translations of pages',
  description:
    'Translated pages with how many texts are to be looked at; of one page (pageId) the texts: changed (its source says something else: before, source), untranslated (reads as its source), new (only in the source), gone (no longer in the source); with whole: true in full, as many as fit, with the terms of the vocabulary to use. Answer with updateTranslation.',
  icon: 'languages',
  keywords: ['translate page', 'translations', 'untranslated texts', 'outdated translation', 'stale translation'],
  effect: 'read',
  onDemand: true,
  input: Type.Object(
    {
      pageId: Type.Optional(Type.String()),
      kinds: Type.Optional(Type.Array(Kind, { minItems: 1, maxItems: 4 })),
      /** So many are left out at the beginning. */
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_TEXTS })),
      whole: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    translations: Type.Array(
      Type.Object({
        pageId: Type.String(),
        title: Type.String(),
        slug: Type.String(),
        locale: Type.String(),
        /** The page that it translates. */
        sourceId: Type.String(),
        changed: Type.Integer(),
        untranslated: Type.Integer(),
        new: Type.Integer(),
        gone: Type.Integer(),
        /** Words of the source, in the untranslated texts: all but what is gone, of the kinds that were asked for. */
        words: Type.Integer(),
        characters: Type.Integer(),
      }),
    ),
    /** The texts of the requested page. */
    texts: Type.Optional(Type.Array(Stale)),
    /** How many texts are not listed. */
    left: Type.Optional(Type.Integer()),
    /** Terms that the listed texts use, as the vocabulary says them in both languages. */
    vocabulary: Type.Optional(Type.Array(Type.Object({ from: Type.String(), to: Type.String() }))),
  }),
  weight: (context: SiteContext, _, enough) =>
    weightOfPages(
      context,
      pages(context.site).filter((each) => each.source),
      enough,
    ),
  async run(context: SiteContext, { pageId, kinds, offset = 0, limit = MAX_TEXTS, whole = false }) {
    const { site, drafts, services } = context
    const entry = pageId === undefined ? undefined : pageEntry(site, pageId)
    if (pageId !== undefined && !entry) return unknownPage(context, pageId)
    const isSource = entry !== undefined && sourcePage(site, entry) === undefined
    const asked = pages(site).filter((each) => {
      if (sourcePage(site, each) === undefined) return false
      return entry === undefined || each.id === entry.id || (isSource && each.source === entry.id)
    })
    if (entry && asked.length === 0) {
      const hint = 'duplicatePage with locale makes a translation.'
      return fail('no_translation', `“${entry.title}” is not translated.`, { path: '/pageId', hint })
    }
    const translations = []
    let texts: StaleText[] = []
    for (const each of asked) {
      const found = await readTranslation(site, each, (id) => drafts.open(id))
      if (!found) continue
      const chosen = found.stale.filter(({ kind }) => kinds === undefined || kinds.includes(kind))
      const toTranslate = chosen.flatMap(({ kind, source = '' }) => (kind === 'gone' ? [] : [source]))
      const count = (kind: StaleText['kind']) => found.stale.filter((one) => one.kind === kind).length
      translations.push({
        pageId: each.id,
        title: each.title,
        slug: each.slug,
        locale: each.locale ?? '',
        sourceId: found.source.id,
        changed: count('changed'),
        untranslated: count('untranslated'),
        new: count('new'),
        gone: count('gone'),
        words: toTranslate.reduce((sum, text) => sum + countWords(text), 0),
        characters: toTranslate.reduce((sum, text) => sum + text.length, 0),
      })
      texts = chosen
    }
    if (!entry || isSource) return ok({ translations })
    const next = texts.slice(offset, offset + limit)
    const shown = whole ? fitting(next) : next.map(shortenStale)
    const left = Math.max(0, texts.length - offset - shown.length)
    if (!whole) return ok({ translations, texts: shown, left })
    const terms = (await services?.content?.vocabulary?.()) ?? {}
    const from = sourcePage(site, entry)?.locale ?? siteSettings(site).language
    return ok({ translations, texts: shown, left, vocabulary: termsIn(shown, terms, from, entry.locale ?? '') })
  },
})

/** The first texts, as many as fit into one answer; at least one. */
function fitting(texts: readonly StaleText[]): StaleText[] {
  let length = 0
  const end = texts.findIndex(({ text = '', before = '', source = '' }, at) => {
    length += text.length + before.length + source.length
    return at > 0 && length > MAX_WHOLE
  })
  return end < 0 ? [...texts] : texts.slice(0, end)
}

/** The terms that texts use, in both languages: `tr` for `tr-TR`. */
function termsIn(texts: readonly StaleText[], vocabulary: Vocabulary, from: string, to: string) {
  const lower = (text: string) => text.toLocaleLowerCase(languageProblem(from) === undefined ? from : undefined)
  const said = lower(texts.map(({ source = '' }) => source).join('\n'))
  const inLanguage = (names: Readonly<Record<string, string>>, locale: string) =>
    names[locale] ?? names[locale.split('-')[0] ?? '']
  return Object.entries(vocabulary)
    .flatMap(([term, names]) => {
      const [own = term, there] = [inLanguage(names, from), inLanguage(names, to)]
      return there !== undefined && said.includes(lower(own)) ? [{ from: own, to: there }] : []
    })
    .slice(0, MAX_TERMS)
}

const countWords = (text: string): number => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)?.length ?? 0

function shortenStale(stale: StaleText): StaleText {
  const short = (text: string) => excerpt(text, MAX_CHARACTERS)
  const { text, before, source } = stale
  return {
    ...stale,
    ...(text === undefined ? {} : { text: short(text) }),
    ...(before === undefined ? {} : { before: short(before) }),
    ...(source === undefined ? {} : { source: short(source) }),
  }
}
