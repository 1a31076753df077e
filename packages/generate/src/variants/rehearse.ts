import type { Rehearsal } from '@atelier/agent'
import type { View } from '@atelier/documents'
import { buildLayout, type LayoutPart, type PageTree } from '@atelier/site'
import { type SectionContent, sectionContent } from './arrangement.ts'
import type { SectionVariant } from './variants.ts'

/** The box of an arrangement fills its section, also one that is a grid or a row. */
const whole = 'grid-column: 1 / -1\nflex: 1 1 100%\nmin-inline-size: 0'

const stack: LayoutPart = {
  css: `display: grid
gap: {space:16}
grid-template-columns: minmax(0, 1fr)
align-content: start
justify-items: start`,
}

const parts: Readonly<Record<string, LayoutPart>> = {
  'varied-columns': {
    css: `${whole}\ndisplay: grid\ngap: {space:48}\nalign-items: center`,
    wide: 'grid-template-columns: minmax(0, 5fr) minmax(0, 7fr)',
    narrow: 'grid-template-columns: minmax(0, 1fr)',
  },
  'varied-centre': {
    css: `${whole}
display: grid
gap: {space:24}
grid-template-columns: minmax(0, 1fr)
justify-items: center
text-align: center
max-inline-size: 60rem
margin-inline: auto`,
  },
  'varied-card': {
    css: `${whole}
display: grid
gap: {space:32}
grid-template-columns: minmax(0, 1fr)
padding: {space:48} {space:32}
border-radius: {radius?:16}
border-inline-start: 6px solid {color:accent}
background: color-mix(in srgb, currentColor 6%, transparent)`,
  },
  'varied-words': stack,
  'varied-others': stack,
}

interface Arrangement {
  name: string
  html(content: SectionContent): string
}

const box = (name: string, content: readonly string[]) =>
  content.length === 0 ? '' : `<div class="${name}">\n${content.join('\n')}\n</div>`

const arrangements: readonly Arrangement[] = [
  {
    name: 'Side by side',
    html({ words, media, others }) {
      const [first = '', ...rest] = words
      // If there is nothing beside the words, the first of them is beside the others.
      const [left, right] =
        media.length + others.length > 0 ? [words, [...media, ...others]] : [first === '' ? [] : [first], rest]
      return box('varied-columns', [box('varied-words', left), box('varied-others', right)].filter(Boolean))
    },
  },
  {
    name: 'Centred',
    html: ({ words, media, others }) => box('varied-centre', [...words, ...media, ...others]),
  },
  {
    name: 'On a card',
    html: ({ words, media, others }) =>
      box('varied-card', [...media, box('varied-words', words), ...others].filter(Boolean)),
  },
]

/** Variants of a section made without a model: its own words and pictures, in three ready arrangements. */
export function rehearseVariants(site: View, tree: PageTree, nodeId: string): SectionVariant[] {
  const content = sectionContent(tree, nodeId)
  if (!content) return []
  return arrangements.map(({ name, html }) => {
    const built = buildLayout(site, { ...blank, html: html(content), parts: arrangedParts(html(content)) })
    const phone = built.phoneRules.length === 0 ? [] : [`${built.query.text} {\n  ${built.phoneRules.join('\n  ')}\n}`]
    return { name, html: content.around(built.html), css: [...built.rules, ...phone].join('\n') }
  })
}

const blank = { id: 'varied', label: '', group: 'elements', keywords: '' } as const

const arrangedParts = (html: string) =>
  Object.fromEntries(Object.entries(parts).filter(([name]) => html.includes(`<div class="${name}">`)))

/** The script of a run that makes variants. */
export function variantsRehearsal(variants: readonly SectionVariant[]): Rehearsal {
  return {
    id: 'section-variants',
    title: 'Three variants of a section',
    fits: () => 1,
    *play() {
      yield { text: JSON.stringify({ variants }) }
    },
  }
}
