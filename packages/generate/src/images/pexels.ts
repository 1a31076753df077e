import type { FoundImage, ImageQuery, ImageService } from '@atelier/site'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { checkStatus, isOwnFile, parseJson, requestService, ServiceTrouble } from './request.ts'
import { answerOf } from './service.ts'

const SEARCH = 'https://api.pexels.com/v1/search'
const FILES = ['images.pexels.com']
const MAX_LIST = 1024 * 1024
const MAX_PHOTO = 15 * 1024 * 1024
const SEARCH_TIMEOUT = 10_000
const PHOTO_TIMEOUT = 20_000
/** Words of the second search, if nothing is found by the whole description. */
const SHORT_QUERY = 4
const FILLER = new Set(
  'a an the of in on at with and or for to from by its their his her while into over under near'.split(' '),
)

/** https://www.pexels.com/api/documentation/#photos-search */
const Photo = Type.Object({
  photographer: Type.String(),
  photographer_url: Type.String(),
  url: Type.String(),
  alt: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  /** `large2x` is at most 1880 by 1300 pixels. */
  src: Type.Object({ large2x: Type.String() }),
})
const Photos = Type.Object({ photos: Type.Array(Photo) })

/** Finds photographs of Pexels, which may be used freely; who took them is kept with each. */
export function createPexels({ fetch, key }: { fetch: typeof globalThis.fetch; key: string }): ImageService {
  const search = async (query: string, { count, orientation }: ImageQuery) => {
    const url = `${SEARCH}?${new URLSearchParams({ query, orientation, per_page: String(count) })}`
    const init = { headers: { authorization: key } }
    const answer = await requestService(fetch, {
      service: 'Pexels',
      url,
      init,
      timeoutMs: SEARCH_TIMEOUT,
      maxBytes: MAX_LIST,
    })
    checkStatus('Pexels', answer)
    const list = parseJson(answer)
    if (Value.Check(Photos, list)) return list.photos.slice(0, count)
    throw new ServiceTrouble('Pexels sent something else than a list of photographs.', 'Try it again later.')
  }
  return {
    name: 'pexels',
    async find(query) {
      const short = query.query
        .split(' ')
        .filter((word) => !FILLER.has(word.toLowerCase()))
        .slice(0, SHORT_QUERY)
      return answerOf(async () => {
        let photos = await search(query.query, query)
        if (photos.length === 0) photos = await search(short.join(' '), query)
        if (photos.length === 0) {
          throw new ServiceTrouble('Pexels has no photograph of that.', 'Ask for a plainer subject, in fewer words.')
        }
        return photos.map((photo) => async (): Promise<FoundImage> => {
          const { large2x } = photo.src
          if (!isOwnFile(large2x, FILES)) {
            throw new ServiceTrouble(
              'Pexels named a photograph on a host that is not its own.',
              'Ask for another subject.',
            )
          }
          const request = { service: 'Pexels', url: large2x, timeoutMs: PHOTO_TIMEOUT, maxBytes: MAX_PHOTO }
          const file = await requestService(fetch, request)
          checkStatus('Pexels', file)
          return {
            bytes: file.bytes,
            declaredType: file.type,
            alt: photo.alt?.trim().slice(0, 500) || query.query,
            author: photo.photographer,
            authorUrl: photo.photographer_url,
            url: photo.url,
          }
        })
      })
    },
  }
}
