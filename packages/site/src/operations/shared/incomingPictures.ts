import type { SiteContext } from '../../context/context.ts'
import type { ParsedHtml } from '../../html/parse.ts'
import { bytesOf, namePicturesIn, picturesIn, picturesOf, withPictures } from '../../lint/htmlPictures.ts'
import { addMedia } from '../../media/entries.ts'
import { readMedia } from '../../media/file.ts'
import { siteUrl } from '../../media/resolve.ts'

/** The URLs of stored pictures by their base64 `data:` URLs, and the sentences to report about them. */
export interface KeptPictures {
  kept: ReadonlyMap<string, string>
  warnings: string[]
}

/**
 * Stores pictures that were sent as `data:` URLs among the site's media. Other data stays in the URL.
 * @param pictures as `data:` URLs
 */
export async function keepPictures(context: SiteContext, pictures: readonly string[]): Promise<KeptPictures> {
  const kept = new Map<string, string>()
  const stayed: string[] = []
  for (const picture of new Set(pictures)) {
    const url = await keepPicture(context, picture)
    if (url === undefined) stayed.push(picture.slice(0, picture.indexOf(',')))
    else kept.set(picture, url)
  }
  const warnings: string[] = []
  if (kept.size > 0) {
    const one = kept.size === 1
    const urls = [...kept.values()].slice(0, 5).join(', ')
    warnings.push(
      `${one ? 'A picture' : `${kept.size} pictures`} sent as base64 ${one ? 'was' : 'were'} kept as media, and the page names ${one ? 'it' : 'them'} instead: ${urls}${kept.size > 5 ? ' …' : ''}. Use ${one ? 'this address' : 'these addresses'} (list_media), and never write a picture out.`,
    )
  }
  if (stayed.length > 0) {
    warnings.push(
      `${stayed.slice(0, 3).join(', ')}: such pictures of more than 4 kB make the page heavy, and ${stayed.length === 1 ? 'this one' : 'these'} could not be kept as media. Upload the file, and use its address from list_media.`,
    )
  }
  return { kept, warnings }
}

/** Stores the base64 pictures in HTML and its styles, and replaces them with the URLs of the stored files. */
export async function namePictures(context: SiteContext, { nodes, css, warnings }: ParsedHtml): Promise<void> {
  const pictures = [...picturesOf(nodes), ...css.flatMap(picturesIn)]
  if (pictures.length === 0) return
  const found = await keepPictures(context, pictures)
  warnings.push(...found.warnings)
  namePicturesIn(nodes, found.kept)
  css.splice(0, css.length, ...css.map((text) => withPictures(text, found.kept)))
}

async function keepPicture({ site, services, newId, now }: SiteContext, picture: string): Promise<string | undefined> {
  const bytes = services?.media && bytesOf(picture)
  if (!bytes || !services?.media) return undefined
  const read = readMedia(bytes, 'picture')
  if (!read.ok) return undefined
  const { type, cleaned, width, height, animated } = read.media
  const whole = cleaned ?? bytes
  const { hash } = await services.media.put(whole)
  const size = width !== undefined && height !== undefined ? { width, height } : {}
  const { entry } = addMedia(site, {
    id: newId(),
    name: `picture.${type.extensions[0] ?? 'bin'}`,
    hash,
    type: type.type,
    bytes: whole.byteLength,
    folder: '',
    ...size,
    ...(animated ? { animated } : {}),
    createdAt: now(),
  })
  return siteUrl(entry.path)
}
