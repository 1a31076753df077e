import { createHash } from 'node:crypto'
import { escapeHtml, type Redirect, rebaseCss, rebaseHtml } from '@atelier/site'
import { Hono } from 'hono'
import type { Forms } from '../content/forms/forms.ts'
import { answerForm, type FormAnswer, type FormPlace, sentPage } from '../content/forms/siteForms.ts'
import type { ManifestFile, ReleaseFolder } from './folder.ts'
import { isCompressible } from './publisher.ts'
import { isKnown, serveBytes, serveText } from './serve.ts'

export interface SiteServerOptions {
  folder: ReleaseFolder
  /** The id of the project with this slug, in any workspace. */
  projectBySlug(slug: string): Promise<string | undefined>
  /** The id of the project whose own domain this is; by default no domain is mapped. */
  projectByHost?(host: string): Promise<string | undefined>
  /** Receives visitors' submissions through the forms of sites; without it no form is taken. */
  forms?: Forms
  /** The address of a visitor. */
  callerAddress?(env: unknown, headers: Headers): string
}

/** For what is not a page of its own. */
export const plainPolicy = [
  "default-src 'none'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' https: data:",
  "font-src 'self' https: data:",
  "media-src 'self' https: data:",
  "base-uri 'none'",
  "form-action 'self' https: mailto:",
  "frame-ancestors 'self'",
].join('; ')

const headers = {
  'Content-Security-Policy': plainPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
}

interface Target {
  projectId: string
  /** The path within the site, without the slash in front. */
  path: string
  /** The prefix in the URL: empty, or `/<slug>`. */
  prefix: string
}

/**
 * Serves live releases, each under `http://<slug>.localhost:PORT/`, under a domain of its own, and under
 * `http://HOST:PORT/<slug>/`, where root-relative URLs are rewritten on the way out. Only paths that the release's
 * manifest lists are read. No cookies are set or read.
 */
export function createSiteServer({
  folder,
  projectBySlug,
  projectByHost,
  forms,
  callerAddress = () => 'local',
}: SiteServerOptions): Hono {
  const app = new Hono()
  const manifests = new Map<string, Contents>()

  /** The contents of a release, by path. It never changes, so its manifest is read once. */
  const contentsOf = async (projectId: string, releaseId: string): Promise<Contents> => {
    const known = manifests.get(releaseId)
    if (known) return known
    const { files, policies = [], redirects = [] } = await folder.manifest(projectId, releaseId)
    const contents: Contents = {
      files: new Map(files.map((file) => [file.path, file])),
      policies,
      redirects: new Map(redirects.map((each) => [each.from, each])),
    }
    manifests.set(releaseId, contents)
    const oldest = manifests.keys().next()
    if (manifests.size > 200 && !oldest.done) manifests.delete(oldest.value)
    return contents
  }

  const targetOf = async (host: string, path: string): Promise<Target | 'add-slash' | undefined> => {
    const name = host.replace(/:\d+$/, '').toLowerCase()
    const slug = /^([^.]+)\.localhost$/.exec(name)?.[1]
    const owner = slug === undefined ? await projectByHost?.(name) : await projectBySlug(slug)
    if (owner !== undefined) return { projectId: owner, path, prefix: '' }
    if (slug !== undefined) return undefined
    const slash = path.indexOf('/')
    const first = slash < 0 ? path : path.slice(0, slash)
    const projectId = first === '' ? undefined : await projectBySlug(first)
    if (projectId === undefined) return undefined
    return slash < 0 ? 'add-slash' : { projectId, path: path.slice(slash + 1), prefix: `/${encodeURIComponent(first)}` }
  }

  app.all('*', async (context) => {
    const { method } = context.req
    const url = new URL(context.req.url)
    const path = decodePath(url.pathname)
    const host = context.req.header('host') ?? url.host
    const isForm = forms !== undefined && path !== undefined && /(?:^|\/)_forms\/[^/]*$/.test(path)
    if (method !== 'GET' && method !== 'HEAD' && !(method === 'POST' && isForm)) {
      return plainResponse(405, 'This address answers GET and HEAD only.', { Allow: 'GET, HEAD' })
    }
    const target = path === undefined ? undefined : await targetOf(host, path)
    if (target === undefined) return plainResponse(404, 'There is nothing at this address.')
    if (target === 'add-slash') {
      return new Response(null, {
        status: 308,
        headers: { ...headers, Location: `/${encodeURIComponent(path ?? '')}/${url.search}` },
      })
    }
    const { projectId, prefix } = target
    if (forms && target.path.startsWith('_forms/')) {
      const { raw } = context.req
      const address = callerAddress(context.env, raw.headers)
      const place = { projectId, prefix, modelId: target.path.slice('_forms/'.length), host, address }
      return method === 'POST' ? formAnswer(await answerForm(forms, raw, place)) : sentAnswer(forms, place)
    }
    if (method === 'POST') return plainResponse(405, 'This address answers GET and HEAD only.', { Allow: 'GET, HEAD' })
    const releaseId = await folder.live(projectId)
    if (releaseId === undefined) return plainResponse(404, 'This site has not been published yet.')
    const { files, policies, redirects } = await contentsOf(projectId, releaseId)
    const found = fileAt(files, target.path)
    const moved = found ? undefined : redirects.get(`/${target.path.replace(/\/$/, '')}`)
    if (moved !== undefined) {
      const location = locationOf(`${prefix}${moved.to}${url.search}`)
      return new Response(null, {
        status: moved.status ?? 301,
        headers: { ...headers, Location: location, 'Cache-Control': 'no-cache' },
      })
    }
    const twin = found && avifOf(files, found)
    const file = (twin && takesAvif(context.req.header('accept')) ? twin : found) ?? files.get('404.html')
    if (!file) return plainResponse(404, 'There is no such page.')

    const policy = file.policy === undefined ? undefined : policies[file.policy]
    const answer = new Headers({
      ...headers,
      ...(policy === undefined ? {} : { 'Content-Security-Policy': policy }),
      'Content-Type': file.contentType,
      'Cache-Control': isHashed(file.path) ? 'public, max-age=31536000, immutable' : 'public, no-cache',
    })
    if (!found) answer.set('Cache-Control', 'no-store')
    if (twin) answer.set('Vary', 'Accept')
    const { raw } = context.req
    const status = found ? 200 : 404
    if (prefix !== '' && /^text\/(?:html|css)/.test(file.contentType)) {
      answer.set('ETag', `"${file.etag}-${shortHash(prefix)}"`)
      if (found && isKnown(raw, answer)) return new Response(null, { status: 304, headers: answer })
      const moved = rebase(await folder.read(projectId, releaseId, file), file.contentType, prefix)
      answer.set('Content-Length', String(moved.length))
      return new Response(method === 'HEAD' ? null : new Uint8Array(moved), { status, headers: answer })
    }
    return isCompressible(file.contentType)
      ? serveText(folder, { projectId, releaseId, file, raw, answer, status })
      : serveBytes(folder.pathOf(projectId, releaseId, file), { file, raw, answer, status })
  })
  return app
}

