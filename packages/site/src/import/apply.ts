import type { Draft, DraftSet } from '@atelier/documents'
import { addCode, changeCode, codeByPath } from '../code/assets.ts'
import { ruleDeletedKey } from '../css/records.ts'
import { readRules } from '../css/rules.ts'
import { createRoot, type LooseNode, plantFirst } from '../document/edit.ts'
import { HOME_SLUG, pages as listedPages, listPage } from '../document/pages.ts'
import type { ParsedNode } from '../html/parse.ts'
import { addMedia, mediaByPath } from '../media/entries.ts'
import { sheetByPath, sheetKey } from '../sheet/records.ts'
import { sheetText } from '../sheet/text.ts'
import { writeSheet } from '../sheet/write.ts'
import { commonEnds } from './chrome.ts'
import { type ConflictChoice, type ImportChoices, pageWithSlug, slugOfPath, takesUnused } from './plan.ts'
import { plantDocument } from './plant.ts'
import type { PreparedImport, PreparedPage } from './prepare.ts'

/** Bytes that are kept already: what the media store says of a file. */
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
  /** What an untouched starter made (`untouchedStarter`). */
  starter: ReadonlySet<string>
}

/** What an import did. Plain JSON. */
export interface ImportReport {
  pages: { id: string; path: string; slug: string; title: string; replaced?: string }[]
  stylesheets: { id: string; path: string; rules: number }[]
  media: { files: number; bytes: number }
  scripts: { path: string }[]
  template?: { id: string; title: string }
  /** What of the site went. */
  removed: { id: string; title: string }[]
  /** What of the import stayed out because of what is there. */
  kept: { path: string; why: string }[]
}

/** The files whose bytes must be kept before the import is applied. */
export function importedMedia(prepared: PreparedImport, choices: ImportChoices): { path: string; bytes: Uint8Array }[] {
  return takesUnused(prepared, choices) ? [...prepared.media, ...prepared.unused] : prepared.media
}

/** Writes an import into a site and new page documents. The caller commits all of it at once, so that it is undone at once. */
export function applyImport(context: ImportContext, prepared: PreparedImport, choices: ImportChoices): ImportReport {
  return new Application(context, prepared, choices).run()
}

