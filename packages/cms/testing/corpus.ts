import { wordsIn } from '@atelier/content'
import { type PreparedItem, prepareItem, type SearchItem, Words } from '../src/search/item.ts'
import type { SearchFilter } from '../src/search/wordIndex.ts'

/** Numbers that look random and are the same each time. */
export function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const adjectives =
  'golden winter summer rustic quiet northern coastal wooden crimson velvet ancient modern spicy smoky salted honeyed crispy slow wild hidden'.split(
    ' ',
  )
const nouns =
  'bakery sourdough rye croissant oven harvest orchard harbour lantern cellar market kitchen workshop garden bicycle library festival concert gallery museum balcony chimney meadow river mountain village station bridge tower castle'.split(
    ' ',
  )
const places =
  'Lisbon Porto Hamburg Bremen Izmir Ankara Dublin Oslo Bergen Malaga Turin Verona Graz Basel Lyon Nantes Ghent Leuven Krakow Gdansk Tallinn Riga Vilnius Tartu Uppsala'.split(
    ' ',
  )
const acts =
  'opening tasting baking cycling walking painting reading cooking planting restoring carving weaving sailing climbing dancing'.split(
    ' ',
  )
const german =
  'Öffnungszeiten Brötchen Verkostung Wanderung Ausstellung Führung Werkstatt Lieferung Gutscheine Bestellungen'.split(
    ' ',
  )
const turkish = 'kahvaltı sergi gezi konser fırın ekmek bahçe kitaplık müze sokak'.split(' ')
const plain =
  'we have made this for everyone who comes here with friends and stays a little longer than planned because there is always something new to see and to try on every day of the week'.split(
    ' ',
  )

const syllables =
  'ba ke ry sour do bread har vest ker lan tern mar ket gar den bi cy cle li bra fes ti val con cert mu se um bal co ny chim ney mea dow'.split(
    ' ',
  )

/** 2,000 things of a site: pages, sections, entries in two locales, images and items of menus. */
export function makeCorpus(words = new Words()): PreparedItem[] {
  const random = createRandom(7)
  const pick = <Each>(list: readonly Each[]): Each => list[random(list.length)] ?? list[0] ?? failEmpty()
  return Array.from({ length: 2_000 }, (_, at) => {
    const name = nameAt(at, pick)
    const noise = Array.from({ length: 12 }, () => Array.from({ length: 3 }, () => pick(syllables)).join(''))
    const text = [pick(nouns), pick(acts), pick(places), ...noise, ...Array.from({ length: 40 }, () => pick(plain))]
    return prepareItem(itemAt(at, name), wordsIn(name), wordsIn(text.join(' ')), words)
  })
}

/** Every name is that of one thing: its words are those of its number. */
function nameAt(at: number, pick: <Each>(list: readonly Each[]) => Each): string {
  const [a, n, p, t] = [
    adjectives[at % 20],
    nouns[Math.floor(at / 20) % 30],
    places[(at * 7 + Math.floor(at / 600)) % 25],
    acts[Math.floor(at / 600) % 15],
  ]
  if (at % 10 === 3) return `${pick(german)} ${p} ${n}`
  if (at % 10 === 7) return `${pick(turkish)} ${p} ${a} ${n}`
  return `${a} ${n} ${t} ${p}`
}

function itemAt(at: number, name: string): SearchItem {
  const id = `i${at}`
  switch (at % 5) {
    case 0:
      return { kind: 'page', id, name, slug: id }
    case 1:
      return { kind: 'section', id, name, where: `i${at - 1}` }
    case 2:
      return {
        kind: 'entry',
        id,
        name,
        model: at % 2 ? 'post' : 'event',
        locale: at % 3 ? 'en' : 'de',
        status: at % 4 ? 'published' : 'draft',
      }
    case 3:
      return { kind: 'image', id, name }
    default:
      return { kind: 'menuItem', id, name }
  }
}

export interface JudgedQuery {
  query: string
  kind: 'plain' | 'typo' | 'inflected' | 'filtered' | 'partly unknown'
  filter: SearchFilter
  id: string
}

/** 200 queries, each with the thing that was looked for. */
export function makeQueries(corpus: readonly PreparedItem[]): JudgedQuery[] {
  const random = createRandom(23)
  const kinds = ['plain', 'typo', 'inflected', 'filtered', 'partly unknown'] as const
  return Array.from({ length: 200 }, (_, at) => {
    const { item } = corpus[random(corpus.length)] ?? failEmpty()
    const words = item.name.split(' ')
    const kind = kinds[at % kinds.length] ?? 'plain'
    const own = { kind, id: item.id, filter: {} }
    switch (kind) {
      case 'plain':
        return { ...own, query: words.slice(1).reverse().join(' ').toUpperCase() }
      case 'typo':
        return { ...own, query: words.map((word) => misspell(word, random)).join(' ') }
      case 'inflected':
        return { ...own, query: `the ${words.slice(0, 3).map(inflect).join(' ')}` }
      case 'filtered': {
        const { model, locale, status } = item
        const query = words.slice(0, 3).join(' ')
        return { ...own, query, filter: { kinds: new Set([item.kind]), model, locale, status } }
      }
      default:
        return { ...own, query: `${words.slice(-3).join(' ')} zzyzxq wherever` }
    }
  })
}

/** A letter left out, doubled, swapped or another one. */
function misspell(word: string, random: (below: number) => number): string {
  if (word.length < 5) return word
  const at = 1 + random(word.length - 2)
  const [before, here, next, behind] = [word.slice(0, at), word.charAt(at), word.charAt(at + 1), word.slice(at + 2)]
  return (
    [
      before + next + behind,
      before + here + here + next + behind,
      before + next + here + behind,
      `${before}e${next}${behind}`,
    ][random(4)] ?? word
  )
}

/** Another form of a word of English. */
function inflect(word: string): string {
  if (word.endsWith('ing')) return `${word.slice(0, -3)}ed`
  if (word.endsWith('y')) return `${word.slice(0, -1)}ies`
  return /[A-ZÖÜa-z]{4}/u.test(word) && !/^[A-Z]/u.test(word) ? `${word}s` : word
}

function failEmpty(): never {
  throw new Error('A list is empty')
}
