import type { Draft, DraftSet } from '@atelier/documents'
import { addCode, changeCode, codeByPath } from '../code/assets.ts'
import { ruleDeletedKey } from '../css/records.ts'
import { readRules } from '../css/rules.ts'
import { createRoot, type LooseNode, plantFirst } from '../document/edit.ts'
import type { Attribute } from '../document/node.ts'
import { HOME_SLUG, homePage, pages as listedPages, listPage, pageLister } from '../document/pages.ts'
import type { ParsedNode } from '../html/parse.ts'
import { addMedia } from '../media/entries.ts'
import { moveUrls } from '../publish/moved.ts'
import { redirectKey, redirectValue } from '../publish/redirects.ts'
import { sheetByPath, sheetKey } from '../sheet/records.ts'
import { writeSheet } from '../sheet/write.ts'
import { type CommonEnds, commonEnds } from './chrome.ts'
import {
  type ConflictChoice,
  conflictsOf,
  type ImportConflict,
  pageWithSlug,
  type SameMedia,
  slugOfPath,
} from './conflicts.ts'
import { framesOf, type ImportChoices, standInHome, takesUnused, unanswered } from './plan.ts'
import { plantDocument } from './plant.ts'
import type { PreparedImport, PreparedPage } from './prepare.ts'
import { isNothing, type Renaming, renamedAttributes, renamedCss } from './rename.ts'
import { declaringPath, type ImportedProperty, importedProperties, removeToken, writeTokens } from './tokens.ts'

/** A file whose bytes are already stored, as the media store describes it. */
export interface KeptMedia {
  hash: string
  type: string
  bytes: number
  width?: number
  height?: number
}

export interface ImportContext {
  site: Draft
  drafts: DraftSet
  newId(): string
  now(): number
  /** The files of `importedMedia` by path. */
  media: ReadonlyMap<string, KeptMedia>
  /** The pages made by an untouched starter (`untouchedStarter`). */
  starter: ReadonlySet<string>
}

/** The result of an import. Plain JSON. */
export interface ImportReport {
  pages: { id: string; path: string; slug: string; title: string; replaced?: string }[]
  /** The page that became home, if none is called `index.html`. */
  home?: { id: string; path: string; title: string }
  stylesheets: { id: string; path: string; rules: number }[]
  media: { files: number; bytes: number }
  scripts: { path: string }[]
  /** Design tokens whose values are declared in the imported stylesheets. */
  tokens: { name: string; kind: string; value: string }[]
  template?: { id: string; title: string }
  /** The parts of the site that were removed. */
  removed: { id: string; title: string }[]
  /** The parts of the import that were skipped or renamed because of a conflict with the site. */
  kept: { path: string; why: string }[]
}

/** The files whose bytes must be kept before the import is applied. */
export function importedMedia(prepared: PreparedImport, choices: ImportChoices): { path: string; bytes: Uint8Array }[] {
  return takesUnused(prepared, choices) ? [...prepared.media, ...prepared.unused] : prepared.media
}

/**
 * Writes an import into a site and new page documents. The caller commits all of it at once, so that one undo reverts it.
 * @throws if a file in use is left out without an answer (`unanswered`)
 */
export function applyImport(context: ImportContext, prepared: PreparedImport, choices: ImportChoices): ImportReport {
  const [open] = unanswered(prepared, choices)
  if (open) throw new Error(`The import does without ${open.path}, and nobody agreed to that`)
  return new Application(context, prepared, choices).run()
}

