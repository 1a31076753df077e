import { excerpt } from '@atelier/operation'
import type { PageCheck } from './facts.ts'

/** Elements whose text is shown as it is written. */
const VERBATIM: ReadonlySet<string> = new Set(['code', 'pre', 'script', 'style', 'textarea', 'kbd', 'samp'])
/** The first words of a text in brackets that asks for something, in the languages that sites are made in. */
const FIRST_WORDS: ReadonlySet<string> = new Set(
  'your insert add enter name company phone telephone email e-mail mail address date city price logo ihr ihre ihren ihrem ihrer dein deine deinen name firma telefon adresse datum ort preis votre vos nom tu su sus nombre teléfono dirección seu sua vostro vostra'.split(
    ' ',
  ),
)

/** A blank: what only a person knows and has not said, in brackets such as “[Your opening hours]”. */
export const blankText = (what: string): string => `[${what}]`

/** The blanks of a text, without their brackets. */
export function blanksIn(text: string): string[] {
  if (!text.includes('[')) return []
  return [...text.matchAll(/\[([^[\]]{2,80})\]/g)].flatMap(([, inside = '']) => {
    const [first = ''] = inside
      .trim()
      .toLowerCase()
      .split(/[\s:,]/, 1)
    return FIRST_WORDS.has(first) ? [inside.trim()] : []
  })
}

/** Finds the blanks that are still to be filled in. */
export const checkBlanks: PageCheck = function* ({ elements, page }, add) {
  for (const node of elements) {
    yield
    if (VERBATIM.has(node.tag)) continue
    for (const child of page.children(node.id)) {
      if (child.kind !== 'text') continue
      for (const blank of blanksIn(child.text)) {
        const message = `“${excerpt(blank, 60)}” is still to be filled in.`
        const hint = 'Write what belongs here, or remove it.'
        add({ code: 'blank-text', severity: 'warning', message, hint, nodeId: node.id, excerpt: excerpt(blank, 60) })
      }
    }
  }
}
