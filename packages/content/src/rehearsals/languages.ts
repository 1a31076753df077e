import { wordsIn } from '../brain/words.ts'

/** Languages by what people call them, as `wordsIn` writes it. */
const languages: Readonly<Record<string, string>> = {
  english: 'en',
  ingilizce: 'en',
  ingilizceye: 'en',
  turkish: 'tr',
  turkce: 'tr',
  turkceye: 'tr',
  german: 'de',
  deutsch: 'de',
  almanca: 'de',
  french: 'fr',
  francais: 'fr',
  spanish: 'es',
  espanol: 'es',
}

/** The locales of the languages that a text names, in its order. */
export function localesIn(text: string): string[] {
  const found = wordsIn(text.slice(0, 2_000)).flatMap((word) =>
    Object.hasOwn(languages, word) ? (languages[word] ?? []) : [],
  )
  return [...new Set(found)]
}
