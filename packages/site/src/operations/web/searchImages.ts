import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import type { FoundImage, ImageQuery, ImageService, MediaStore, SiteServices } from '../../context/services.ts'
import { addMedia, type MediaEntry, mediaEntries } from '../../media/entries.ts'
import { readMedia } from '../../media/file.ts'
import { siteUrl } from '../../media/resolve.ts'
import { noQueries, readQueries, SearchQueries, type SearchQuery, shorten } from './searchQueries.ts'

/** Queries that share this part of their words and more find the same: the words of both over the words of either. */
const ALIKE = 0.6
/** A picture that is smaller on a side, in pixels, is none for a page. */
const SMALLEST = 200
/** The types that services send; the drawings of `sketch` are made here. */
const PHOTOS: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif'])

const Image = Type.Object({
  /** The URL in the media library; what a page writes. */
  url: Type.String(),
  alt: Type.String(),
  width: Type.Number(),
  height: Type.Number(),
  author: Type.Optional(Type.String()),
  authorUrl: Type.Optional(Type.String()),
})

const ImageResult = Type.Object({
  query: Type.String(),
  success: Type.Boolean(),
  images: Type.Optional(Type.Array(Image)),
  error: Type.Optional(Type.String()),
})

export const searchImages = defineOperation({
  id: 'site.searchImages',
  summary: 'Find pictures',
  description:
    'Find pictures, or have them made, and add them to the media library; write their url as src, with alt, width and height. Up to 12 queries, each {query: a description of 10–30 words, count: 1–5, orientation: landscape | portrait | square}. Each query needs a subject of its own.',
  icon: 'image-plus',
  keywords: ['stock photos', 'find photos', 'image search', 'generate images', 'pexels', 'illustration'],
  effect: 'write',
  asks: true,
  affects: ['site'],
  onDemand: true,
  input: Type.Object({ queries: SearchQueries }, { additionalProperties: false }),
  output: Type.Object({
    success: Type.Union([Type.Literal(true), Type.Literal('partial')]),
    totalImages: Type.Integer(),
    /** The source of the pictures: `pexels`, `together` or `sketch`. */
    service: Type.String(),
    /** The note about the service. */
    note: Type.Optional(Type.String()),
    /** The pictures' cost, if they have one. */
    costUsd: Type.Optional(Type.Number()),
    results: Type.Array(ImageResult),
  }),
  async consequence({ services, site, siteId }: SiteContext, { queries: given }) {
    const service = await services?.images?.open()
    if (!service?.costUsd) return undefined
    const { queries } = await readQueries(given, 1)
    const asked = withoutTwins(knownQueries(mediaEntries(site), service), queries).filter(({ twin }) => !twin)
    const cost = asked.reduce((sum, { query }) => sum + (service.costUsd?.(query) ?? 0), 0)
    if (cost === 0) return undefined
    const count = asked.reduce((sum, { query }) => sum + query.count, 0)
    const pictures = `${count} ${count === 1 ? 'picture' : 'pictures'}`
    const maker = service.name.charAt(0).toUpperCase() + service.name.slice(1)
    const list = asked.map(({ query }) => `${query.count} of “${shorten(query.query, 100)}”`).join(', ')
    return {
      message: `Have ${pictures} made by ${maker}, for $${roundUsd(cost)} at most: ${list}.`,
      target: pictures,
      documentIds: siteId === undefined ? [] : [siteId],
    }
  },
  async question({ services, site }: SiteContext, { queries: given }) {
    const { queries } = await readQueries(given, 1)
    if (queries.length === 0 || !services?.images || !services.media) return undefined
    const service = await services.images.open()
    return withoutTwins(knownQueries(mediaEntries(site), service), queries)
  },
  async outside({ images, media }: SiteServices, _input, { question, signal }) {
    const service = await images?.open()
    if (!service || !media) return undefined
    const find = async ({ query, twin }: WantedQuery): Promise<FoundPictures> => {
      const found =
        twin === undefined ? await service.find(query, signal) : { ok: false as const, problem: twin, hint: '' }
      if (!found.ok) return { query: query.query, problem: `${found.problem} ${found.hint}`.trim() }
      const pictures = []
      for (const image of found.images) pictures.push(await keepImage(media, service, query.query, image))
      const costUsd = found.images.reduce((sum, image) => sum + (image.costUsd ?? 0), 0)
      return { query: query.query, pictures, warnings: found.warnings ?? [], costUsd }
    }
    // All are sent at once, and kept in the order of the queries.
    return { service: service.name, note: service.note, found: await Promise.all(question.map(find)) }
  },
  async run(context: SiteContext, { queries: given }, answer) {
    const { queries, dropped } = await readQueries(given, 1)
    const example = '{"queries": [{"query": "baker shaping sourdough loaves by hand in a sunlit bakery", "count": 1}]}'
    if (queries.length === 0) return noQueries(dropped, example)
    if (!answer)
      return fail('unavailable', 'There are no pictures to search here.', { hint: 'Use pictures of list_media.' })
    const warnings = [...dropped]
    const results = []
    let cost = 0
    for (const { query, ...found } of answer.found) {
      if ('problem' in found) {
        results.push({ query, success: false, error: found.problem })
        continue
      }
      warnings.push(...found.warnings.map((each) => `“${shorten(query, 60)}”: ${each}`))
      cost += found.costUsd
      const refused = found.pictures.flatMap((each) => ('problem' in each ? [each.problem] : []))
      const images = found.pictures.flatMap((each) =>
        'problem' in each ? [] : [foundPicture(addImage(context, each), each.alt)],
      )
      if (images.length > 0) {
        results.push({ query, success: true, images })
        warnings.push(...refused)
      } else {
        const error = `${refused[0] ?? 'The service sent no picture.'} Ask for another subject, or use one of list_media.`
        results.push({ query, success: false, error })
      }
    }
    const succeeded = results.filter(({ success }) => success)
    if (succeeded.length === 0) {
      const message = results.map(({ query, error }) => `“${shorten(query, 40)}”: ${error}`).join(' ')
      return fail('no_images', shorten(message, 580), {
        path: '/queries',
        hint: 'Go on without them, or mend the queries.',
      })
    }
    return ok(
      {
        success: succeeded.length === results.length ? (true as const) : ('partial' as const),
        totalImages: succeeded.reduce((sum, { images }) => sum + (images?.length ?? 0), 0),
        service: answer.service,
        ...(answer.note === undefined ? {} : { note: answer.note }),
        ...(cost > 0 ? { costUsd: roundUsd(cost) } : {}),
        results,
      },
      { warnings },
    )
  },
})

