import { englishLexicon, type IntentCategory, type Lexicon, turkishLexicon, type Word } from './intentWords.ts'

/** The content open on the person's screen. */
export interface OpenContent {
  model?: string
  locale?: string
  entry?: string
}

/** The apparent request of a message. It is a hint for the model and decides nothing. */
export interface Intent {
  category: IntentCategory
  confidence: 'high' | 'medium' | 'low'
  /** The intent of a message that names nothing: what is open. */
  defaults: OpenContent
}

/** UTF-16 units of a message that are read. */
const LONGEST = 2_000
/** A message that is shorter and has no known word is more likely a question than something else. */
const SHORT = 20
/** Words among which the particle of a verb is looked for. */
const FAR = 5
const SCORES = { action: 4, object: 4, verb: 3, question: 3, furtherQuestion: 1, first: 1 } as const
/** A score from which on an intent is not a guess, and how far ahead of the next it must be to be certain. */
const SURE = 3
const AHEAD = 2

/** Classifies a message in English or Turkish by whole words. Linear in its length. */
export function classifyIntent(message: string, open: OpenContent = {}): Intent {
  const text = message.slice(0, LONGEST)
  const scores = new Map<IntentCategory, number>()
  for (const found of [find(text, englishLexicon), find(text, turkishLexicon)]) score(found, scores)
  const [best, next] = [...scores].sort(([, a], [, b]) => b - a)
  const defaults = { ...open }
  if (!best) {
    if (open.model !== undefined && text.trim().length > 3) {
      return { category: 'content_operation', confidence: 'medium', defaults }
    }
    return { category: text.trim().length < SHORT ? 'query' : 'out_of_scope', confidence: 'low', defaults }
  }
  const [category, points] = best
  const ahead = points - (next?.[1] ?? 0)
  const confidence = points >= SURE && ahead >= AHEAD ? 'high' : points >= SURE || ahead >= AHEAD ? 'medium' : 'low'
  return { category, confidence, defaults }
}

interface Found {
  lexicon: Lexicon
  words: Word[]
}

/** The known words of a message in their order, lower-cased by the rules of the language. */
function find(text: string, lexicon: Lexicon): Found {
  const written = text.toLocaleLowerCase(lexicon.language).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const words = lexicon.fold ? written.map(lexicon.fold) : written
  const found: (Word & { doubtful: boolean })[] = []
  for (let at = 0; at < words.length; at += 1) {
    const one = words[at] ?? ''
    const two = `${one} ${words[at + 1] ?? ''}`
    const next = words.slice(at + 1, at + 1 + FAR)
    const known = lexicon.words.find(
      ({ pattern, particle }) =>
        (pattern.test(two) || pattern.test(one)) && (particle === undefined || next.includes(particle)),
    )
    if (known) found.push({ ...known, doubtful: known.doubtful ?? false })
  }
  // A word that is also a name or a word of the other language counts only beside another sign of this language.
  const sure = lexicon.letters?.test(text) || new Set(found.map(({ pattern }) => pattern)).size > 1
  return { lexicon, words: sure ? found : found.filter(({ doubtful }) => !doubtful) }
}

function score({ lexicon, words }: Found, scores: Map<IntentCategory, number>): void {
  const add = (category: IntentCategory, points: number) => scores.set(category, (scores.get(category) ?? 0) + points)
  let questions = 0
  words.forEach((word, at) => {
    const first = at === 0 ? SCORES.first : 0
    switch (word.role) {
      case 'action':
        add(word.category, SCORES.action + first)
        break
      case 'question':
        add('query', (questions === 0 ? SCORES.question : SCORES.furtherQuestion) + first)
        questions += 1
        break
      case 'verb': {
        // The objects of the action: the next thing in English, the last one in Turkish, whose verbs come last.
        const around = lexicon.verbLast ? words.slice(0, at).reverse() : words.slice(at + 1)
        const object = around.find(({ role }) => role === 'object')
        if (!object) add('content_operation', SCORES.verb + first)
        else add(word.only ?? object.category, SCORES.object + first)
        break
      }
      case 'object':
        break
    }
  })
}
