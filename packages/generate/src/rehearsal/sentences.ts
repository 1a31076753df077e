import { mailPattern, phonePattern } from './facts.ts'
import { listedLanguages } from './language.ts'

/** The most characters of a brief that are read. */
const LONGEST = 4_000
/** Words behind which a full stop ends no sentence. */
const SHORT = /(?:^|[\s(])(?:dr|prof|mr|mrs|ms|st|str|no|nr|tel|ca|bzw|usw|inc|ltd|z\.\s?b|e\.g|i\.e|\p{L})\.$/iu
/** A sentence that says how the site is to be made, and is no copy of it. */
const INSTRUCTION =
  /^(?:please\s|kindly\s|bitte\s)?(?:build|make|create|design|generate|plan|write|use|avoid|add|keep|show|put|include|erstell\p{L}{0,3}|bau\p{L}{0,2}|gestalt\p{L}{0,3}|mach\p{L}{0,2}|plan\p{L}{0,2}|schreib\p{L}{0,2}|verwend\p{L}{0,3}|zeig\p{L}{0,2})\s(?!und\b|and\b)|^(?:we|i)\s(?:need|want|would like|'d like)\b|^(?:wir|ich)\s(?:brauche|möchte|hätte|will|wollen|benötige)|\b(?:web ?site|home ?page|landing ?page|web ?seite|internetauftritt|site for|a site)\b|^(?:tone|style|colou?rs?|fonts?|pages?|audience|language|ton|stil|farben?|schriften?|seiten|zielgruppe|sprache)\s?:|^no\s|^kein/iu

/** The sentences of a text, in order, with their marks. */
export function sentencesOf(text: string): string[] {
  const found: string[] = []
  for (const line of text.slice(0, LONGEST).split(/\n+/)) {
    let from = 0
    for (const { index, 0: mark } of line.matchAll(/[.!?](?=\s)/g)) {
      const end = index + mark.length
      if (SHORT.test(line.slice(from, end)) || /^\s{1,9}\p{Ll}/u.test(line.slice(end, end + 12))) continue
      found.push(line.slice(from, end).trim())
      from = end
    }
    found.push(line.slice(from).trim())
  }
  return found.filter((sentence) => sentence.length > 2)
}

/** The sentences that a person wrote about themselves: without instructions, addresses and times. */
export function ownSentences(brief: string): string[] {
  return sentencesOf(brief)
    .filter((sentence) => !INSTRUCTION.test(sentence) && listedLanguages(sentence).length === 0)
    .filter((sentence) => !mailPattern.test(sentence) && !phonePattern.test(sentence) && !isOnlyTimes(sentence))
    .map((sentence) => (/[.!?:…]$/.test(sentence) ? sentence : `${sentence}.`))
}

const isOnlyTimes = (sentence: string): boolean =>
  /^(?:we(?:’|')?re\s|we are\s|wir haben\s)?(?:open|opening|opened|(?:office |business |shop )?hours|geöffnet|öffnungszeiten|sprechzeiten|bürozeiten)\b/iu.test(
    sentence,
  )

const months =
  '(?:jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz|apr(?:il)?|may|mai|june?|juni|july?|juli|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)'
const datePattern = new RegExp(
  String.raw`(?<![\p{L}\d])(?:\d{1,2}(?:st|nd|rd|th)?\.?\s${months}(?:\s\d{4})?|${months}\s\d{1,2}(?:st|nd|rd|th)?(?:,?\s\d{4})?|\d{1,2}\.\s?\d{1,2}\.(?:\s?\d{2,4})?|\d{4}-\d{2}-\d{2})(?![\p{L}\d])`,
  'giu',
)

/** The dates of a brief, each with the words behind it: `12 May`, `Conne Island, Leipzig`. */
export function datesIn(brief: string): [string, string][] {
  return sentencesOf(brief).flatMap((sentence) => {
    const found = [...sentence.matchAll(datePattern)]
    return found.map((match, i): [string, string] => {
      const end = match.index + match[0].length
      const next = found[i + 1]?.index ?? sentence.length
      return [match[0], trimmed(sentence.slice(end, next)) || trimmed(sentence.slice(0, match.index))]
    })
  })
}

/** The first date of a sentence; empty if it has none. */
export const dateOf = (sentence: string): string => [...sentence.matchAll(datePattern)][0]?.[0] ?? ''

export const hasDate = (sentence: string): boolean => sentence.search(datePattern) >= 0

const trimmed = (text: string): string =>
  text
    .replace(/^[\s,;:–-]{1,9}(?:at\s|in\s|im\s|on\s|am\s)?/iu, '')
    .replace(/[\s,;:.–-]{0,9}(?:\s(?:and|und|on|am))?[\s,;:.–-]{0,9}$/iu, '')
    .slice(0, 120)

/** Telephone numbers with the words in front of them: `Emergencies`, `+49 731 1660`. */
export function labelledPhones(brief: string): [string, string][] {
  return sentencesOf(brief).flatMap((sentence) => {
    let from = 0
    return [...sentence.matchAll(/(?:\+|\b0)\d[\d /().-]{4,20}\d/g)].flatMap((match): [string, string][] => {
      const words =
        sentence
          .slice(from, match.index)
          .split(/[,.;()]/)
          .at(-1) ?? ''
      from = match.index + match[0].length
      const label = words
        .replace(/:?\s{0,3}$/, '')
        .trim()
        .replace(/^(?:and|und|or|oder)\s/iu, '')
      return label.length < 3 || label.length > 40 ? [] : [[label, match[0]]]
    })
  })
}
