import type { CodeChecker } from '../context/services.ts'
import { parseCss } from '../css/parse.ts'
import { cssUrls } from '../css/urls.ts'
import { withoutHash } from '../document/paths.ts'
import { isSpecial } from '../document/special.ts'
import { holdsToken } from '../document/tokenText.ts'
import { type ParsedDocument, parseDocument } from '../html/document.ts'
import { times } from '../html/losses.ts'
import type { ParsedNode } from '../html/parse.ts'
import type { Refusal } from '../html/refuse.ts'
import { extensionOf, mediaTypeOfName } from '../media/types.ts'
import { DATA_TYPES, type DataBlock, takeDataBlocks } from '../publish/dataBlocks.ts'
import type { Redirect } from '../publish/redirects.ts'
import { resolvePath } from '../sheet/path.ts'
import { withoutBase } from './base.ts'
import { decodeBytes } from './decode.ts'
import { documentTitle, isAlways, sayUtf8 } from './documentParts.ts'
import { type ImportFile, type LeftOut, tidyFiles } from './files.ts'
import { isRedirectPage, otherHeaders, readRedirects, redirectPaths } from './hosting.ts'
import { countsMore, importLimits, megabytes } from './limits.ts'
import { ImportMistakes } from './mistakes.ts'
import { plainNames } from './plant.ts'
import { attributeReferences } from './references.ts'
import { isHtml } from './root.ts'
import { type PreparedScript, scriptsOf } from './scripts.ts'

/** A parsed page of an import. */
export interface PreparedPage {
  /** Relative to the site's root; it is the page's address too. */
  path: string
  title: string
  document: ParsedDocument
  /** The `<link>` nodes of imported stylesheets, by the stylesheets' paths. */
  links: ReadonlyMap<ParsedNode, string>
  /** The texts of its own styles that apply without a condition. */
  styles: readonly string[]
  /** Whether it has its own styles, or links to stylesheets of the import. */
  hasSheets: boolean
  /** Its structured data and the like. */
  data: readonly DataBlock[]
}

export interface PreparedSheet {
  path: string
  css: string
  bom: boolean
  /** Paths of the stylesheets that it imports. */
  imports: readonly string[]
  /** Whether some page loads it without a condition. */
  always: boolean
}

/** The content of a folder or archive, by its future kind. None of it is in a project yet. */
export interface PreparedImport {
  root: string
  pages: PreparedPage[]
  /** The stylesheets that pages link to or that these import; imported ones first. */
  sheets: PreparedSheet[]
  media: { path: string; bytes: Uint8Array }[]
  /** Files that could be media but that nothing in the site refers to. */
  unused: { path: string; bytes: Uint8Array }[]
  scripts: PreparedScript[]
  /** The redirects of a `_redirects` file. */
  redirects: Redirect[]
  leftOut: LeftOut[]
  refused: (Refusal & { path: string })[]
  /** Files that a page or stylesheet refers to but the folder does not contain. */
  missing: { path: string; url: string }[]
  /** Stylesheets on other hosts. */
  external: { path: string; url: string }[]
  warnings: { path: string; message: string }[]
}

/**
 * Reads the files of a site. A pure function; it takes most of the time of an import.
 * @param between called after each page with the number of pages read; reading waits for its promise
 * @param code reads scripts; without it their mistakes are not reported
 */
export async function prepareImport(
  given: readonly ImportFile[],
  between?: (done: number, total: number) => Promise<void>,
  code?: CodeChecker,
): Promise<PreparedImport> {
  const pages = given.filter(({ path }) => isHtml(path)).length
  const tidy = await tidyFiles(given, between && (() => between(0, pages)))
  const reading = new Reading(tidy.files, tidy.leftOut, tidy.root, new ImportMistakes(code))
  const found = [...tidy.files].filter(([path]) => isHtml(path))
  for (const [index, [path, bytes]] of found.entries()) {
    await reading.page(path, bytes)
    await between?.(index + 1, found.length)
  }
  return await reading.finish()
}

class Reading {
  readonly #files: ReadonlyMap<string, Uint8Array>
  readonly #used = new Set<string>()
  readonly #sheets = new Map<string, PreparedSheet>()
  /** Files above a limit, each of which is listed once. */
  readonly #above = new Set<string>()
  /** Paths of stylesheets that a page or a stylesheet names, whether or not they are there. */
  readonly #named = new Set<string>()
  readonly #redirected: ReadonlySet<string>
  readonly #scripts = new Map<string, PreparedScript>()
  /** Paths of stylesheets that some page links to without a condition. */
  readonly #plain = new Set<string>()
  /** Missing files, by page and URL. */
  readonly #missing = new Set<string>()
  /** Elements of the current page whose names are reserved for Atelier's elements, by name. */
  readonly #own = new Map<string, number>()
  readonly #result: PreparedImport
  readonly #mistakes: ImportMistakes

