import { clean } from '@atelier/operation'
import { wordsIn } from '../brain/words.ts'
import type { Vocabulary } from '../model/definition.ts'
import { agentPrompt } from '../strings/agentPrompts.ts'
import { quote } from './quote.ts'

const MAX_TERMS = 40
/** UTF-16 units of a message in which terms are looked for. */
const MAX_MESSAGE = 4_000

/** The terms of a project, those that the message uses first. */
export function vocabularyText(vocabulary: Vocabulary, locales: readonly string[], message: string): string {
  const said = ` ${wordsIn(message.slice(0, MAX_MESSAGE)).join(' ')} `
  const uses = (text: string) => {
    const words = wordsIn(text.slice(0, 200)).join(' ')
    return words !== '' && said.includes(` ${words} `)
  }
  const all = Object.entries(vocabulary)
  if (all.length === 0) return agentPrompt('vocabulary.none')
  const used = all.filter(([term, texts]) => uses(term) || Object.values(texts).some(uses))
  const chosen = new Set(used.map(([term]) => term))
  const shown = [...used, ...all.filter(([term]) => !chosen.has(term))].slice(0, MAX_TERMS)
  const lines = shown.map(([term, texts]) => {
    const known = locales.filter((locale) => Object.hasOwn(texts, locale))
    return `- ${quote(term, 60)}: ${known.map((locale) => `${clean(locale, 10)} ${quote(texts[locale] ?? '')}`).join(', ')}`
  })
  const more = all.length - shown.length
  return [...lines, ...(more > 0 ? [agentPrompt('vocabulary.more', { count: more })] : [])].join('\n')
}