class Application {
  readonly #context: ImportContext
  readonly #prepared: PreparedImport
  readonly #choices: ImportChoices
  readonly #sheetIds = new Map<string, string>()
  /** The stylesheets that were written, by the path of their file or page, in order. */
  readonly #written = new Map<string, string[]>()
  #settled: Settled = { choices: new Map(), renaming: { paths: new Map(), properties: new Map() } }
  readonly #report: ImportReport = {
    pages: [],
    stylesheets: [],
    media: { files: 0, bytes: 0 },
    scripts: [],
    tokens: [],
    removed: [],
    kept: [],
  }

  constructor(context: ImportContext, prepared: PreparedImport, choices: ImportChoices) {
    this.#context = context
    this.#prepared = prepared
    this.#choices = choices
  }

  run(): ImportReport {
    if (this.#prepared.pages.length > 0 && this.#choices.replaceStarter !== false) this.#removeStarter()
    const { site, media } = this.#context
    const same: SameMedia = (entry, { path }) => (media.get(path)?.hash ?? entry.hash) === entry.hash
    this.#settled = settleImport(conflictsOf(this.#prepared, site, new Set(), same), this.#choices)
    const tokens = this.#tokens()
    for (const sheet of this.#prepared.sheets) if (!this.#isLeft(sheet.path)) this.#sheet(sheet)
    this.#media()
    const ends = this.#choices.template ? commonEnds(this.#prepared.pages) : undefined
    const [model] = this.#prepared.pages
    if (ends && model) this.#template(model, ends)
    const taken = this.#prepared.pages.filter(({ path }) => !this.#isLeft(path))
    // The first page of a site is its home if no page has the home address.
    const home = standInHome(taken)
    const ordered = home ? [home, ...taken.filter((each) => each !== home)] : taken
    const placed = ordered.flatMap((page) => this.#place(page) ?? [])
    const list = pageLister(site)
    for (const { entry } of placed) list(entry)
    for (const { prepared, entry } of placed) this.#page(prepared, entry.id, ends)
    this.#home()
    for (const redirect of this.#prepared.redirects)
      site.set(redirectKey(redirect.from), redirectValue(redirect, this.#context.now()))
    this.#scripts()
    for (const { label, width } of this.#choices.frames ? framesOf(this.#prepared, site) : []) {
      site.set(`breakpoint:width-${width}`, { label, width })
    }
    const sheets = [...this.#written.values()].flat()
    const made = writeTokens(site, tokens, sheets, this.#context.newId)
    this.#report.tokens = made.map(({ name, kind, value }) => ({ name, kind, value }))
    return this.#report
  }

  #isLeft(path: string): boolean {
    return this.#choices.items?.[path] === 'skip'
  }

  /** How a conflict with the site is resolved; undefined if there is no conflict. */
  #choice(kind: ImportConflict['kind'], path: string): ConflictChoice | undefined {
    return this.#settled.choices.get(`${kind} ${path}`)
  }

  /** The path that it gets. */
  #pathOf(path: string): string {
    return this.#settled.renaming.paths.get(path) ?? path
  }

  #keep(path: string, why: string): void {
    this.#report.kept.push({ path, why })
  }

  #removeStarter(): void {
    const { site, starter } = this.#context
    if (starter.size === 0) return
    for (const entry of listedPages(site)) if (starter.has(entry.id)) this.#remove(entry.id, entry.title)
    for (const rule of readRules(site)) site.set(ruleDeletedKey(rule.id), true)
  }

  #remove(id: string, title: string): void {
    this.#context.site.set(`page:${id}/deleted`, true)
    this.#report.removed.push({ id, title })
  }

  /** The custom properties that become tokens, under their names in the import. */
  #tokens(): ImportedProperty[] {
    const { site } = this.#context
    const { properties } = this.#settled.renaming
    return importedProperties(this.#prepared).flatMap((property) => {
      const { name } = property
      const choice = this.#choice('token', name)
      const why = 'The site keeps its own design token of this name, which counts on imported pages too.'
      // The site's stylesheet that declares it is removed, or it stays and keeps its token.
      if (declaringPath(site, name) === property.path && choice === undefined) {
        return this.#choice('stylesheet', property.path) === 'replace' && removeToken(site, name) ? [property] : []
      }
      if (choice === 'keep' || (choice === 'replace' && !removeToken(site, name))) this.#keep(name, why)
      else if (!this.#isLeft(name)) return [{ ...property, name: properties.get(name) ?? name }]
      return []
    })
  }

  #sheet(sheet: PreparedImport['sheets'][number]): void {
    const { site, newId } = this.#context
    const { path, bom } = sheet
    const other = sheetByPath(site, path)
    const choice = this.#choice('stylesheet', path)
    if (other && (choice === undefined || choice === 'keep')) {
      this.#sheetIds.set(path, other.id)
      if (choice) this.#keep(path, 'The site has another stylesheet at this path, and keeps it.')
      return
    }
    if (other && choice === 'replace') site.set(`${sheetKey(other.id)}/deleted`, true)
    const lies = this.#pathOf(path)
    const css = renamedCss(sheet.css, path, this.#settled.renaming)
    const written = writeSheet(site, { name: lies.slice(lies.lastIndexOf('/') + 1), path: lies, css, bom }, newId)
    this.#sheetIds.set(path, written.entry.id)
    this.#written.set(path, [written.entry.id])
    this.#report.stylesheets.push({ id: written.entry.id, path: lies, rules: written.rules })
  }

  #media(): void {
    const { site, newId, now, media } = this.#context
    for (const { path } of importedMedia(this.#prepared, this.#choices)) {
      const kept = media.get(path)
      if (!kept || this.#isLeft(path)) continue
      if (this.#choice('media', path) === 'keep') {
        this.#keep(path, 'The site has another file at this path, and keeps it.')
        continue
      }
      const lies = this.#pathOf(path)
      const name = lies.slice(lies.lastIndexOf('/') + 1)
      const { added } = addMedia(site, { id: newId(), name, path: lies, ...kept, createdAt: now() })
      if (!added) continue
      this.#report.media.files += 1
      this.#report.media.bytes += kept.bytes
    }
  }

  #template(model: PreparedPage, { first, last }: CommonEnds): void {
    const { site, drafts, newId } = this.#context
    const id = newId()
    const { nodes } = model.document.body
    const outlet: ParsedNode = { kind: 'element', tag: 'atelier-outlet' }
    const inner = [...nodes.slice(0, first), outlet, ...nodes.slice(nodes.length - last)]
    const entry = listPage(site, { id, title: 'Imported template', slug: 'imported-template' })
    site.set(`page:${id}/template`, { target: { kind: 'everywhere' }, priority: 100 })
    const page = drafts.create(id, 'page')
    const root = createRoot(page, newId)
    plantFirst(page, root, bindSheets(inner, this.#binding(model)), newId)
    this.#report.template = { id, title: entry.title }
  }

  /** Frees the address for a page and returns its list entry; undefined if the page is left out. */
  #place(prepared: PreparedPage): Placed | undefined {
    const { site, newId } = this.#context
    const { path } = prepared
    const choice = this.#choice('page', path)
    const other = choice === undefined ? undefined : pageWithSlug(listedPages(site), slugOfPath(path))
    if (choice === 'keep') {
      this.#keep(path, 'The site keeps its own page at this address.')
      return undefined
    }
    if (other && choice === 'replace') this.#remove(other.id, other.title)
    const lies = this.#pathOf(path)
    const slug = slugOfPath(lies)
    if (choice === 'rename') this.#keep(path, `The site keeps its own page at this address; this one is at ${slug}.`)
    const entry: Placed['entry'] = { id: newId(), path: lies, slug, title: prepared.title }
    if (other && choice === 'replace') entry.replaced = other.id
    this.#report.pages.push(entry)
    this.#pageIds.set(path, entry.id)
    return { prepared, entry }
  }

  #page(prepared: PreparedPage, id: string, ends: CommonEnds | undefined): void {
    const { drafts, newId } = this.#context
    const { path, document } = prepared
    const all = document.body.nodes
    const nodes = ends ? all.slice(ends.first, all.length - ends.last) : all
    const binding = this.#binding(prepared)
    const attributes = (attrs: readonly Attribute[]) => renamedAttributes(attrs, path, binding.renaming)
    const page = drafts.create(id, 'page')
    this.#drafts.set(id, page)
    if (prepared.data.length > 0) this.#context.site.set(`page:${id}/data`, [...prepared.data])
    plantDocument(page, newId, {
      ...document,
      head: { attrs: document.head.attrs, nodes: bindSheets(document.head.nodes, binding) },
      body: { attrs: attributes(document.body.attrs), nodes: bindSheets(nodes, binding) },
    })
  }

  /** If a page moved from a folder to the root, its relative URLs are rewritten for the root. */
  #home(): void {
    const { site } = this.#context
    const home = homePage(site)
    const made = this.#report.pages.find(({ id }) => id === home?.id)
    if (!home || !made || home.slug === HOME_SLUG) return
    const { id, path, title } = made
    this.#report.home = { id, path, title }
    const page = this.#drafts.get(id)
    if (page && path.includes('/')) moveUrls(site, page, `/${path}`, '/')
  }

  /** The new pages. */
  readonly #drafts = new Map<string, Draft>()
  /** By the paths that the pages had. */
  readonly #pageIds = new Map<string, string>()

  #binding(page: PreparedPage): Binding {
    const { site, newId } = this.#context
    const written = this.#written.get(page.path) ?? []
    this.#written.set(page.path, written)
    return { page, ids: this.#sheetIds, site, newId, renaming: this.#settled.renaming, written }
  }

  #scripts(): void {
    const { site, newId, now } = this.#context
    for (const { path, content, runtime, pages } of this.#prepared.scripts) {
      const pageIds = pages.flatMap((each) => this.#pageIds.get(each) ?? [])
      if (this.#isLeft(path) || pageIds.length === 0) continue
      const choice = this.#choice('script', path)
      const other = codeByPath(site, path)
      if (choice === 'keep') this.#keep(path, 'The site has another script at this path, and keeps it.')
      else if (other && choice === 'replace') changeCode(site, other, { content, now: now() })
      else if (!other || choice === 'rename') {
        const scoped = { ...runtime, scope: { kind: 'pages' as const, pageIds } }
        const lies = this.#pathOf(path)
        addCode(site, { id: newId(), path: lies, type: 'script', content, runtime: scoped, now: now() })
        this.#report.scripts.push({ path: lies })
      }
    }
  }
}

