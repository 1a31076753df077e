import { stripEnd } from '@atelier/operation'

const longest = 60
/** A title is found in the beginning of a text, however long it is. */
const looksAt = 2000

/** Phrases of a request that do not name its subject. */
const courtesy =
  /^(?:(?:hi|hello|hey|ok|okay|so|now|also|and|then|please|pls)\b[\s,!.:]*|(?:can|could|would|will) you\b(?: please)?\s*|i(?:'d| would) like (?:you )?to\s+|i (?:want|need) (?:you )?to\s+|let'?s\s+)+/i
/** Messages that only make sense after what came before them, or before what comes. */
const empty = /^(?:hi|hello|hey|test|thanks|yes|no|ok|okay|go|go on|continue|do it|help|try again)?[\s.!?]*$/i

/**
 * A session's title: the first line of its first message without courtesies; if that is empty, the first
 * sentence of the answer. At most 60 characters, cut between words.
 */
export function sessionTitle(prompt: string, answer = ''): string {
  const first = firstLine(prompt)
  const asked = bare(first.replace(courtesy, ''))
  // The rest of "Hello there" is no better than the whole.
  if (asked !== '' && !empty.test(asked)) return shorten(asked.includes(' ') ? asked : bare(first))
  const said = bare(firstLine(answer).split(/(?<=[.!?])\s/)[0] ?? '')
  return shorten(said === '' || empty.test(said) ? bare(first) : said)
}

function firstLine(text: string): string {
  return (
    text
      .slice(0, looksAt)
      .split('\n')
      .map((line) => line.trim())
      .find((line) => /[\p{L}\p{N}]/u.test(line)) ?? ''
  )
}

/** Without Markdown's marks and without the punctuation that ends a sentence. */
function bare(line: string): string {
  const plain = line
    .replace(/^[\s#>*+-]+/, '')
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/[*_`]+/g, '')
    .replace(/\s+/g, ' ')
  const title = stripEnd(plain, ' .,;:!').trim()
  return title.charAt(0).toUpperCase() + title.slice(1)
}

function shorten(line: string): string {
  if (line.length <= longest) return line
  const cut = line.slice(0, longest - 1)
  const space = cut.lastIndexOf(' ')
  return `${stripEnd(space > longest / 2 ? cut.slice(0, space) : cut.replace(/[\uD800-\uDBFF]$/, ''), ' \n\t.,;:–-')}…`
}