class Application {
  readonly #context: ImportContext
  readonly #prepared: PreparedImport
  readonly #choices: ImportChoices
  readonly #sheetIds = new Map<string, string>()
  readonly #report: ImportReport = {
    pages: [],
    stylesheets: [],
    media: { files: 0, bytes: 0 },
    scripts: [],
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
    for (const sheet of this.#prepared.sheets) if (this.#choice(sheet.path) !== 'skip') this.#sheet(sheet)
    this.#media()
    const ends = this.#choices.template ? commonEnds(this.#prepared.pages) : undefined
    const [model] = this.#prepared.pages
    if (ends && model) this.#template(model, ends)
    for (const page of this.#prepared.pages) if (this.#choice(page.path) !== 'skip') this.#page(page, ends)
    this.#scripts()
    return this.#report
  }

  #choice(path: string): ConflictChoice | 'skip' {
    return this.#choices.items?.[path] ?? this.#choices.conflicts ?? 'keep'
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

  #sheet({ path, css, bom }: PreparedImport['sheets'][number]): void {
    const { site, newId } = this.#context
    const other = sheetByPath(site, path)
    if (other && sheetText(site, other.id) === (bom ? '\ufeff' : '') + css) {
      this.#sheetIds.set(path, other.id)
      return
    }
    if (other && this.#choice(path) === 'replace') site.set(`${sheetKey(other.id)}/deleted`, true)
    const free = other && this.#choice(path) !== 'replace' ? freePath(path, (each) => sheetByPath(site, each)) : path
    const name = free.slice(free.lastIndexOf('/') + 1)
    const written = writeSheet(site, { name, path: free, css, bom }, newId)
    this.#sheetIds.set(path, written.entry.id)
    this.#report.stylesheets.push({ id: written.entry.id, path: free, rules: written.rules })
  }

  #media(): void {
    const { site, newId, now, media } = this.#context
    for (const { path } of importedMedia(this.#prepared, this.#choices)) {
      const kept = media.get(path)
      if (!kept || this.#choice(path) === 'skip') continue
      const other = mediaByPath(site, path)
      if (other && other.hash !== kept.hash && this.#choice(path) === 'keep') {
        this.#report.kept.push({ path, why: 'The site has another file at this path, and keeps it.' })
        continue
      }
      const name = path.slice(path.lastIndexOf('/') + 1)
      const { added } = addMedia(site, { id: newId(), name, path, ...kept, createdAt: now() })
      if (!added) continue
      this.#report.media.files += 1
      this.#report.media.bytes += kept.bytes
    }
  }

  #template(model: PreparedPage, { first, last }: { first: number; last: number }): void {
    const { site, drafts, newId } = this.#context
    const id = newId()
    const { nodes } = model.document.body
    const outlet: LooseNode = { kind: 'element', tag: 'atelier-outlet' }
    const inner = [...nodes.slice(0, first), outlet, ...nodes.slice(nodes.length - last)]
    const entry = listPage(site, { id, title: 'Imported template', slug: 'imported-template' })
    site.set(`page:${id}/template`, { target: { kind: 'everywhere' }, priority: 100 })
    const page = drafts.create(id, 'page')
    const root = createRoot(page, newId)
    const sheets = { page: model, ids: this.#sheetIds, site, newId }
    plantFirst(page, root, bindSheets(inner, sheets), newId)
    this.#report.template = { id, title: entry.title }
  }

  #page(prepared: PreparedPage, ends: { first: number; last: number } | undefined): void {
    const { site, drafts, newId } = this.#context
    const wanted = slugOfPath(prepared.path)
    const other = pageWithSlug(listedPages(site), wanted)
    const replaces = other !== undefined && this.#choice(prepared.path) === 'replace'
    if (other && replaces) this.#remove(other.id, other.title)
    const slug = other && !replaces ? freeSlug(prepared.path, (each) => pageWithSlug(listedPages(site), each)) : wanted
    if (slug !== wanted) {
      const why = `The site keeps its own page at this address; this one is at ${slug}.`
      this.#report.kept.push({ path: prepared.path, why })
    }
    const id = newId()
    listPage(site, { id, title: prepared.title, slug })
    const { document } = prepared
    const all = document.body.nodes
    const nodes = ends ? all.slice(ends.first, all.length - ends.last) : all
    const sheets = { page: prepared, ids: this.#sheetIds, site, newId }
    plantDocument(drafts.create(id, 'page'), newId, {
      ...document,
      head: { ...document.head, nodes: bindSheets(document.head.nodes, sheets) },
      body: { ...document.body, nodes: bindSheets(nodes, sheets) },
    })
    const entry: ImportReport['pages'][number] = { id, path: prepared.path, slug, title: prepared.title }
    if (other && replaces) entry.replaced = other.id
    this.#report.pages.push(entry)
  }

  #scripts(): void {
    const { site, newId, now } = this.#context
    const ids = new Map(this.#report.pages.map(({ id, path }) => [path, id]))
    for (const { path, content, runtime, pages } of this.#prepared.scripts) {
      const choice = this.#choice(path)
      const pageIds = pages.flatMap((each) => ids.get(each) ?? [])
      if (choice === 'skip' || pageIds.length === 0) continue
      const scoped = { ...runtime, scope: { kind: 'pages' as const, pageIds } }
      const other = codeByPath(site, path)
      if (other && other.content !== content && choice === 'keep') {
        this.#report.kept.push({ path, why: 'The site has another script at this path, and keeps it.' })
      } else if (other) {
        if (choice === 'replace') changeCode(site, other, { content, now: now() })
      } else {
        addCode(site, { id: newId(), path, type: 'script', content, runtime: scoped, now: now() })
        this.#report.scripts.push({ path })
      }
    }
  }
}

interface Binding {
  page: PreparedPage
  /** Of the imported stylesheets, by path. */
  ids: ReadonlyMap<string, string>
  site: Draft
  newId(): string
}

/** The nodes with their stylesheets: each `<style>` gets one of its own, each `<link>` that of its file. */
function bindSheets(nodes: readonly ParsedNode[], binding: Binding): LooseNode[] {
  const { page, ids, site, newId } = binding
  return nodes.map((node) => {
    if (node.css !== undefined) {
      const { css, ...rest } = node
      const written = writeSheet(site, { name: `Styles in ${page.title}`, base: page.path, css }, newId)
      return { ...rest, sheet: written.entry.id }
    }
    const path = page.links.get(node)
    const sheet = path === undefined ? undefined : ids.get(path)
    if (sheet !== undefined) return { ...node, sheet }
    return node.children ? { ...node, children: bindSheets(node.children, binding) } : node
  })
}

function freePath(path: string, taken: (path: string) => unknown): string {
  const dot = path.lastIndexOf('.')
  const [stem, ending] = dot > path.lastIndexOf('/') ? [path.slice(0, dot), path.slice(dot)] : [path, '']
  let number = 2
  while (taken(`${stem}-${number}${ending}`)) number += 1
  return `${stem}-${number}${ending}`
}

const freeSlug = (path: string, taken: (slug: string) => unknown) =>
  freePath(path === HOME_SLUG ? 'index.html' : path, taken)
