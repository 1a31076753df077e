import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { posix } from 'node:path'
import { createRests } from '@atelier/operation'
import { rebaseCss, rebaseHtml, redirectPage, redirectPath, redirectsFile } from '@atelier/site'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import type { ReleaseFolder } from './folder.ts'
import { missingProblems } from './missing.ts'
import { isMissing, type Pool } from './pool.ts'
import type { Rendered } from './publisher.ts'

/** The time that every file of an archive has, so that the same site makes the same archive: the first that ZIP knows. */
const ZIP_TIME = new Date(1980, 0, 1)

/** Bytes of a text that are packed before other requests have their turn. */
const PACKED_AT_ONCE = 64 * 1024

export interface ExportSource {
  folder: Pick<ReleaseFolder, 'read' | 'mediaPath'> & { pool(projectId: string): Pick<Pool, 'pathOf'> }
  projectId: string
  rendered: Pick<Rendered, 'files' | 'redirects' | 'previous' | 'site'>
}

/**
 * A site as an archive that any host of static files can serve, at its root or below a path: addresses are relative to
 * the file, moved pages are files that redirect, and hosts that read `_redirects` and `_headers` have those too.
 * Media whose bytes are gone are listed in `missing-files.txt`.
 * Made while it is read.
 */
export function exportSite({ folder, projectId, rendered }: ExportSource): ReadableStream<Uint8Array> {
  const entries = exportEntries({ folder, projectId, rendered })
  const iterator = entries[Symbol.asyncIterator]()
  let ready: Uint8Array[] = []
  let failure: Error | undefined
  const zip = new Zip((error, chunk) => {
    if (error) failure = error
    else ready.push(chunk)
  })
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      while (ready.length === 0) {
        const next = await iterator.next()
        if (next.done) {
          zip.end()
          for (const chunk of ready) controller.enqueue(chunk)
          controller.close()
          return
        }
        await addEntry(zip, next.value)
        if (failure) throw failure
      }
      for (const chunk of ready) controller.enqueue(chunk)
      ready = []
    },
    async cancel() {
      zip.terminate()
      await iterator.return?.(undefined)
    },
  })
}

type Entry = { path: string; text: string } | { path: string; file: string }

async function addEntry(zip: Zip, entry: Entry): Promise<void> {
  const part = 'text' in entry ? new ZipDeflate(entry.path, { level: 6 }) : new ZipPassThrough(entry.path)
  part.mtime = ZIP_TIME
  zip.add(part)
  if ('text' in entry) {
    const bytes = Buffer.from(entry.text)
    const rest = createRests()
    for (let from = 0; from === 0 || from < bytes.length; from += PACKED_AT_ONCE) {
      await rest()
      const to = from + PACKED_AT_ONCE
      part.push(bytes.subarray(from, to), to >= bytes.length)
    }
    return
  }
  for await (const chunk of createReadStream(entry.file)) part.push(chunk, false)
  part.push(new Uint8Array(0), true)
}

async function* exportEntries({ folder, projectId, rendered }: ExportSource): AsyncGenerator<Entry> {
  const { files, redirects, previous, site } = rendered
  const before = new Map(previous?.manifest.files.map((file) => [file.path, file]))
  const policies: [path: string, policy: string][] = []
  const referred = new Set<string>()
  const taken = new Set(files.map(({ path }) => path))
  // Only a server that looks at what a browser reads would ever send them.
  const twins = new Set((site.variants ?? []).flatMap(({ path }) => (path.endsWith('.avif') ? [path] : [])))
  for (const file of files) {
    if ('blob' in file) continue
    const known = 'kept' in file ? before.get(file.path) : undefined
    const text =
      'text' in file
        ? file.text
        : known && previous
          ? (await folder.read(projectId, previous.id, known)).toString('utf8')
          : undefined
    if (text === undefined) continue
    const policy = 'text' in file ? file.policy : previous?.manifest.policies?.[known?.policy ?? -1]
    if (policy !== undefined) policies.push([file.path, policy])
    for (const name of avifNames(text)) referred.add(name)
    yield { path: file.path, text: relative(file, text) }
  }
  const missing: string[] = []
  for (const file of files) {
    if (!('blob' in file) || (twins.has(file.path) && !referred.has(posix.basename(file.path)))) continue
    // A release keeps what was made for it, such as pictures of parts, longer than the library does.
    const places = [folder.mediaPath(projectId, file.blob), folder.pool(projectId).pathOf(file.blob)]
    const bytes = (await isThere(places[0] ?? ''))
      ? places[0]
      : (await isThere(places[1] ?? ''))
        ? places[1]
        : undefined
    if (bytes === undefined) missing.push(file.path)
    else yield { path: file.path, file: bytes }
  }
  for (const { from, to } of redirects) {
    const path = redirectPath(from)
    if (path === undefined || taken.has(path)) continue
    const depth = path.split('/').length - 1
    const page = redirectPage(to).replace('url=/', `url=${upwards(depth)}/`)
    yield { path, text: rebaseHtml(page, upwards(depth)) }
  }
  if (redirects.length > 0 && !taken.has('_redirects')) yield { path: '_redirects', text: redirectsFile(redirects) }
  const problems = await missingProblems(site, missing)
  if (problems.length > 0) {
    yield { path: 'missing-files.txt', text: problems.map(({ message }) => `${message}\n`).join('') }
  }
  if (!taken.has('_headers')) yield { path: '_headers', text: headersFile(policies) }
}

const IN_NAME = /[\w%.-]/

/** The names of AVIF files in a text, each as far as letters, digits and `%._-` go. */
function* avifNames(text: string): Generator<string> {
  for (let at = text.indexOf(AVIF); at >= 0; at = text.indexOf(AVIF, at + AVIF.length)) {
    const end = at + AVIF.length
    if (IN_NAME.test(text.charAt(end))) continue
    let start = at
    while (start > 0 && IN_NAME.test(text.charAt(start - 1))) start -= 1
    yield text.slice(start, end)
  }
}

const AVIF = '.avif'

async function isThere(path: string): Promise<boolean> {
  try {
    await access(path)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

/** Addresses from the root on, as addresses relative to the file. The page for what is missing is shown anywhere. */
function relative({ path, contentType }: { path: string; contentType: string }, text: string): string {
  if (path === '404.html') return text
  const prefix = upwards(path.split('/').length - 1)
  if (contentType.startsWith('text/html')) return rebaseHtml(text, prefix)
  return contentType.startsWith('text/css') ? rebaseCss(text, prefix) : text
}

const upwards = (depth: number) => (depth === 0 ? '.' : Array.from({ length: depth }, () => '..').join('/'))

/** Netlify's and Cloudflare's `_headers`. */
function headersFile(policies: readonly [path: string, policy: string][]): string {
  const all = policies.map(([path, policy]) => {
    const address = `/${path.replace(/(^|\/)index\.html$/, '$1')}`
    return `${encodeURI(address)}\n  Content-Security-Policy: ${policy}\n`
  })
  return `/*\n  X-Content-Type-Options: nosniff\n  Referrer-Policy: strict-origin-when-cross-origin\n${all.join('')}`
}
