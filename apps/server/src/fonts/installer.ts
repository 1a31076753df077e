import type { FontAnswer, FontInstaller, FontRequest, InstalledFont, MediaStore } from '@atelier/site'
import { cssUrl, facesOf, type ListedFace, readFaces } from './googleCss.ts'

export interface FontInstallerOptions {
  /** Where the css2 API is; undefined if nothing is to be fetched. */
  url: string | undefined
  /** A fetch to checked and pinned addresses, which follows no redirect. */
  fetch: typeof fetch
  now(): number
}

const MAX_CSS = 1024 * 1024
const MAX_FILE = 5 * 1024 * 1024
const MAX_ALL = 30 * 1024 * 1024
const MAX_FACES = 300
const AT_ONCE = 4
const TIMEOUT = 20_000
/** How long an installation is remembered, for a call that is made again. */
const REMEMBERED = 60_000
/** Files of the API's default host lie on this one. */
const FILE_HOST = 'https://fonts.gstatic.com'
/** The API answers with woff2 to browsers that it knows. */
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

const elsewhere = 'Give a fallback alone, or upload the font file to the media and give its id as familyId.'

/** A fact that a person or a model should know. */
class Trouble extends Error {
  readonly hint: string
  constructor(message: string, hint = elsewhere) {
    super(message)
    this.hint = hint
  }
}

/**
 * Fetches font families from the Google Fonts css2 API, and keeps their woff2 files in a project's media, so that a
 * published page loads from its own site only. Requests go only to the API's host and that of its files.
 */
export function createFontInstaller(
  options: FontInstallerOptions,
): (media: MediaStore, scope: string) => FontInstaller {
  const done = new Map<string, { at: number; outcome: FontAnswer }>()

  async function install(media: MediaStore, request: FontRequest, signal?: AbortSignal): Promise<FontAnswer> {
    try {
      return { ok: true, font: await fetchFont(options, media, request, signal) }
    } catch (error) {
      if (error instanceof Trouble) return { ok: false, problem: error.message, hint: error.hint }
      throw error
    }
  }

  return (media, scope) => ({
    async install(request, signal) {
      const key = JSON.stringify([scope, request.family, request.variants, request.subsets, request.partial])
      const now = options.now()
      for (const [each, { at }] of done) if (now - at > REMEMBERED) done.delete(each)
      const known = done.get(key)
      if (known) return known.outcome
      const outcome = await install(media, request, signal)
      if (outcome.ok) done.set(key, { at: now, outcome })
      return outcome
    },
  })
}

async function fetchFont(
  { url, fetch }: FontInstallerOptions,
  media: MediaStore,
  { family, variants, subsets, partial = false }: FontRequest,
  stopped: AbortSignal | undefined,
): Promise<InstalledFont> {
  if (url === undefined) throw new Trouble('Installing fonts is switched off on this server.')
  const time = AbortSignal.timeout(TIMEOUT)
  const signal = stopped ? AbortSignal.any([time, stopped]) : time
  const get = (address: string, most: number) => fetchBytes(fetch, address, most, signal)
  const listed = readFaces(await listFaces(get, url, family, variants, partial))
  const faces = facesOf(listed, subsets)
  if (faces.length === 0) {
    const has = [...new Set(listed.map(({ subset }) => subset))].filter(Boolean).join(', ')
    throw new Trouble(
      `“${family}” has none of the subsets ${subsets.join(', ')}.`,
      `It has ${has || 'none that is named'}.`,
    )
  }
  if (faces.length > MAX_FACES) {
    throw new Trouble(
      `“${family}” would be ${faces.length} files.`,
      `At most ${MAX_FACES}: ask for fewer variants or subsets.`,
    )
  }
  const kept = await keepFiles(faces, url, get, media)
  const files = faces.map(({ variant, subset, url: address, unicodeRange }) => {
    const { hash = '', bytes = 0 } = kept.get(address) ?? {}
    return {
      variant,
      subset,
      hash,
      bytes,
      format: 'woff2' as const,
      ...(unicodeRange === undefined ? {} : { unicodeRange }),
    }
  })
  return { family, variants: [...new Set(files.map(({ variant }) => variant))], files }
}

