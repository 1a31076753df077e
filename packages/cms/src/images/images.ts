import { wordsIn } from '@atelier/content'
import { type Envelope, editDistance, fail } from '@atelier/operation'
import { type MediaEntry, mediaByPath, mediaEntries, mediaEntry, type SiteContext, siteUrl } from '@atelier/site'
import { type Static, Type } from 'typebox'

export const relevances = ['strong', 'moderate', 'weak'] as const
export type Relevance = (typeof relevances)[number]

/** A picture of the library as results name it. */
export const ImageView = Type.Object({
  id: Type.String(),
  /** The address that pages write. */
  url: Type.String(),
  name: Type.String(),
  alt: Type.Optional(Type.String()),
  width: Type.Optional(Type.Number()),
  height: Type.Optional(Type.Number()),
  relevance: Type.Optional(Type.Enum([...relevances])),
})

export interface FoundImage {
  entry: MediaEntry
  relevance: Relevance
}

export function imageView(
  { id, path, name, alt, width, height }: MediaEntry,
  relevance?: Relevance,
): Static<typeof ImageView> {
  return {
    id,
    url: siteUrl(path),
    name,
    ...(alt === undefined ? {} : { alt }),
    ...(width === undefined || height === undefined ? {} : { width, height }),
    ...(relevance === undefined ? {} : { relevance }),
  }
}

/** The pictures of the library, the newest first. */
export const imagesOf = ({ site }: SiteContext): MediaEntry[] =>
  mediaEntries(site).filter(({ type }) => type.startsWith('image/'))

/** Words of a description that say nothing of a picture. */
const FILLERS = new Set(
  'a an and at by for from in of on our the to with image images photo photos picture pictures das dem den der die ein eine mit und vom von bild bilder foto fotos bir ve ile resim fotograf gorsel'.split(
    ' ',
  ),
)
/** Words of this many letters and more may differ in one letter. */
const LONG = 5

/** The pictures that a description fits, the best first: by words of their name, alt text, tags, and the query that found them. */
export function searchImagesBy(context: SiteContext, description: string): FoundImage[] {
  const all = wordsIn(description.slice(0, 500))
  const telling = all.filter((word) => !FILLERS.has(word))
  const words = [...new Set(telling.length > 0 ? telling : all)]
  if (words.length === 0) return []
  return imagesOf(context)
    .map((entry) => ({ entry, share: sharedWords(words, wordsOfImage(entry)) / words.length }))
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share)
    .map(({ entry, share }) => ({ entry, relevance: relevanceOf(share) }))
}

function wordsOfImage({ name, alt = '', alts = {}, tags = [], source }: MediaEntry): string[] {
  const stem = name.replace(/\.[a-z0-9]{1,5}$/i, '')
  return wordsIn([stem, alt, ...Object.values(alts), ...tags, source?.query ?? ''].join(' '))
}

const sharedWords = (words: readonly string[], own: readonly string[]): number =>
  words.filter((word) => own.some((each) => isAlike(word, each))).length

function isAlike(word: string, own: string): boolean {
  if (own === word || (word.length > 2 && own.startsWith(word)) || (own.length > 3 && word.startsWith(own))) return true
  return word.length >= LONG && own.length >= LONG && editDistance(word, own, 2) < 2
}

function relevanceOf(share: number): Relevance {
  if (share === 1) return 'strong'
  return share >= 0.5 ? 'moderate' : 'weak'
}

type FoundEntry = { found: MediaEntry; refused?: undefined } | { found?: undefined; refused: Envelope<never> }

const LISTED = 10

/**
 * The picture that a call names: by its id, path, address or file name, otherwise by a description that fits one picture
 * and no other.
 */
export function imageNamed(context: SiteContext, text: string, path: string): FoundEntry {
  const wanted = text.trim()
  const exact = mediaEntry(context.site, wanted) ?? mediaByPath(context.site, wanted.replace(/^\//, ''))
  if (exact) return exact.type.startsWith('image/') ? { found: exact } : { refused: noImage(exact, path) }
  const named = imagesOf(context).filter(({ name }) => name.toLowerCase() === wanted.toLowerCase())
  const found = searchImagesBy(context, wanted)
  const strong =
    named.length > 0 ? named : found.flatMap(({ entry, relevance }) => (relevance === 'strong' ? [entry] : []))
  const [only, ...others] = strong
  if (only && others.length === 0) return { found: only }
  const list = (only ? strong : found.map(({ entry }) => entry)).slice(0, LISTED).map(describeImage)
  if (only)
    return {
      refused: fail('ambiguous_image', `${strong.length} pictures fit “${wanted.slice(0, 80)}”.`, {
        path,
        hint: `Give the id of one: ${list.join(', ')}.`,
      }),
    }
  const known = list.length > 0 ? list : imagesOf(context).slice(0, LISTED).map(describeImage)
  return {
    refused: fail('unknown_image', `No picture is “${wanted.slice(0, 80)}”.`, {
      path,
      hint:
        known.length > 0 ? `There are ${known.join(', ')}; listAllImages lists all.` : 'The library has no pictures.',
    }),
  }
}

const noImage = ({ name, type }: MediaEntry, path: string) =>
  fail('not_an_image', `“${name}” is no picture but ${type}.`, { path, hint: 'listAllImages lists the pictures.' })

/** `m1 (bread.jpg, “A loaf”)` */
export const describeImage = ({ id, name, alt }: MediaEntry): string =>
  `${id} (${name.slice(0, 60)}${alt ? `, “${alt.slice(0, 60)}”` : ''})`
