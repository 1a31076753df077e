import { wordsIn } from '../brain/words.ts'
import type { Vocabulary } from '../model/definition.ts'
import { agentPrompt } from '../strings/agentPrompts.ts'
import { nameText, quote } from './quote.ts'

const MAX_TERMS = 40
/** Characters of all terms, and texts of one term. */
const MAX_LENGTH = 6_000
const MAX_TEXTS = 12
/** Where it is in plain letters, so that nothing of it is folded. */
const FIRST_WORD = /^[a-zA-Z0-9]+(?=[ ,.;:!?-]|$)/
/** UTF-16 units of a message in which terms are looked for. */
const MAX_MESSAGE = 4_000

/** The terms of a project, those that the message uses first. */
export function vocabularyText(vocabulary: Vocabulary, locales: readonly string[], message: string): string {
  const words = wordsIn(message.slice(0, MAX_MESSAGE))
  const said = ` ${words.join(' ')} `
  const known = new Set(words)
  const uses = (text: string) => {
    // The first word tells most texts apart: a project may have tens of thousands of them.
    const first = FIRST_WORD.exec(text)?.[0]
    if (first !== undefined && !known.has(first.toLowerCase())) return false
    const found = wordsIn(text.slice(0, 200)).join(' ')
    return found !== '' && said.includes(` ${found} `)
  }
  const all = Object.entries(vocabulary)
  if (all.length === 0) return agentPrompt('vocabulary.none')
  const used = all.filter(([term, texts]) => uses(term) || Object.values(texts).some(uses))
  const chosen = new Set(used.map(([term]) => term))
  const lines: string[] = []
  let length = 0
  for (const [term, texts] of [...used, ...all.filter(([each]) => !chosen.has(each))].slice(0, MAX_TERMS)) {
    const own = locales.filter((locale) => Object.hasOwn(texts, locale))
    const shown = own.slice(0, MAX_TEXTS).map((locale) => `${nameText(locale, 10)} ${quote(texts[locale] ?? '')}`)
    const line = `- ${quote(term, 60)}: ${shown.join(', ')}${own.length > shown.length ? ', …' : ''}`
    length += line.length + 1
    if (length > MAX_LENGTH) break
    lines.push(line)
  }
  const more = all.length - lines.length
  return [...lines, ...(more > 0 ? [agentPrompt('vocabulary.more', { count: more })] : [])].join('\n')
}