/** A page of the import, and how it is listed. */
interface Placed {
  prepared: PreparedPage
  entry: ImportReport['pages'][number]
}

interface Settled {
  /** By kind and path. */
  choices: ReadonlyMap<string, ConflictChoice>
  renaming: Renaming
}

function settleImport(conflicts: readonly ImportConflict[], { items, conflicts: every }: ImportChoices): Settled {
  const choices = new Map<string, ConflictChoice>()
  const paths = new Map<string, string>()
  const properties = new Map<string, string>()
  for (const { kind, path, usual, rename } of conflicts) {
    const chosen = items?.[path] ?? every ?? usual
    if (rename === undefined || chosen === 'skip') continue
    choices.set(`${kind} ${path}`, chosen)
    if (chosen === 'rename') (kind === 'token' ? properties : paths).set(path, rename)
  }
  return { choices, renaming: { paths, properties } }
}

interface Binding {
  page: PreparedPage
  /** The ids of the imported stylesheets, by path. */
  ids: ReadonlyMap<string, string>
  site: Draft
  newId(): string
  renaming: Renaming
  /** Gets the ids of the stylesheets that are made. */
  written: string[]
}

/**
 * The nodes with their stylesheets: each `<style>` gets a new one, each `<link>` that of its file. Unchanged nodes
 * are not copied.
 */
