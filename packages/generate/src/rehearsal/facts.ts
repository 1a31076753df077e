import { readBrief } from '@atelier/site'

/** A business in its owner's words. Empty if they do not say it. */
export interface BusinessFacts {
  name: string
  place: string
  /** As they wrote it, with its article: “a small bakery”. */
  kind: string
  phone: string
  mail: string
  address: string
  /** Days and times: “Tuesday to Friday”, “7:00 – 13:00”. */
  hours: (readonly [string, string])[]
  /** The goods and services; the price is empty if they give none. */
  offers: { name: string; price: string }[]
  /** The sign of their prices: “€”. */
  currency: string
}

/** The most characters of a brief that are read. */
const LONGEST = 2_000
const MOST_OFFERS = 8

const day = '(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?'
const time = String.raw`\d{1,2}(?:[:.]\d{2})?\s?(?:am|pm|h)?`
const hoursPattern = new RegExp(
  String.raw`\b(${day}(?:\s?(?:to|[-–])\s?${day})?|daily|every day|weekdays|weekends)\b[:,]?\s(?:from\s)?(${time})\s?(?:to|until|till|[-–])\s?(${time})`,
  'giu',
)
export const mailPattern = /[\w.+-]{1,64}@[\w-]{1,60}(?:\.[\w-]{2,30}){1,3}/u
export const phonePattern = /(?:\+|\b0)\d[\d /().-]{5,20}\d/u
const addressPattern =
  /\b(?:\d{1,5}\s\p{Lu}\p{L}{1,30}(?:\s\p{L}{1,30})?\s(?:street|st|road|rd|lane|avenue|ave|square|way)|(?:rua|rue|via|calle|avenida)\s[\p{L}’' ]{2,40}\s\d{1,5}|\p{L}{2,30}(?:straße|strasse|platz|gasse|weg|straat|laan|plein|gatan)\s\d{1,4})\b/iu
const kindPattern =
  /\b(an?\s(?:[\p{L}-]{2,30}\s){0,3}?[\p{L}-]{3,30})\s(?:in|at|near|from|called|named|with|that|where)\b/u
/** The description behind “is a”, up to a mark. */
const isPattern = /\b(?:is|are|am)\s((?:an?|the)\s\p{L}[\p{L}\d ’'-]{2,80})/u
/** Names of months, days and languages, which stand behind “in” as places do. */
const noPlace =
  /^(?:January|February|March|April|May|June|July|August|September|October|November|December|\p{L}+days?|English|German|Spanish|French|Arabic|Italian|Dutch|Portuguese|Handmade)\b/u
export const pricePattern = /(?:[€$£¥]\s?\d[\d.,]*\d|[€$£¥]\s?\d|\b\d[\d.,]*\s?(?:€|EUR|USD|GBP|CHF|kr)(?!\p{L}))/u
const offerPattern =
  /\b(?:(?:we|i)\s(?:also\s)?(?:offer|sell|bake|make|build|serve|teach|provide|roast|repair|treat|certify|notari[sz]e|draft|draw up|arrange|organi[sz]e|handle|supply|deliver|grow|brew|cook|rent|print|design|fix|service|clean|show)|(?:offer|sell|bake|make|build|serve|provide|roast|repair|arrange|supplie|supply|deliver|brew|cook|rent|print|design|fixe|show)s)\s([^.;!?\n]{3,240})/giu

/** The facts in a brief. */
export function businessFacts(brief: string): BusinessFacts {
  const words = brief.slice(0, LONGEST).replace(/\s+/g, ' ').trim()
  const { name, place = '' } = readBrief(words, '')
  const kind = kindIn(words)
  const mail = mailPattern.exec(words)?.[0] ?? ''
  return {
    name: unquotedName(words) || (name.split('. ', 1)[0] ?? ''),
    place: noPlace.test(place) ? '' : place.replace(/\s(?:Tel|Phone|Mail|Open)$/u, ''),
    kind: /\b(?:web|page|site|website|section|form|name)\b/i.test(kind) ? '' : kind,
    phone: phonePattern.exec(words.replace(mail, ' '))?.[0].trim() ?? '',
    mail,
    address: addressPattern.exec(words)?.[0] ?? '',
    hours: [...words.matchAll(hoursPattern)].map(([, days = '', from = '', to = '']) => [
      capital(days.replace(/\s?[-–]\s?/u, ' to ')),
      `${from.trim()} – ${to.trim()}`,
    ]),
    offers: offersIn(words),
    currency: /[€$£¥]/u.exec(pricePattern.exec(words)?.[0] ?? '')?.[0] ?? '',
  }
}

/** `a small bakery`, as its owner says it. */
function kindIn(words: string): string {
  const said = isPattern.exec(words)?.[1] ?? ''
  const short = said
    .split(
      /\s(?:that|which|who|where|with|called|named|and|for|we|since)\s|\s(?:in|at|near|from|by)\s(?:\p{Lu}|the\s|a\s)/u,
      1,
    )[0]
    ?.trim()
  return short !== undefined && short.split(' ').length > 1 ? short : (kindPattern.exec(words)?.[1] ?? '')
}

const words = String.raw`((?:(?:Dr|Prof|St)\.\s)?\p{Lu}[\p{L}’'&-]{1,30}(?:\s(?:&\s|and\s)?\p{Lu}[\p{L}’'-]{1,30}){0,3})`
const namePatterns = [
  new RegExp(
    String.raw`^${words}\s(?:is|are|makes?|builds?|offers?|bakes?|repairs?|sells?|plays?|suppl(?:y|ies)|serves?|shows?|runs?|helps?|teaches|in)\b`,
    'u',
  ),
  new RegExp(String.raw`\b(?:[Mm]y|[Oo]ur)\s(?:\p{Ll}{2,30}\s){0,2}\p{Ll}{2,30},?\s${words}`, 'u'),
]

/** The name in front of “is a …”, as in “Ferment is a bakery”, or behind “my café”. */
function unquotedName(brief: string): string {
  return namePatterns.map((pattern) => pattern.exec(brief)?.[1]).find((found) => found !== undefined) ?? ''
}

/** The goods and services: parts of a list behind “we offer”, and words in front of a price. */
function offersIn(words: string): BusinessFacts['offers'] {
  const found = new Map<string, string>()
  const lists = [...words.matchAll(offerPattern)].map(([, list = '']) => list)
  const priced = words.split(/[.;!?](?:\s|$)/u).filter((sentence) => pricePattern.test(sentence))
  for (const list of [...lists, ...priced]) {
    for (const part of list.split(/,\s|\sand\s|\s&\s|:\s/u)) {
      const price = pricePattern.exec(part)?.[0].trim() ?? ''
      const isListed = lists.includes(list)
      if (!price && !isListed) continue
      const before = price ? part.slice(0, part.indexOf(price)) : part
      const name = before
        .replace(
          /^(?:.*\b(?:offer|sell|bake|make|build|serve|teach|provide|roast|repair|treat|are|is|certify|draft|arrange|handle|supply|deliver|brew|cook|rent|fix)s?\s)/iu,
          '',
        )
        .replace(/\b(?:for|at|from|costs?|is|are|only)\s*$/iu, '')
        .replace(/\b(?:in|for|to)\s\p{Lu}.*$/u, '')

        .replace(/^(?:an?|the|our|also|and|from)\s/iu, '')
        .replace(/[\s(:–-]{1,4}$/u, '')
        .trim()
      if (name.length < 3 || name.length > 48 || name.split(' ').length > 6) continue
      const key = capital(name)
      if (!found.has(key) || price) found.set(key, /\bfrom\s*$/iu.test(before) ? `from ${price}` : price)
    }
  }
  return [...found].slice(0, MOST_OFFERS).map(([name, price]) => ({ name, price }))
}

/** A text with its first letter as a capital. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
