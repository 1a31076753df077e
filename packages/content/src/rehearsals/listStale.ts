import type { Rehearsal } from '@atelier/agent'
import { callOf } from '@atelier/operation'
import { wordsIn } from '../brain/words.ts'
import { brain_analyze } from '../operations/brain/brainAnalyze.ts'
import { dataOf, failureOf } from './results.ts'

const MAX_LINES = 8

/** Lists the translations whose source has changed, and what is not translated. */
export const listStale: Rehearsal = {
  id: 'content.list-stale',
  title: 'What is stale?',
  fits(prompt) {
    const words = wordsIn(prompt.slice(0, 500))
    return words.some((word) => ['stale', 'outdated', 'untranslated', 'eskimis', 'guncel'].includes(word)) ? 4 : 0
  },
  *play() {
    const results = yield {
      text: 'I compare each translation with the text that it was made of.',
      calls: [callOf(brain_analyze, { type: 'stale' }), callOf(brain_analyze, { type: 'parity' })],
    }
    const [stale, missing] = results.map((result) => dataOf(brain_analyze, result))
    if (!stale || !missing) {
      yield { text: `The content could not be read: ${failureOf(results.find(({ ok }) => !ok))}` }
      return
    }
    const found = [...stale.findings, ...missing.findings]
    const lines = found
      .slice(0, MAX_LINES)
      .map(({ model, entry, locale, message }) => `- ${model}/${entry} (${locale}): ${message}`)
    const total = stale.total + missing.total
    const more = total - lines.length
    yield {
      text:
        total === 0
          ? 'Nothing is stale: every translation was made of its source as it is now, and none is missing.'
          : `${stale.total} stale and ${missing.total} not translated:\n${lines.join('\n')}${more > 0 ? `\nAnd ${more} more.` : ''}`,
    }
  },
}
