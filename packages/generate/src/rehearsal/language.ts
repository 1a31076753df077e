/** The languages that a plan can be rehearsed in. */
export type RehearsedLanguage = 'en' | 'de'

/** The most characters of a brief that are read. */
const LONGEST = 2_000

/** Small words of languages with Latin letters; few of them are in several lists. */
const SMALL_WORDS: Readonly<Record<string, ReadonlySet<string>>> = {
  de: listedWords(
    'aus bei bieten brauche brauchen das dem den der des die ein eine einem einen einer eines für geöffnet habe haben heißt ich im in ist mein meine meinen mit nicht oder sind und unser unsere vom von webseite wir zum zur',
  ),
  en: listedWords(
    'a an and are at build called for from i in is my named of open our sell that the to we website which with',
  ),
  Spanish: listedWords(
    'con de del el en es la las los para por que somos su un una y nuestra nuestro abierto desde hacemos',
  ),
  French: listedWords('à au aux avec chez dans de des du est et la le les nous notre pour sur un une ouvert nos qui'),
  Italian: listedWords(
    'a al alla con da del della di e è il in la le lo nel nella per siamo un una nostra nostro aperto che',
  ),
  Portuguese: listedWords(
    'a ao com da das de do dos e é em na no nós nossa nosso o os para por uma um aberto que fazemos',
  ),
  Dutch: listedWords('aan bij de een en het in is met naar niet onze op te van voor wij zijn open ons'),
  Polish: listedWords('dla do i jest na nasz nasza nie od oraz się w we z za jesteśmy'),
  Turkish: listedWords('bir biz bu çok da de için ile olan ve bizim şehrinde'),
  Swedish: listedWords('att av den det en ett för från i med och på som till vi är vår'),
}

/** Scripts of languages that no rehearsal writes. */
const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ['Arabic', /\p{Script=Arabic}/gu],
  ['Hebrew', /\p{Script=Hebrew}/gu],
  ['Greek', /\p{Script=Greek}/gu],
  ['Russian', /\p{Script=Cyrillic}/gu],
  ['Japanese', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['Chinese', /\p{Script=Han}/gu],
  ['Korean', /\p{Script=Hangul}/gu],
  ['Hindi', /\p{Script=Devanagari}/gu],
  ['Thai', /\p{Script=Thai}/gu],
]

/** Languages that no rehearsal writes, as a brief in English or German calls them. */
const OTHERS = listedWords(
  'spanish arabic french italian portuguese dutch polish turkish swedish danish norwegian finnish czech russian ukrainian greek hebrew japanese chinese korean hindi thai spanisch arabisch französisch italienisch portugiesisch niederländisch polnisch türkisch schwedisch russisch ukrainisch griechisch japanisch chinesisch',
)
/** Things that a brief wants to be in a language. */
const WRITTEN = listedWords(
  'site sites website websites page pages written write text texts copy everything seite seiten webseite webseiten texte geschrieben',
)
/** Words that may follow the name of a language which is asked for. */
const FOLLOWING = listedWords('and for with please und für mit')
/** A language is asked for by so many words at most behind the thing that is to be in it. */
const WORDS_BETWEEN = 6

/** The language that a brief in English or German asks for, in lower case; undefined if it asks for none. */
function askedLanguage(brief: string): string | undefined {
  for (const sentence of brief.toLowerCase().split(/[.!?\n]/)) {
    const words = sentence.match(/[\p{L}\p{N}]+|[,;:)]/gu) ?? []
    for (const [at, word] of words.entries()) {
      if (word !== 'in' && word !== 'auf') continue
      const named = words[at + 1] === 'the' ? at + 2 : at + 1
      const language = words[named] ?? ''
      const after = words[named + 1] === 'language' ? words[named + 2] : words[named + 1]
      const isEnd = after === undefined || FOLLOWING.has(after) || /^[,;:)]$/.test(after)
      const isAsked = words.slice(Math.max(0, at - WORDS_BETWEEN), at).some((each) => WRITTEN.has(each))
      if (OTHERS.has(language) && isEnd && isAsked) return language
    }
  }
  return undefined
}