/** A release, as it is looked into. */
interface Contents {
  files: ReadonlyMap<string, ManifestFile>
  policies: readonly string[]
  /** From an address without a slash at its end to where it leads. */
  redirects: ReadonlyMap<string, Redirect>
}

/** A path as the header holds it: other signs than those of ASCII, and spaces, as percent-encoded UTF-8. */
const locationOf = (path: string): string =>
  path.toWellFormed().replace(/[^\x21-\x7e]+/g, (signs) => encodeURIComponent(signs))

/** `about`, `about/` and `about/index.html` are the same page. */
function fileAt(files: ReadonlyMap<string, ManifestFile>, path: string): ManifestFile | undefined {
  const bare = path.replace(/\/$/, '')
  if (bare === '') return path === '' ? files.get('index.html') : undefined
  const exact = path === bare ? files.get(path) : undefined
  if (exact?.path === '404.html') return undefined
  return exact ?? files.get(`${bare}/index.html`)
}

/** The AVIF beside a smaller picture, which is a WebP; undefined if there is none. */
function avifOf(files: ReadonlyMap<string, ManifestFile>, { path }: ManifestFile): ManifestFile | undefined {
  return /-[0-9a-f]{10}-\d+\.webp$/.test(path) ? files.get(path.replace(/webp$/, 'avif')) : undefined
}

/** Whether a browser names AVIF among what it reads: `image/*` says nothing, since every browser sends that. */
function takesAvif(accept: string | undefined): boolean {
  return (accept ?? '').split(',').some((part) => {
    const [type = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase())
    return type === 'image/avif' && !parameters.some((each) => /^q=0(?:\.0*)?$/.test(each))
  })
}

/** The path without its first slash, decoded, `a//b` as `a/b`; undefined if it is not text. */
function decodePath(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname)
      .replace(/\/{2,}/g, '/')
      .slice(1)
      .normalize('NFC')
  } catch {
    return undefined
  }
}

function rebase(bytes: Buffer, contentType: string, prefix: string): Buffer {
  if (contentType.startsWith('text/html')) return Buffer.from(rebaseHtml(bytes.toString('utf8'), prefix))
  if (contentType.startsWith('text/css')) return Buffer.from(rebaseCss(bytes.toString('utf8'), prefix))
  return bytes
}

/** The name holds the hash of the content; of a smaller picture that of what it was made from, and its width. */
const isHashed = (path: string) => /-[0-9a-f]{10}(?:-\d+)?\.\w+$/.test(path)

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8)

async function sentAnswer(forms: Forms, place: FormPlace): Promise<Response> {
  const page = await sentPage(forms, place)
  return page ? textPage(200, page.title, page.lines) : plainResponse(404, 'There is no such page.')
}

function formAnswer(answer: FormAnswer): Response {
  if (answer.kind === 'redirect')
    return new Response(null, {
      status: 303,
      headers: { ...headers, Location: locationOf(answer.to), 'Cache-Control': 'no-store' },
    })
  const { status, retryAfterSeconds } = answer
  const more: Record<string, string> =
    retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }
  return answer.kind === 'json'
    ? Response.json(answer.body, { status, headers: { ...headers, ...more, 'Cache-Control': 'no-store' } })
    : textPage(status, answer.title, answer.lines, more)
}

const plainResponse = (status: 404 | 405, message: string, more: Record<string, string> = {}): Response =>
  textPage(status, String(status), [message], more)

/** A page that is not one of the site. */
function textPage(
  status: number,
  title: string,
  lines: readonly string[],
  more: Record<string, string> = {},
): Response {
  const body = lines.map((line) => `<p>${escapeHtml(line)}</p>\n`).join('')
  const html = `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="robots" content="noindex">\n<title>${escapeHtml(title)}</title>\n</head>\n<body>\n${body}</body>\n</html>\n`
  return new Response(html, {
    status,
    headers: { ...headers, ...more, 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