interface WantedQuery {
  query: ImageQuery
  /** A sentence that says which query it is like; it is not asked then. */
  twin?: string
}

/** A query's results, with the pictures that the library keeps, or the reason for none. */
type FoundPictures = { query: string } & (
  | { pictures: (KeptImage | { problem: string })[]; warnings: readonly string[]; costUsd: number }
  | { problem: string }
)

/** A picture whose bytes are stored; the library has no entry of it yet. */
type KeptImage = Omit<Parameters<typeof addMedia>[1], 'id' | 'createdAt'> & { alt: string }

/** A sum of US dollars, to a hundredth of a cent. */
const roundUsd = (usd: number) => Math.round(usd * 10_000) / 10_000

interface KnownQuery {
  query: string
  words: ReadonlySet<string>
  /** For the pictures that it found before; none if it is a query of this call. */
  urls: string[]
}

const pictureWords = (query: string): ReadonlySet<string> => new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu))

/** Earlier queries to the service for pictures that are in the library still. */
function knownQueries(entries: readonly MediaEntry[], { name }: ImageService): KnownQuery[] {
  const byQuery = new Map<string, string[]>()
  for (const { source, path } of entries) {
    if (source?.service !== name) continue
    byQuery.set(source.query, [...(byQuery.get(source.query) ?? []), siteUrl(path)])
  }
  return [...byQuery].map(([query, urls]) => ({ query, words: pictureWords(query), urls }))
}