/** The language of a brief: `en` or `de`, or the English name of another one. */
function briefLanguage(brief: string): string {
  const text = brief.slice(0, LONGEST)
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  for (const [name, script] of SCRIPTS) if ((text.match(script)?.length ?? 0) * 4 > letters) return name
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const counts = Object.entries(SMALL_WORDS).map(([name, small]): [string, number] => {
    const marks = Math.min(2, text.match(MARKS[name] ?? /(?!)/gu)?.length ?? 0)
    return [name, words.filter((word) => small.has(word)).length + marks]
  })
  const [[, german = 0] = [], [, english = 0] = []] = counts
  const [other, count = 0] = counts.slice(2).reduce((best, each) => (each[1] > best[1] ? each : best))
  // One word, as in the name of a house, says nothing yet.
  if (count > 1 && count > german && count > english) return other
  return german > english ? 'de' : 'en'
}

/** Letters that hint at a language. */
const MARKS: Readonly<Record<string, RegExp>> = {
  de: /[äöüß]/giu,
  Spanish: /[íóñ¿¡]/giu,
  French: /[èêçœ]/giu,
  Portuguese: /[ãõ]/giu,
  Polish: /[ąęłśżź]/giu,
  Turkish: /[ğış]/gu,
  Swedish: /å/giu,
}

/** The language that a plan of a brief is rehearsed in. */
export function languageOf(brief: string): RehearsedLanguage {
  return briefLanguage(brief) === 'de' ? 'de' : 'en'
}

/** Names of languages as briefs in English or German have them, with their tags. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ...nameTags('en', 'english englisch'),
  ...nameTags('de', 'german deutsch'),
  ...[...OTHERS].map((name): [string, string] => [name, name]),
])

function nameTags(tag: string, names: string): [string, string][] {
  return names.split(' ').map((name) => [name, tag])
}

/** The languages that a brief lists for its site, such as “in English, German and Arabic”: tags of those that are rehearsed, names of the others. */
export function listedLanguages(brief: string): string[] {
  for (const sentence of brief
    .slice(0, LONGEST)
    .toLowerCase()
    .split(/[.!?\n]/)) {
    const words = sentence.match(/[\p{L}\p{N}]+|[,;:)]/gu) ?? []
    for (const [at, word] of words.entries()) {
      if (word !== 'in' && word !== 'auf') continue
      const found: string[] = []
      for (const next of words.slice(at + 1)) {
        const named = NAMED.get(next)
        if (named !== undefined) found.push(named)
        else if (next !== ',' && next !== 'and' && next !== 'und' && next !== 'in' && next !== 'auf') break
      }
      if (found.length > 1) return [...new Set(found)]
    }
  }
  return []
}

const isRehearsed = (language: string): boolean => language === 'en' || language === 'de'

/** The further languages in which a site is rehearsed. */
export const rehearsedLanguages = (brief: string): string[] =>
  listedLanguages(brief).filter((each) => isRehearsed(each) && each !== languageOf(brief))

/** The languages of a brief that a rehearsal leaves out, as one sentence; undefined if it leaves out none. */
export function declinedFurther(brief: string): string | undefined {
  const listed = listedLanguages(brief)
  const left = listed.filter((each) => !isRehearsed(each)).map(capitalLetter)
  if (left.length === 0 || left.length === listed.length) return undefined
  return `A rehearsal writes only English and German, so ${left.join(' and ')} is left out: add a model to have it written.`
}

const capitalLetter = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

/** Why a brief is not rehearsed, as one sentence: its language is not one of the two; undefined if it is. */
export function declinedLanguage(brief: string): string | undefined {
  const asked = listedLanguages(brief).some(isRehearsed) ? undefined : askedLanguage(brief.slice(0, LONGEST))
  const written = briefLanguage(brief)
  const language = asked ?? (written === 'en' || written === 'de' ? undefined : written)
  if (language === undefined) return undefined
  const name = language.charAt(0).toUpperCase() + language.slice(1)
  return `A rehearsal writes only English and German, not ${name}: add a model to have this site planned.`
}

function listedWords(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}
