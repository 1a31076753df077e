import { defineOperation, fail } from '@atelier/operation'
import { Type } from 'typebox'
import { adaptPasted, CLIP_MARK, htmlOfText } from '../../clipboard/index.ts'
import type { SiteContext } from '../../context/context.ts'
import { upsertCss } from '../../sheet/upsert.ts'
import { copiedStyleMistakes, incomingStyles } from '../shared/incomingCss.ts'
import { insertIncoming } from '../shared/insertIncoming.ts'
import { InsertReport } from '../shared/report.ts'

export const pasteContent = defineOperation({
  id: 'site.pasteContent',
  summary: 'Paste content',
  description:
    'Insert what was copied: nodes of copyNodes, rich text of another program, or a text (HTML, SVG, an address, words). Classes and ids that mean something else on the site get a new name.',
  icon: 'clipboard-paste',
  keywords: ['clipboard', 'paste html', 'paste svg', 'paste link', 'paste text', 'figma'],
  effect: 'write',
  tab: true,
  onDemand: true,
  affects: ['page', 'styles'],
  input: Type.Object(
    {
      parentId: Type.String({ description: 'uid, or page id for its body' }),
      index: Type.Optional(
        Type.Integer({ minimum: 0, description: '0-based, among elements and texts; default: last' }),
      ),
      html: Type.Optional(
        Type.String({ description: 'rich text: what programs leave behind goes, inline styles become classes' }),
      ),
      text: Type.Optional(Type.String({ description: 'HTML, SVG or an address as it is; otherwise words' })),
    },
    { additionalProperties: false },
  ),
  output: InsertReport,
  async run(context: SiteContext, { parentId, index, html, text }) {
    const source = html ?? (text === undefined ? '' : htmlOfText(text))
    if (source.trim() === '') {
      const hint = 'Send html or text.'
      return fail('nothing_to_insert', 'There is nothing to paste.', { path: '/text', hint })
    }
    const foreign = html !== undefined && !html.includes(CLIP_MARK)
    const place = index === undefined ? { parentId } : { parentId, index }
    return insertIncoming(context, { ...place, html: source }, async (incoming, tree) => {
      // They are printed anew below, without what cannot be read.
      const styles = foreign ? undefined : incomingStyles(incoming)
      if (styles?.refused) return styles.refused
      incoming.warnings.push(...(styles?.found.notes ?? []), ...(await copiedStyleMistakes(incoming.css)))
      const pasted = adaptPasted(context.site, tree, incoming.nodes, incoming.css.join('\n'), foreign)
      if (pasted.tokens !== '') upsertCss(context.site, pasted.tokens, context.newId)
      incoming.nodes = pasted.nodes
      incoming.css = pasted.css === '' ? [] : [pasted.css]
      incoming.warnings.push(...pasted.notes)
      return undefined
    })
  },
})
