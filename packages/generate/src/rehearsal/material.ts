import { blankText } from '@atelier/site'
import { type BusinessFacts, businessFacts, capital } from './facts.ts'
import { germanFacts } from './germanFacts.ts'
import { type SiteKind, siteKindOf } from './kinds.ts'
import { languageOf, type RehearsedLanguage } from './language.ts'
import { dateOf, datesIn, hasDate, labelledPhones, ownSentences, sentencesOf } from './sentences.ts'
import { type BlankName, type SiteWords, siteWords } from './words.ts'

/** Everything that a brief says, sorted; what it does not say is a blank. Lists are lines of content notes. */
export interface Material {
  kind: SiteKind
  language: RehearsedLanguage
  words: SiteWords
  name: string
  /** `a bakery in Porto`; empty if the brief does not say. */
  described: string
  place: string
  /** The first sentence about the business, or the blank for it. */
  lead: string
  /** The sentences behind it. */
  story: string[]
  offers: string[]
  /** The same without prices. */
  services: string[]
  hours: string[]
  dates: string[]
  notices: string[]
  /** Ways to get in touch. */
  details: string[]
  departments: string[]
  mail: string
  offerNames: string[]
  blank(name: BlankName): string
}

/** Kinds with a door that people come to. */
const PLACES: ReadonlySet<SiteKind> = new Set(['shop', 'craft', 'practice', 'authority', 'counsel', 'farewell'])

export function materialOf(brief: string): Material {
  const language = languageOf(brief)
  const words = siteWords(language)
  const kind = siteKindOf(brief)
  const read = language === 'de' ? germanFacts(brief) : businessFacts(brief)
  const facts = { ...read, place: namedPlace(brief, read.place) }
  const blank = (name: BlankName) => blankText(words.blanks[name])
  const or = (lines: readonly string[], name: BlankName) => (lines.length > 0 ? [...lines] : [blank(name)])
  const described = describedAs(brief, facts)
  const name = facts.name || blank('name')
  const own = ownSentences(brief).filter((sentence) => kind !== 'band' || !hasDate(sentence))
  const isLead = described === '' || own[0]?.includes(name) || own[0]?.toLowerCase().includes(described.toLowerCase())
  const [first, ...others] = isLead ? own : [words.is(name, described), ...own]
  const dates = datesIn(brief).map(line)
  const details = detailLines(facts, words, kind, blank)
  const notices = ownSentences(brief)
    .filter(hasDate)
    .map((sentence) => line([dateOf(sentence), sentence]))
  const phones = labelledPhones(brief)
  const names = facts.offers.map((offer) => offer.name)
  return {
    kind,
    language,
    words,
    name,
    described,
    place: facts.place,
    lead: first ?? blank('what'),
    story: or(
      others.filter((sentence) => kind !== 'authority' || !hasDate(sentence)),
      'story',
    ),
    offers: or(
      facts.offers.map((offer) => line(offer.price ? [offer.name, '', offer.price] : [offer.name])),
      'offers',
    ),
    services: or(
      names.map((each) => line([each])),
      kind === 'app' ? 'features' : 'services',
    ),
    hours: facts.hours.length > 0 ? facts.hours.map(line) : [line([words.labels.hours, blank('hours')])],
    dates: dates.length > 0 ? dates : [line([words.headings.dates, blank('dates')])],
    notices: notices.length > 0 ? notices : [line([words.headings.notices, blank('notices')])],
    details,
    departments:
      phones.length > 1
        ? phones.map(([label, phone]) => line([capital(label), phone]))
        : [...details, line([words.headings.departments, blank('departments')])],
    mail: facts.mail,
    offerNames: names,
    blank,
  }
}

/** `a bakery in Porto`: the place as it stands behind the kind, if it does. */
function describedAs(brief: string, { kind, place }: BusinessFacts): string {
  if (kind === '' || place === '' || kind.includes(place)) return kind
  const text = brief.replace(/\s+/g, ' ')
  const end = text.toLowerCase().indexOf(kind.toLowerCase()) + kind.length
  const [, preposition] = /^\s(in|at|near|from|of|am|an|bei|aus)\s/.exec(text.slice(end, end + 8)) ?? []
  return preposition && text.startsWith(place, end + preposition.length + 2) ? `${kind} ${preposition} ${place}` : kind
}

/** The place of a business: the city that it names, otherwise a place that no notice or date of it is about. */
function namedPlace(brief: string, found: string): string {
  const city = /\b(?:city|town|village|Stadt|Gemeinde)\s(?:of\s)?(\p{Lu}[\p{L}-]{1,30})/u.exec(brief)?.[1]
  if (city !== undefined) return city
  const isOwn = sentencesOf(brief).some((sentence) => sentence.includes(found) && !hasDate(sentence))
  return isOwn || !hasDate(brief) ? found : ''
}

function detailLines(
  { address, place, phone, mail }: BusinessFacts,
  { labels }: SiteWords,
  kind: SiteKind,
  blank: (name: BlankName) => string,
): string[] {
  const isPlace = PLACES.has(kind)
  const where = [address, place].filter((part) => part !== '').join(', ')
  const lines: [string, string][] = []
  if (isPlace && address === '') lines.push([labels.address, [blank('address'), place].filter(Boolean).join(', ')])
  else if (where !== '' && kind !== 'app') lines.push([address === '' ? labels.place : labels.address, where])
  if (phone !== '') lines.push([labels.phone, phone])
  else if (isPlace) lines.push([labels.phone, blank('phone')])
  if (mail !== '') lines.push([labels.mail, mail])
  else if (phone === '') lines.push([labels.mail, blank('mail')])
  return lines.map(line)
}

/** A line of content notes from its parts. */
export const line = (parts: readonly string[]): string => parts.map((part) => part.replaceAll('|', '/')).join(' | ')

/** Returns the heading of a site's home page: “A bakery in Porto”, or its name. */
export const headlineOf = ({ described, name }: Material): string =>
  described.split(' ').length < 3 ? name : capital(described)
