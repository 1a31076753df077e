import { randomBytes } from 'node:crypto'
import {
  documents,
  homePage,
  type PublishedFile,
  pagePath,
  type ReleaseFile,
  renderRelease,
  type SiteSource,
  viewOfFields,
} from '@atelier/site'
import type { Identity } from '../auth/identity.ts'

/** A project's site as it stands, under an address that nobody guesses, for as long as somebody looks at it. */
export interface Previews {
  /** The token of a new preview: 256 bits, in hexadecimal. */
  open(projectId: string, identity: Identity): string
  /** Whose preview a token is; undefined where it never was or nobody has looked at it for an hour. */
  of(token: string): { projectId: string; identity: Identity } | undefined
  /** A page, rendered as the documents stand now, or a file that a page of this preview needs. */
  file(token: string, path: string): Promise<PublishedFile | undefined>
}

export interface PreviewOptions {
  load(projectId: string): Promise<SiteSource>
  now(): number
}

interface Preview {
  projectId: string
  identity: Identity
  seen: number
  /** What the pages that were shown need, by path. */
  files: Map<string, ReleaseFile>
}

const lastsMs = 60 * 60_000
const most = 200

export function createPreviews({ load, now }: PreviewOptions): Previews {
  const previews = new Map<string, Preview>()

  const find = (token: string): Preview | undefined => {
    const preview = previews.get(token)
    if (!preview) return undefined
    if (now() - preview.seen > lastsMs) {
      previews.delete(token)
      return undefined
    }
    preview.seen = now()
    return preview
  }

  return {
    open(projectId, identity) {
      for (const [token, { seen }] of previews) if (now() - seen > lastsMs) previews.delete(token)
      const oldest = previews.keys().next()
      if (previews.size >= most && !oldest.done) previews.delete(oldest.value)
      const token = randomBytes(32).toString('hex')
      previews.set(token, { projectId, identity, seen: now(), files: new Map() })
      return token
    },
    of: find,
    async file(token, path) {
      const preview = find(token)
      if (!preview) return undefined
      const wanted = places(path)
      const known = preview.files.get(path)
      if (known && 'text' in known && !known.contentType.startsWith('text/html')) return known
      if (known && 'blob' in known) return known
      const source = await load(preview.projectId)
      const pageId = pageAt(source, wanted)
      if (pageId === undefined) return undefined
      const { files } = await renderRelease(source, { only: pageId, now: now() })
      preview.files = new Map(files.map((file) => [file.path, file]))
      const found = wanted.map((each) => preview.files.get(each)).find((file) => file !== undefined)
      return found && !('kept' in found) ? found : undefined
    },
  }
}

/** Where a page may lie that is asked for as `about`, `about/` or `about/index.html`. */
function places(path: string): string[] {
  const bare = path.replace(/\/$/, '')
  return bare === '' ? ['index.html'] : [bare, `${bare}/index.html`]
}

function pageAt({ site: fields }: SiteSource, wanted: readonly string[]): string | undefined {
  const site = viewOfFields(fields)
  const home = homePage(site)?.id
  return documents(site).find((entry) => {
    const path = entry.kind === 'page' ? pagePath(entry, entry.id === home) : undefined
    return path !== undefined && wanted.includes(path)
  })?.id
}