  constructor(files: ReadonlyMap<string, Uint8Array>, leftOut: LeftOut[], root: string, mistakes: ImportMistakes) {
    this.#files = files
    this.#mistakes = mistakes
    const redirects = this.#hosting(leftOut)
    this.#redirected = redirectPaths(redirects)
    this.#result = {
      root,
      pages: [],
      sheets: [],
      media: [],
      unused: [],
      scripts: [],
      redirects,
      leftOut,
      refused: [],
      missing: [],
      external: [],
      warnings: [],
    }
  }

  async page(path: string, bytes: Uint8Array): Promise<void> {
    if (bytes.byteLength > importLimits.html) {
      this.#refuse(
        path,
        `A page may have ${megabytes(importLimits.html)}; this one has ${megabytes(bytes.byteLength)}.`,
      )
      return
    }
    if (this.#result.pages.length >= importLimits.pages) {
      this.#refuse(path, `An import takes ${importLimits.pages} pages.`)
      return
    }
    const { text, encoding } = decodeBytes(bytes, 'html')
    if (isRedirectPage(path, text, this.#redirected)) return
    const { watch, mistakes } = this.#mistakes.watchPage(text)
    const document = parseDocument(text, {}, watch)
    if (countsMore([...document.head.nodes, ...document.body.nodes], importLimits.nodes)) {
      this.#refuse(path, `A page may have ${importLimits.nodes} elements and texts; this one has more.`)
      return
    }
    if (encoding !== 'utf-8') {
      sayUtf8(document.head.nodes)
      this.#warn(path, `It was written in ${encoding}, and is UTF-8 now.`)
    }
    if (withoutBase(document, path, text)) this.#warn(path, 'What it names from its base is named from the page now.')
    const data = takeDataBlocks(document.scripts)
    // Each script was refused as a part of the HTML; those of data are kept beside it.
    let kept = data.blocks.length
    for (const refusal of document.refused) {
      if (kept > 0 && refusal.what.startsWith('<script') && DATA_TYPES.some((type) => refusal.what.includes(type)))
        kept -= 1
      else this.#result.refused.push({ path, ...refusal })
    }
    for (const message of data.problems) this.#warn(path, message)
    for (const message of document.warnings) this.#warn(path, message)
    const links = new Map<ParsedNode, string>()
    const styles: string[] = []
    let hasSheets = false
    for (const part of [document.head, document.body]) {
      this.#references(path, { kind: 'element', attrs: part.attrs }, links)
      if (this.#walk(path, part.nodes, links, styles)) hasSheets = true
    }
    hasSheets ||= links.size > 0
    this.#warnOfOwn(path)
    await this.#mistakes.page(path, document, text, mistakes)
    for (const script of scriptsOf(path, data.rest, (file) => this.#script(file))) {
      const known = this.#scripts.get(script.path)
      if (known) known.pages.push(path)
      else this.#scripts.set(script.path, { ...script, pages: [path] })
    }
    this.#result.pages.push({
      path,
      title: documentTitle(document) ?? path,
      document,
      links,
      styles,
      hasSheets,
      data: data.blocks,
    })
  }

  async finish(): Promise<PreparedImport> {
    const result = this.#result
    result.pages.sort((a, b) => (a.path < b.path ? -1 : 1))
    for (const sheet of this.#sheets.values()) result.sheets.push({ ...sheet, always: this.#plain.has(sheet.path) })
    result.scripts.push(...this.#scripts.values())
    for (const { path, css } of result.sheets) await this.#mistakes.sheet(path, css)
    for (const { path, content, runtime } of result.scripts)
      await this.#mistakes.script(path, content, runtime.format ?? 'module')
    result.warnings.push(...this.#mistakes.report())
    for (const [path, bytes] of this.#files) {
      if (isHtml(path) || this.#sheets.has(path) || this.#scripts.has(path)) continue
      if (HOSTING.has(path) || this.#isCopy(path, bytes)) continue
      if (mediaTypeOfName(path) && extensionOf(path) !== 'map') {
        const list = this.#used.has(path) || isSiteFile(path) ? result.media : result.unused
        list.push({ path, bytes })
      } else if (!this.#above.has(path)) this.#leave(path, whyLeft(path))
    }
    const folder = result.root === '' ? '' : `${result.root}/`
    const named = new Set([...this.#named].flatMap((path) => [path, folder + path]))
    for (const each of result.leftOut) if (named.has(each.path)) each.asks = true
    return result
  }

  /** Reads the configuration files for hosts. */
  #hosting(leftOut: LeftOut[]): Redirect[] {
    const text = (path: string) => new TextDecoder().decode(this.#files.get(path) ?? new Uint8Array())
    const { redirects, others } = readRedirects(text('_redirects'))
    leftOut.push(...others.slice(0, 100).map((why) => ({ path: '_redirects', why })))
    const headers = otherHeaders(text('_headers'))
    if (headers.length > 0) {
      leftOut.push({
        path: '_headers',
        why: `Published pages have no ${headers.slice(0, 20).join(', ')} of their own.`,
      })
    }
    return redirects
  }

  /** Whether a stylesheet only repeats, under a name with its hash, another imported one. */
  #isCopy(path: string, bytes: Uint8Array): boolean {
    const other = withoutHash(path)
    if (other === path || !/\.css$/i.test(path) || !this.#sheets.has(other)) return false
    const twin = this.#files.get(other)
    return twin?.byteLength === bytes.byteLength && twin.every((byte, i) => byte === bytes[i])
  }

  /** Reports elements from elsewhere whose names have a meaning in Atelier. */
  #warnOfOwn(path: string): void {
    for (const [tag, count] of this.#own) {
      const becomes = isSpecial({ tag })
        ? 'it is filled in when the page is published'
        : 'here it is an element like any'
      this.#warn(path, `<${tag}>${times(count)} has a name that Atelier keeps for its own elements: ${becomes}.`)
    }
    this.#own.clear()
  }

  /** Whether the nodes include styles. */
  #walk(path: string, nodes: readonly ParsedNode[], links: Map<ParsedNode, string>, styles: string[]): boolean {
    let hasStyles = false
    for (const node of nodes) {
      if (node.kind !== 'element') {
        if (node.kind === 'text' && node.text !== undefined && holdsToken(node.text)) node.plain = ['#text']
        continue
      }
      const { tag = '' } = node
      if (tag.includes('-') && OWN.test(tag)) this.#own.set(tag, (this.#own.get(tag) ?? 0) + 1)
      const plain = node.attrs && plainNames(node.attrs)
      if (plain) node.plain = plain
      this.#references(path, node, links)
      if (node.css !== undefined) {
        hasStyles = true
        this.#urls(path, node.css)
        if (isAlways(node)) styles.push(node.css)
      }
      if (!node.children) continue
      const inside = node.tag === 'template' ? [] : styles
      if (this.#walk(path, node.children, links, inside)) hasStyles = true
    }
    return hasStyles
  }

  #references(path: string, node: ParsedNode, links: Map<ParsedNode, string>): void {
    if (!node.attrs) return
    if (node.tag === 'link' && node.ns === undefined) {
      const attribute = (name: string) => node.attrs?.find(([each]) => each === name)?.[1] ?? ''
      const isSheet = /(?:^|\s)stylesheet(?:\s|$)/i.test(attribute('rel'))
      const asStyle = attribute('as').trim().toLowerCase() === 'style'
      const url = attribute('href')
      const file = isSheet || asStyle ? resolvePath(path, url) : undefined
      if (file !== undefined) this.#named.add(file)
      if (isSheet && /^\s*(?:https?:)?\/\//i.test(url)) this.#result.external.push({ path, url: url.trim() })
      if (file !== undefined && this.#sheet(file)) {
        links.set(node, file)
        if (isSheet && isAlways(node)) this.#always(file)
        this.#dropIntegrity(path, node)
        return
      }
    }
    for (const { url, certain } of attributeReferences(node)) this.#use(path, url, certain)
  }

  #always(file: string): void {
    if (this.#plain.has(file)) return
    this.#plain.add(file)
    for (const imported of this.#sheets.get(file)?.imports ?? []) this.#always(imported)
  }

  /** Editing a stylesheet would make the hash in its name wrong. */
  #dropIntegrity(path: string, node: ParsedNode): void {
    const value = node.attrs?.find(([name]) => name === 'integrity')?.[1]
    if (value === undefined) return
    node.attrs = node.attrs?.filter(([name]) => name !== 'integrity') ?? []
    const why = 'it names the content of a stylesheet that can be edited here'
    this.#result.refused.push({ path, what: `integrity="${value.slice(0, 40)}…"`, where: 'link', why })
  }

  #urls(path: string, css: string): void {
    for (const { url } of cssUrls(css)) {
      const file = resolvePath(path, url)
      if (!this.#imported(file)) this.#use(path, url, true)
    }
  }

  /** Whether a URL of a stylesheet leads to another one, which is read. */
  #imported(file: string | undefined): file is string {
    if (file === undefined || !/\.css$/i.test(file)) return false
    this.#named.add(file)
    return this.#sheet(file)
  }

  #use(path: string, url: string, certain: boolean): void {
    const file = resolvePath(path, url)
    if (file === undefined) return
    if (this.#files.has(file)) this.#used.add(file)
    else if (certain && !this.#isPage(file) && this.#result.missing.length < 1_000) {
      const place = `${path}\n${url}`
      if (this.#missing.has(place)) return
      this.#missing.add(place)
      this.#result.missing.push({ path, url })
    }
  }

  /** Whether a path leads to a page, with or without its ending. */
  #isPage(file: string): boolean {
    const bare = file.replace(/\/$/, '')
    if (bare === '' || !/\.\w+$/.test(bare)) {
      return ['index.html', `${bare}/index.html`, `${bare}.html`].some((each) => this.#files.has(each))
    }
    return false
  }

  /** Reads a stylesheet, after those that it imports. Returns false if there is none. */
  #sheet(path: string): boolean {
    if (this.#sheets.has(path)) return true
    if (this.#above.has(path)) return false
    const bytes = this.#files.get(path)
    if (!bytes || isHtml(path)) return false
    if (bytes.byteLength > importLimits.css) {
      this.#refuse(
        path,
        `A stylesheet may have ${megabytes(importLimits.css)}; this one has ${megabytes(bytes.byteLength)}.`,
      )
      return false
    }
    const { text, encoding, bom } = decodeBytes(bytes, 'css')
    const css = text.startsWith('\ufeff') ? text.slice(1) : text
    if (encoding !== 'utf-8') this.#warn(path, `It was written in ${encoding}, and is UTF-8 now.`)
    // Only a byte order mark overrides an @charset that is no longer correct.
    const marked = bom || (encoding !== 'utf-8' && /[^\0-\x7f]/.test(css))
    const { items, errors } = parseCss(css)
    if (countsMore(items, importLimits.rules)) {
      this.#refuse(path, `A stylesheet may have ${importLimits.rules} rules and other parts; this one has more.`)
      return false
    }
    const imports: string[] = []
    const sheet: PreparedSheet = { path, css, bom: marked, imports, always: false }
    this.#sheets.set(path, sheet)
    for (const { line, message } of errors.slice(0, 20)) this.#warn(path, `Line ${line}: ${message}`)
    for (const { url } of cssUrls(css)) {
      const file = resolvePath(path, url)
      if (this.#imported(file)) imports.push(file)
      else this.#use(path, url, true)
    }
    this.#sheets.delete(path)
    this.#sheets.set(path, sheet)
    return true
  }

  #script(path: string): string | undefined {
    if (this.#above.has(path)) return undefined
    const bytes = this.#files.get(path)
    const content = bytes && new TextDecoder().decode(bytes)
    if (content === undefined || content.length <= importLimits.script) return content
    this.#refuse(path, `A script may have ${importLimits.script} characters; this one has ${content.length}.`)
    return undefined
  }

  /** Lists a file in use that is above a limit: the import asks before it goes without it. */
  #refuse(path: string, why: string): void {
    this.#above.add(path)
    this.#result.leftOut.push({ path, why, asks: true })
  }

  #leave(path: string, why: string): void {
    this.#result.leftOut.push({ path, why })
  }

  #warn(path: string, message: string): void {
    this.#result.warnings.push({ path, message })
  }
}

/** Files that browsers and others ask for by their name. */
const isSiteFile = (path: string) =>
  /^(?:favicon\.(?:ico|svg|png)|apple-touch-icon[\w-]*\.png|icon\.(?:png|svg)|site\.webmanifest|robots\.txt|sitemap\.xml|feed\.xml)$/i.test(
    path,
  )

/** Names of Atelier's elements, including those with the other prefix. */
const OWN = /^(?:atelier|instatic)-/

/** Configuration files of static hosts, which publishing generates. */
const HOSTING: ReadonlySet<string> = new Set(['_redirects', '_headers'])

function whyLeft(path: string): string {
  if (/\.(?:m?js|ts)$/i.test(path)) return 'No page uses this script.'
  if (/\.css$/i.test(path)) return 'No page uses this stylesheet.'
  if (/\.(?:scss|sass|less|pug|map|tsx?|jsx)$/i.test(path)) return 'It is a source of something else.'
  return 'Files of this kind are not part of a published site.'
}