/** The queries for the service. A query that is like a known one, or like one before it, has a sentence that says so. */
function withoutTwins(before: readonly KnownQuery[], queries: readonly SearchQuery[]): WantedQuery[] {
  const known = [...before]
  return queries.map(({ query: text, count, fields }) => {
    const query = { query: text, count, orientation: orientationOf(fields.orientation) }
    const twin = tooLike(known, text)
    if (twin !== undefined) return { query, twin }
    known.push({ query: text, words: pictureWords(text), urls: [] })
    return { query }
  })
}

function tooLike(known: readonly KnownQuery[], query: string): string | undefined {
  const words = pictureWords(query)
  const twin = known.find(({ words: others }) => {
    const shared = words.intersection(others).size
    return shared > 0 && shared / (words.size + others.size - shared) >= ALIKE
  })
  if (!twin) return undefined
  const name = `“${shorten(twin.query, 80)}”`
  return twin.urls.length > 0
    ? `This is like ${name}, which found ${twin.urls.slice(0, 3).join(', ')}: use that, or ask for another subject.`
    : `This is like ${name} in the same call: ask for another subject, or for more pictures of that one.`
}

function orientationOf(given: unknown): ImageQuery['orientation'] {
  const text = String(given).toLowerCase()
  return text === 'portrait' || text === 'square' ? text : 'landscape'
}

/** Stores the bytes of a picture if it is what its service says it is. */
async function keepImage(
  media: MediaStore,
  { name: service }: ImageService,
  query: string,
  { bytes, declaredType, alt, author, authorUrl, url }: FoundImage,
): Promise<KeptImage | { problem: string }> {
  const name = query.split(' ').slice(0, 6).join(' ')
  const read = readMedia(bytes, name)
  if (!read.ok) return { problem: `What ${service} sent was refused: ${read.problem.message}` }
  const { type, width = 0, height = 0, cleaned, animated } = read.media
  if (service !== 'sketch' && !PHOTOS.has(type.type)) {
    return { problem: `${service} sent a file of type ${type.type}, which is no photograph.` }
  }
  if (declaredType !== undefined && declaredType !== type.type) {
    return { problem: `${service} sent ${type.type} and called it ${shorten(declaredType, 60)}, so it was refused.` }
  }
  if (width < SMALLEST || height < SMALLEST) {
    return { problem: `${service} sent a picture of ${width} × ${height} pixels, which is too small.` }
  }
  const whole = cleaned ?? bytes
  const { hash } = await media.put(whole)
  return {
    name: `${name}.${type.extensions[0]}`,
    hash,
    type: type.type,
    bytes: whole.byteLength,
    width,
    height,
    alt,
    ...(animated ? { animated } : {}),
    source: {
      service,
      query,
      ...(author === undefined ? {} : { author: shorten(author, 200) }),
      ...(isWebUrl(authorUrl) ? { authorUrl } : {}),
      ...(isWebUrl(url) ? { url } : {}),
    },
  }
}

const addImage = ({ site, newId, now }: SiteContext, image: KeptImage): MediaEntry =>
  addMedia(site, { ...image, id: newId(), createdAt: now() }).entry

const isWebUrl = (url: string | undefined): url is string =>
  url !== undefined && url.length <= 1_000 && url.startsWith('https://')

/** A picture as the result names it. One that was in the library before keeps the alternative text it has there. */
function foundPicture({ path, alt, width = 0, height = 0, source }: MediaEntry, described: string) {
  return {
    url: siteUrl(path),
    alt: alt ?? described,
    width,
    height,
    ...(source?.author === undefined ? {} : { author: source.author }),
    ...(source?.authorUrl === undefined ? {} : { authorUrl: source.authorUrl }),
  }
}
