import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { parseSelectors } from '../../css/selector.ts'
import { documents, page } from '../../document/pages.ts'
import { readTree } from '../../document/tree.ts'
import { findBySelector, findByText } from '../../read/find.ts'
import { DocumentRef, DocumentTarget, refOf } from '../shared/documentRef.ts'
import { unknownDocument, weightOfPage, weightOfPages } from '../shared/target.ts'

const USUAL = 40

export const find = defineOperation({
  id: 'site.find',
  summary: 'Find in the site',
  description:
    'Find elements by a text (in their own text or attributes) or by a CSS selector, in one document or in all of them. Answers with uid, path and excerpt of each.',
  icon: 'search',
  keywords: ['search text', 'where is', 'locate', 'look up element', 'which page', 'grep', 'find words'],
  effect: 'read',
  onDemand: true,
  input: Type.Object(
    {
      text: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
      selector: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
      document: Type.Optional(DocumentTarget),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    matches: Type.Array(
      Type.Object({ document: DocumentRef, uid: Type.String(), path: Type.String(), excerpt: Type.String() }),
    ),
    /** All there are, also those that are not listed. */
    total: Type.Number(),
  }),
  async weight(context: SiteContext, { document }, enough) {
    return document
      ? await weightOfPage(context, document.id, enough)
      : await weightOfPages(context, documents(context.site), enough)
  },
  async run(context: SiteContext, { text, selector, document, limit = USUAL }) {
    if ((text === undefined) === (selector === undefined)) {
      const hint = 'Give `text` to look for words, or `selector` to look for elements.'
      return fail('invalid_input', 'It takes either a text or a selector.', { path: '/text', hint })
    }
    const selectors = selector === undefined ? undefined : parseSelectors(selector)
    if (selector !== undefined && !selectors) {
      const hint = 'Write it as in a stylesheet: main > .card a[href^="/"].'
      return fail('invalid_selector', `"${selector}" is not a CSS selector.`, { path: '/selector', hint })
    }
    const only = document && page(context.site, document.id)
    if (document && !only) return unknownDocument(context, document.id)
    const matches = []
    let total = 0
    for (const entry of only ? [only] : documents(context.site)) {
      const view = await context.drafts.open(entry.id)
      if (!view) continue
      const tree = readTree(view)
      const found = selectors ? findBySelector(tree, selectors) : findByText(tree, text ?? '')
      total += found.length
      for (const match of found.slice(0, limit - matches.length)) matches.push({ document: refOf(entry), ...match })
    }
    return ok({ matches, total })
  },
})
