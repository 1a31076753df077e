import { ProjectRole } from '@atelier/api'
import {
  documents,
  entryPath,
  homePage,
  type PublishedFile,
  pagePath,
  type ReleaseFile,
  renderRelease,
  type SiteSource,
  viewOfFields,
} from '@atelier/site'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Identities, Identity } from '../auth/identity.ts'
import type { Secrets } from '../auth/secrets.ts'
import type { ChosenEntry } from '../content/site/siteContent.ts'

/** A project's current site, under an address that cannot be guessed. */
export interface Previews {
  /** The token of a new preview. It holds all there is to know of it, sealed, so that every server of the database answers it. */
  open(projectId: string, identity: Identity, chosen?: ChosenEntry): string
  /** The path of the page of an entry; undefined if the site has none for it. */
  entryPath(projectId: string, chosen: ChosenEntry & { locale?: string }): Promise<string | undefined>
  /**
   * Whose preview a token is, by what they may do now; undefined if it never was or has ended, as with the session or the
   * key that opened it.
   */
  of(token: string): Promise<{ projectId: string; identity: Identity } | undefined>
  /** A page, rendered from the current documents, or a file that a page of this preview needs. */
  file(token: string, path: string): Promise<PublishedFile | undefined>
}

export interface PreviewOptions {
  /** The site as it is now; the entry is shown whatever its state. */
  load(projectId: string, chosen?: ChosenEntry): Promise<SiteSource>
  secrets: Secrets
  identities: Pick<Identities, 'member' | 'counts'>
  now(): number
}

const Sealed = Type.Object({
  projectId: Type.String(),
  userId: Type.String(),
  workspaceId: Type.String(),
  /** The session that opened it; absent if a key did. */
  sessionId: Type.Optional(Type.String()),
  key: Type.Optional(
    Type.Object({
      id: Type.String(),
      role: ProjectRole,
      projectIds: Type.Optional(Type.Array(Type.String())),
    }),
  ),
  entry: Type.Optional(Type.Object({ model: Type.String(), id: Type.String(), branch: Type.Optional(Type.String()) })),
  until: Type.Number(),
})
type Sealed = Static<typeof Sealed>

const lastsMs = 12 * 60 * 60_000
/** How many previews have their files kept in memory. */
const most = 200
const purpose = 'preview'

export function createPreviews({ load, secrets, identities, now }: PreviewOptions): Previews {
  /** The sources of the pages shown here, by token and path; the most recently viewed preview comes last. */
  const kept = new Map<string, Map<string, ReleaseFile>>()

  const read = (token: string): Sealed | undefined => {
    const plain = secrets.unseal(token, purpose)
    if (plain === undefined) return undefined
    const sealed = Value.Parse(Sealed, JSON.parse(plain))
    return sealed.until > now() ? sealed : undefined
  }

  const keep = (token: string, files: readonly ReleaseFile[]) => {
    kept.delete(token)
    kept.set(token, new Map(files.map((file) => [file.path, file])))
    const oldest = kept.keys().next()
    if (kept.size > most && !oldest.done) kept.delete(oldest.value)
  }

  return {
    open(projectId, { userId, workspaceId, sessionId, key }, entry) {
      const projectIds = key?.projectIds && [...key.projectIds]
      const sealed: Sealed = {
        projectId,
        userId,
        workspaceId,
        ...(sessionId === undefined ? {} : { sessionId }),
        ...(key ? { key: { id: key.id, role: key.role, ...(projectIds ? { projectIds } : {}) } } : {}),
        ...(entry ? { entry } : {}),
        until: now() + lastsMs,
      }
      return secrets.seal(JSON.stringify(sealed), purpose)
    },
    async of(token) {
      const sealed = read(token)
      if (!sealed) return undefined
      const { projectId, userId, workspaceId, sessionId = '', key } = sealed
      if (!(await identities.counts(key ? { keyId: key.id } : { sessionId }))) return undefined
      const member = await identities.member(userId, workspaceId)
      if (!member) return undefined
      return { projectId, identity: key ? { ...member, key: { ...key, projectIds: key.projectIds } } : member }
    },
    async entryPath(projectId, { locale, ...chosen }) {
      const source = await load(projectId, chosen)
      const path = source.content && (await entryPath(source.content, { ...chosen, locale }))
      if (path === undefined) return undefined
      const { files } = await renderRelease(source, { now: now(), only: [path] })
      return files.some((file) => file.path === path) ? path : undefined
    },
    async file(token, path) {
      const sealed = read(token)
      if (!sealed) return undefined
      const wanted = places(path)
      const known = kept.get(token)?.get(path)
      if (known && 'text' in known && !known.contentType.startsWith('text/html')) return known
      if (known && 'blob' in known) return known
      const source = await load(sealed.projectId, sealed.entry)
      const isFile = pageAt(source, wanted) === undefined && /\.\w+$/.test(path)
      // Anything but a page is a page's file, and that page was shown by another server, or long ago.
      const { files } = await renderRelease(source, { now: now(), ...(isFile ? {} : { only: wanted }) })
      if (!isFile && !files.some((file) => wanted.includes(file.path))) return undefined
      keep(token, files)
      const found = wanted.flatMap((each) => files.filter((file) => file.path === each)).at(0)
      return found && !('kept' in found) ? found : undefined
    },
  }
}

/** Candidate paths of a page requested as `about`, `about/` or `about/index.html`. */
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
