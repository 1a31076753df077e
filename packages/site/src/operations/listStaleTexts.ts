import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../context/context.ts'
import { page as pageEntry, pages } from '../document/pages.ts'
import { sourcePage } from '../document/translated.ts'
import { readTranslation, type StaleText } from '../translation/stale.ts'
import { unknownPage, weightOfPages } from './target.ts'

const MAX_TEXTS = 200
/** The most characters of a text that are listed. */
const MAX_CHARACTERS = 4_000

const Stale = Type.Object({
  kind: Type.Union([Type.Literal('changed'), Type.Literal('untranslated'), Type.Literal('new'), Type.Literal('gone')]),
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
    'Translated pages with how many texts are to be looked at; of one page (pageId) the texts: changed (its source says something else: before, source), untranslated (reads as its source), new (only in the source), gone (no longer in the source). Answer with updateTranslation.',
  icon: 'languages',
  keywords: ['translate page', 'translations', 'untranslated texts', 'outdated translation', 'stale translation'],
  effect: 'read',
  onDemand: true,
  input: Type.Object(
    {
      pageId: Type.Optional(Type.String()),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_TEXTS })),
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
      }),
    ),
    /** Of the page that was asked for. */
    texts: Type.Optional(Type.Array(Stale)),
    /** How many texts are not listed. */
    left: Type.Optional(Type.Integer()),
  }),
  weight: (context: SiteContext, _, enough) =>
    weightOfPages(
      context,
      pages(context.site).filter((each) => each.source),
      enough,
    ),
  async run(context: SiteContext, { pageId, limit = MAX_TEXTS }) {
    const { site, drafts } = context
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
      })
      texts = found.stale
    }
    if (!entry || isSource) return ok({ translations })
    const shown = texts.slice(0, limit).map(shortened)
    return ok({ translations, texts: shown, left: texts.length - shown.length })
  },
})

function shortened(stale: StaleText): StaleText {
  const short = (text: string) => (text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text)
  const { text, before, source } = stale
  return {
    ...stale,
    ...(text === undefined ? {} : { text: short(text) }),
    ...(before === undefined ? {} : { before: short(before) }),
    ...(source === undefined ? {} : { source: short(source) }),
  }
}