function bindSheets(nodes: readonly ParsedNode[], binding: Binding): readonly LooseNode[] {
  if (!binding.page.hasSheets && isNothing(binding.renaming)) return nodes
  let bound: LooseNode[] | undefined
  for (const [index, node] of nodes.entries()) {
    const made = bindSheet(node, binding)
    if (made === node && !bound) continue
    bound ??= nodes.slice(0, index)
    bound.push(made)
  }
  return bound ?? nodes
}

function bindSheet(node: ParsedNode, binding: Binding): LooseNode {
  const { page, ids, site, newId, renaming, written } = binding
  const path = page.links.get(node)
  const sheet = path === undefined ? undefined : ids.get(path)
  if (sheet !== undefined) return { ...node, sheet }
  const attrs = node.attrs && renamedAttributes(node.attrs, page.path, renaming)
  if (node.css !== undefined) {
    const { css: text, ...rest } = node
    const css = renamedCss(text, page.path, renaming)
    const made = writeSheet(site, { name: `Styles in ${page.title}`, base: page.path, css }, newId)
    written.push(made.entry.id)
    return { ...rest, ...(attrs ? { attrs } : {}), sheet: made.entry.id }
  }
  const children = node.children && bindSheets(node.children, binding)
  if (attrs === node.attrs && children === node.children) return node
  return { ...node, ...(attrs ? { attrs } : {}), ...(children ? { children } : {}) }
}