type Get = (address: string, most: number) => Promise<{ status: number; bytes: Uint8Array<ArrayBuffer> }>

async function listFaces(
  get: Get,
  base: string,
  family: string,
  variants: readonly string[],
  partial: boolean,
): Promise<string> {
  const asked = await get(cssUrl(base, family, variants), MAX_CSS)
  if (asked.status === 200) return new TextDecoder().decode(asked.bytes)
  if (asked.status !== 400 && asked.status !== 404) {
    throw new Trouble(`Google Fonts answered with status ${asked.status}.`, 'Try again later, or upload the font file.')
  }
  // The API refuses a variant that a family lacks as it refuses a family that it lacks.
  const plain = await get(cssUrl(base, family, []), MAX_CSS)
  if (plain.status !== 200)
    throw new Trouble(`Google Fonts has no family “${family}”.`, 'Check how its name is spelt, capitals too.')
  if (partial) {
    const each = await Promise.all(variants.map((variant) => get(cssUrl(base, family, [variant]), MAX_CSS)))
    const found = each.filter(({ status }) => status === 200)
    return (found.length > 0 ? found : [plain]).map(({ bytes }) => new TextDecoder().decode(bytes)).join('\n')
  }
  throw new Trouble(
    `“${family}” does not come in all of ${variants.join(', ')}.`,
    'Ask for fewer variants, such as only 400.',
  )
}

async function keepFiles(faces: readonly ListedFace[], base: string, get: Get, media: MediaStore) {
  const addresses = [...new Set(faces.map(({ url }) => url))]
  const kept = new Map<string, { hash: string; bytes: number }>()
  let all = 0
  const worker = async () => {
    for (let address = addresses.pop(); address !== undefined; address = addresses.pop()) {
      const { status, bytes } = await get(checkedFile(address, base), MAX_FILE)
      if (status !== 200)
        throw new Trouble(`A file of the font could not be fetched: status ${status}.`, 'Try again later.')
      if (!isWoff2(bytes)) throw new Trouble('The host sent something else instead of a font file.', 'Try again later.')
      all += bytes.byteLength
      if (all > MAX_ALL)
        throw new Trouble(`The font is larger than ${MAX_ALL / 1024 / 1024} MB.`, 'Ask for fewer variants or subsets.')
      const { hash } = await media.put(bytes)
      kept.set(address, { hash, bytes: bytes.byteLength })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return kept
}

/** A font's CSS may not send the server anywhere else. */
function checkedFile(address: string, base: string): string {
  const url = URL.canParse(address, base) ? new URL(address, base) : undefined
  if (url && (url.origin === FILE_HOST || url.origin === new URL(base).origin)) return url.href
  throw new Trouble('The font’s files lie on a host that Atelier does not fetch from.')
}

const isWoff2 = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(0, 4)) === 'wOF2'

async function fetchBytes(request: typeof fetch, address: string, most: number, signal: AbortSignal) {
  const { host } = new URL(address)
  try {
    const response = await request(address, { signal, headers: { 'user-agent': USER_AGENT } })
    const chunks: Uint8Array[] = []
    let length = 0
    for await (const chunk of response.body ?? []) {
      length += chunk.byteLength
      if (length > most) throw new Trouble(`${host} sent more than ${most / 1024 / 1024} MB.`)
      chunks.push(chunk)
    }
    return { status: response.status, bytes: new Uint8Array(Buffer.concat(chunks)) }
  } catch (error) {
    if (error instanceof Trouble) throw error
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const why = signal.aborted
      ? `no answer within ${TIMEOUT / 1000} s`
      : cause instanceof Error
        ? cause.message
        : 'no answer'
    throw new Trouble(`${host} could not be reached: ${why}. Nothing was changed.`)
  }
}
