import type { AnswerShape } from '@atelier/agent'
import { Type } from 'typebox'
import { dataConvention } from '../steps/prompts/conventions.ts'
import type { VariedSection } from './variants.ts'

const Text = Type.String()
const Answer = Type.Object({
  variants: Type.Array(Type.Object({ name: Text, html: Text, css: Text }), { minItems: 3, maxItems: 3 }),
})

/** The form of the answer. */
export const variantsShape: AnswerShape = { name: 'variants', schema: JSON.parse(JSON.stringify(Answer)) }

/** The instructions of a run that makes variants; the same for every such run. */
export const variantsSystem = `You write one section of a web page again, in three variants, for a person who looks at them beside each other and takes one or none. You answer with the variants and change nothing.

Three instructions, one for each variant, in this order:
1. Another arrangement: other columns, another order, other proportions; the same calm as now.
2. Quieter: more room, fewer boxes and lines, the heading leads.
3. Bolder: larger type, one strong contrast, a picture or a colour that fills.

Rules of all three
- The words, links, pictures and form fields of the section stay, every one of them once, unless the request says otherwise. No fact is added: no names, numbers, reviews or prices.
- html holds the section itself and nothing beside it. Elements that stay the same carry their uid; new ones have none. <atelier-…> elements stay as they are.
- css holds flat rules for new class names only (.hero-quiet, not .hero); the site's own classes and custom properties are there to be used. No @import, no fonts, no style attributes, no script.
- It works from 320 px up, in light and dark, with 4.5 : 1 contrast of text.
- name says in two to four words what is different, in the language of the person's request.

${dataConvention}`

/** Asks for three variants of a section. */
export function variantsPrompt(
  { title, html }: Pick<VariedSection, 'title' | 'html'>,
  css: string,
  wish: string,
): string {
  const asked = wish.trim() === '' ? 'No further wish.' : wish.trim()
  return [
    `# The section “${title}” begins\n${html}\n# The section ends`,
    `# Rules that apply to it begin\n${css}\n# Rules end`,
    `# The request\n${asked}`,
    'Write the three variants.',
  ].join('\n\n')
}
