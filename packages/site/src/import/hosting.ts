import {
  checkRedirect,
  REDIRECT_STATUSES,
  type Redirect,
  type RedirectStatus,
  redirectKey,
  redirectPath,
} from '../publish/redirects.ts'

/** The content of a host's file: the supported redirects, and the lines that are not supported. */
export interface HostRedirects {
  redirects: Redirect[]
  /** Each as a sentence. */
  others: string[]
}

/**
 * Reads `_redirects` as Netlify and Cloudflare do: `from to [status]` in each line, permanent if there is no status
 * (Cloudflare: 302). Only redirects from one address to another address of the site are taken.
 */
export function readRedirects(text: string): HostRedirects {
  const found: HostRedirects = { redirects: [], others: [] }
  for (const [index, line] of text.split('\n').entries()) {
    const comment = line.search(/(?:^|\s)#/)
    const rule = comment < 0 ? line : line.slice(0, comment)
    const [from, to, status = '301', ...more] = rule.trim().split(/\s+/)
    if (from === undefined || from === '') continue
    const known = REDIRECT_STATUSES.find((each) => String(each) === status)
    const redirect = more.length === 0 && known ? redirectOf(from, to ?? '', known) : undefined
    if (redirect) found.redirects.push(redirect)
    else found.others.push(`Line ${index + 1} is not a redirect from one address to another one of the site.`)
  }
  return found
}

function redirectOf(from: string, to: string, status: RedirectStatus): Redirect | undefined {
  if (/[*:?#]/.test(from + to) || !from.startsWith('/') || !to.startsWith('/')) return undefined
  try {
    const redirect: Redirect = { from: withoutSlash(decodeURI(from)), to: withoutSlash(decodeURI(to)) }
    if (status !== 301) redirect.status = status
    const record = { to: redirect.to, at: 0 }
    return checkRedirect(redirectKey(redirect.from), record) === undefined ? redirect : undefined
  } catch {
    return undefined
  }
}

function withoutSlash(address: string): string {
  let end = address.length
  while (end > 1 && address.charAt(end - 1) === '/') end -= 1
  return address.slice(0, end)
}

/** Whether a page only redirects. @param redirected the paths of the files that are redirects */
export function isRedirectPage(path: string, html: string, redirected: ReadonlySet<string>): boolean {
  return redirected.has(path) && /<meta[^<>]{0,200}http-equiv="?refresh/i.test(html.slice(0, 4_000))
}

/** The paths of the files that redirect in place of these redirects. */
export function redirectPaths(redirects: readonly Redirect[]): ReadonlySet<string> {
  return new Set(redirects.flatMap(({ from }) => redirectPath(from) ?? []))
}

/** Headers that every published page gets by default. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'content-security-policy',
  'x-content-type-options',
  'referrer-policy',
])

/** The names of the headers in `_headers` that publishing does not set by itself, each once. */
export function otherHeaders(text: string): string[] {
  const names = new Set<string>()
  for (const line of text.split('\n')) {
    const name = /^\s+(?:!\s*)?([\w-]+)\s*(?::|$)/.exec(line)?.[1]
    if (name !== undefined && !OWN_HEADERS.has(name.toLowerCase())) names.add(name)
  }
  return [...names]
}
