import type { Draft, Json, View } from '@atelier/documents'
import { strip } from '@atelier/operation'
import { isRecord } from '../document/node.ts'
import { HOME_SLUG, pages } from '../document/pages.ts'
import { homeOf, pageAddress, pagePath, slugOf } from '../document/paths.ts'
import { escapeAttribute } from '../html/print.ts'

const PREFIX = 'redirect:'

/** How a redirect answers: moved for good (301, 308) or for now (302, 307); 307 and 308 keep the request's method. */
export const REDIRECT_STATUSES = [301, 302, 307, 308] as const
export type RedirectStatus = (typeof REDIRECT_STATUSES)[number]

/** From an address, such as the former one of a page, to another; both root-relative, without a slash at the end. */
export interface Redirect {
  from: string
  to: string
  /** 301 if it is absent. */
  status?: RedirectStatus
}

/** The key of the record of an address (`/blog/first`). */
export function redirectKey(from: string): string {
  return PREFIX + encodeURIComponent(from.replace(/^\//, ''))
}

/**
 * Records that a page moved from one slug to another, so its old address redirects to the new one; redirects to the
 * old one are followed too. Every change of a slug must call it, in the same draft.
 * @param at milliseconds since the epoch
 */
export function recordRedirect(site: Draft, fromSlug: string, toSlug: string, at: number): void {
  const [from, to] = [slugAddress(fromSlug), slugAddress(toSlug)]
  if (from === to || from === '/') return
  for (const key of [...site.keys(PREFIX)]) {
    const record = readRecord(site.get(key))
    if (record?.to === from) site.set(key, redirectValue({ to, status: record.status }, record.at))
  }
  site.set(redirectKey(from), { to, at })
  const back = redirectKey(to)
  if (site.has(back)) site.delete(back)
}

/** The redirect of a record; undefined if the key is not one of a redirect, or there is no record. */
export function redirectRecord(site: View, key: string): Redirect | undefined {
  const record = key.startsWith(PREFIX) ? readRecord(site.get(key)) : undefined
  const from = record && decodeRedirect(key.slice(PREFIX.length))
  return record && from !== undefined ? redirectOf(`/${from}`, record) : undefined
}

/**
 * The effective redirects: chains lead directly to their end; cycles, and redirects from the address of a page, are left
 * out. A file (`start.html`, `site/index.html`) that serves as the home page is found under its own address, too. In the order of their
 * addresses.
 */
export function redirects(site: View): Redirect[] {
  const records = new Map(recordedRedirects(site).map((each) => [each.from, each]))
  const home = homeOf(pages(site).filter(({ kind }) => kind === 'page'))
  const standIn = home && /\.html?$/i.test(home.slug) ? slugAddress(slugOf(home)) : undefined
  if (records.size === 0 && standIn === undefined) return []
  const taken = new Set(pages(site).map((entry) => slugAddress(slugOf(entry))))
  const found: Redirect[] = standIn === undefined ? [] : [{ from: standIn, to: '/' }]
  // The index page of a folder also has the folder's address.
  const folder = standIn?.replace(/\/index\.html?$/i, '')
  if (folder && folder !== standIn && !taken.has(folder)) found.push({ from: folder, to: '/' })
  const endOf = endsOf(records, taken)
  for (const record of records.values()) {
    const to = taken.has(record.from) ? undefined : endOf(record.from)
    if (to !== undefined) found.push({ ...record, to: to === standIn ? '/' : to })
  }
  return found.sort((a, b) => (a.from < b.from ? -1 : 1))
}

/** Returns where the redirects from an address end; undefined if they lead back to where they have been. Each is followed once. */
function endsOf(records: ReadonlyMap<string, Redirect>, taken: ReadonlySet<string>) {
  const ends = new Map<string, string | undefined>()
  return (from: string): string | undefined => {
    const passed = new Set<string>()
    let at = from
    for (
      let next = records.get(at);
      next && !ends.has(at) && !taken.has(at) && !passed.has(at);
      next = records.get(at)
    ) {
      passed.add(at)
      at = next.to
    }
    const end = passed.has(at) ? undefined : ends.has(at) ? ends.get(at) : at
    for (const each of passed) ends.set(each, end)
    return end
  }
}

/** Every redirect that is recorded, whether it has an effect or not, in the order of the addresses. */
function recordedRedirects(site: View): Redirect[] {
  return [...site.keys(PREFIX)]
    .flatMap((key) => redirectRecord(site, key) ?? [])
    .sort((a, b) => (a.from < b.from ? -1 : 1))
}

/** A recorded redirect, with why it has no effect or leads nowhere, as a sentence. */
export interface CheckedRedirect extends Redirect {
  problem?: string
}

/** Every redirect that is recorded with its problem, in the order of the addresses. */
export function checkedRedirects(site: View): CheckedRedirect[] {
  const all = recordedRedirects(site)
  const taken = new Set(pages(site).map((entry) => slugAddress(slugOf(entry))))
  const endOf = endsOf(new Map(all.map((each) => [each.from, each])), taken)
  return all.map((redirect) => {
    const problem = problemOf(redirect.from, taken, endOf)
    return problem === undefined ? redirect : { ...redirect, problem }
  })
}

function problemOf(
  from: string,
  taken: ReadonlySet<string>,
  endOf: (from: string) => string | undefined,
): string | undefined {
  if (taken.has(from)) return `A page stands at ${from}, and wins over the redirect.`
  const end = endOf(from)
  if (end === undefined) return `It leads back to ${from} in a circle.`
  const path = end.split(/[?#]/, 1)[0] ?? ''
  const isFile = /\.[a-z\d]{2,5}$/i.test(path)
  return end === '/' || isFile || taken.has(strip(path, '/') === '' ? '/' : `/${strip(path, '/')}`)
    ? undefined
    : `No page stands at ${end}.`
}

/** An address of the site as a redirect names it: from the root, without a slash at the end. */
export function redirectAddress(typed: string): string {
  const text = typed.trim()
  const bare = strip(text, '/')
  return bare === HOME_SLUG || bare === '' ? '/' : `/${bare}`
}

/** The value that records a redirect. @param at milliseconds since the epoch */
export function redirectValue({ to, status }: Pick<Redirect, 'to' | 'status'>, at: number): Json {
  return { to, at, ...(status === undefined || status === 301 ? {} : { status }) }
}

/** The problem of a redirect that a client writes. */
export function checkRedirect(key: string, value: Json): string | undefined {
  const id = key.slice(PREFIX.length)
  const from = decodeRedirect(id)
  if (from === undefined || id.length > 1_000 || encodeURIComponent(from) !== id || from === '') {
    return 'A redirect is identified by the address that it leads away from, percent-encoded.'
  }
  const record = readRecord(value)
  const isLocal = record !== undefined && record.to.length <= 2_000 && /^\/(?![/\\])[^\\\s]*$/.test(record.to)
  return isLocal ? undefined : 'A redirect leads to an address of this site, such as /about.'
}

/** Netlify's and Cloudflare's `_redirects`: one line each. */
export function redirectsFile(all: readonly Redirect[]): string {
  return all.map(({ from, to, status = 301 }) => `${encodeURI(from)} ${encodeURI(to)} ${status}\n`).join('')
}

/** A file that redirects on hosts without redirect support. */
export function redirectPage(to: string): string {
  const target = escapeAttribute(encodeURI(to))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Moved</title>
<meta http-equiv="refresh" content="0; url=${target}">
<link rel="canonical" href="${target}">
</head>
<body><p>This page has moved. <a href="${target}">Continue</a></p></body></html>`
}

/** The path of that file; undefined if the address cannot be a file. */
export function redirectPath(from: string): string | undefined {
  return pagePath({ slug: from.slice(1) }, false)
}

/** The address of a slug without a slash at its end: `/`, `/about`. */
function slugAddress(slug: string): string {
  const bare = strip(slug, '/')
  return bare === HOME_SLUG || bare === '' ? '/' : `/${bare}`
}

/** The address as a link of a published page has it. */
export function linkAddress(address: string): string {
  const path = address === '/' ? 'index.html' : pagePath({ slug: address.slice(1) }, false)
  return path === undefined ? address : pageAddress(path)
}

interface RedirectRecord {
  to: string
  at: number
  status: RedirectStatus | undefined
}

function readRecord(value: Json | undefined): RedirectRecord | undefined {
  if (!isRecord(value) || typeof value.to !== 'string') return undefined
  const status = REDIRECT_STATUSES.find((each) => each === value.status)
  return { to: value.to, at: typeof value.at === 'number' ? value.at : 0, status }
}

function redirectOf(from: string, { to, status }: RedirectRecord): Redirect {
  return { from, to, ...(status === undefined || status === 301 ? {} : { status }) }
}

function decodeRedirect(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
