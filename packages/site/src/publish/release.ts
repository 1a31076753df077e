import type { Fields, View } from '@atelier/documents'
import { createRests, yieldToOthers } from '@atelier/operation'
import { composePage } from '../compose/compose.ts'
import type { Composition } from '../compose/composition.ts'
import { numberedUrl } from '../compose/pagination.ts'
import type { ShownEntry } from '../compose/pieces.ts'
import type { ContentSource } from '../context/content.ts'
import type { PartSource } from '../context/parts.ts'
import type { CompileUtilities } from '../context/utilities.ts'
import { digest } from '../document/digest.ts'
import { documents, HOME_SLUG, type PageEntry } from '../document/pages.ts'
import { pageAddress } from '../document/paths.ts'
import { parseHtml } from '../html/parse.ts'
import {
  type ContentShelf,
  contentListName,
  createContentShelf,
  isContentList,
  NO_CONTENT,
} from '../loop/contentShelf.ts'
import { type Crop, cropsOf } from '../media/crops.ts'
import { mediaEntry } from '../media/entries.ts'
import { PART_VIEWER_TAG } from '../part/element.ts'
import { createPartShelf, isPartList, type PartShelf, partOfList } from '../part/shelf.ts'
import { partRequests } from '../part/uses.ts'
import { sheetPrinting } from '../sheet/printing.ts'
import { ownHead } from './authored.ts'
import { type CodeSources, pagePolicy } from './csp.ts'
import { dataBlockSources } from './dataBlocks.ts'
import { entryHead, entryPlaces, entrySettings } from './entryPages.ts'
import { createExtras } from './extras.ts'
import { viewOfFields } from './fields.ts'
import { type BlobFile, HTML, type ReleaseFile, type TextFile } from './files.ts'
import { releaseFramework } from './framework.ts'
import { headOf } from './head.ts'
import { createLibrary, type Library, type StoredFields } from './library.ts'
import { mediaFiles } from './media.ts'
import { entryRedirects, movedEntries } from './movedEntries.ts'
import { renderPage } from './page.ts'
import type { BuiltCode } from './pageCode.ts'
import { createViewerFile, partFiles, partsShown, recordedParts } from './partFiles.ts'
import type { Place } from './place.ts'
import { placesOf } from './places.ts'
import { fieldsText, type PageRecord, type ReleaseRecord } from './record.ts'
import { linkAddress, type Redirect, redirects } from './redirects.ts'
import { type PageSettings, type SiteSettings, siteSettings } from './settings.ts'
import { listFiles, settingsReader } from './siteFiles.ts'
import { type Styles, siteStyles } from './styles.ts'

/** The source of a site's documents. */
export interface SiteSource {
  site: Fields
  /** The head of every document that can be loaded. */
  heads: ReadonlyMap<string, number>
  /** The existing documents as they are stored now: their heads may be newer. */
  load(ids: readonly string[]): Promise<ReadonlyMap<string, StoredFields>>
  /** Its scripts and style assets, built; without them pages have none. */
  code?: BuiltCode
  /** Files that were made from its media: smaller pictures. */
  variants?: readonly BlobFile[]
  /** Makes what pages show cut to a preset: each picture around its focal point. Without it there is none. */
  crop?(wanted: readonly Crop[]): Promise<{ files: readonly BlobFile[]; problems: readonly string[] }>
  /** Compiles its utility classes; in the same thread without it. */
  compileUtilities?: CompileUtilities
  /** The CAD parts that its pages show; without it pages show none. */
  parts?: PartSource
  /** The content that its loops and the pages of entries show; without one they show none. */
  content?: ContentSource
}

export interface ReleaseOptions {
  /** The record of the previous release: unchanged files are kept from it. */
  previous?: ReleaseRecord
  /** Renders every page; only the times of the last changes are kept. */
  full?: boolean
  /** Identifies the rendering program: everything is rendered again when it changes. */
  renderer?: string
  /** Milliseconds since the epoch. */
  now?: number
  /** The public address of the site: overrides the setting of the site. */
  baseUrl?: string
  /** The fallback address of the site, used only for the lists of addresses. */
  address?: string
  /** Renders only the page of one document, or the one at one of some paths, for a preview. */
  only?: string | readonly string[]
  /** Called after each batch. */
  onProgress?(done: number, total: number): void
}

export interface PublishReport {
  /** The number of pages in the release. */
  pages: number
  /** The number of rendered pages; the others are unchanged. */
  rendered: number
  /** Bytes of all generated text files, as UTF-8. */
  bytes: number
  /** Pages that were left out, and why, in words for a person. */
  skipped: { pageId: string; reason: string }[]
  /** The problems during composition. */
  problems: { documentId: string; nodeId: string; message: string }[]
}

export interface RenderedRelease {
  files: ReleaseFile[]
  redirects: Redirect[]
  record: ReleaseRecord
  report: PublishReport
}

/** The number of pages loaded at a time. */
const BATCH = 50
/** The number of unchanged pages in one slice, before other requests are served. */
const AT_ONCE = 1_000

/**
 * Renders a site as static files, from plain projections of its documents: files without changed dependencies since
 * the previous release are kept. The result is the same as that of a full rendering.
 */
export async function renderRelease(source: SiteSource, options: ReleaseOptions = {}): Promise<RenderedRelease> {
  const { now = 0, renderer = '', onProgress } = options
  const site = viewOfFields(source.site)
  const settings = withBase(siteSettings(site), options.baseUrl)
  const listed = documents(site)
  const pageSettingsOf = settingsReader(site)
  const feed = listed.some(({ id, kind }) => kind === 'page' && pageSettingsOf(id).inFeed === true)
  const previous = options.previous?.renderer === renderer ? options.previous : undefined
  const library = createLibrary(source)
  const lists = await listDigests(source.site)
  const record: ReleaseRecord = { format: 1, renderer, shared: '', lists, pages: {}, classes: {} }
  const framework = await releaseFramework(
    site,
    source.heads,
    listed,
    library,
    record,
    previous,
    source.compileUtilities,
  )
  const styles = await siteStyles(site, framework)
  const code = [...(source.code?.assets.values() ?? [])]
  const ofAll = await sharedDigest(source.site, listed, settings, styles, feed)
  const shared = code.length === 0 ? ofAll : await digest(`${ofAll} ${code.map(({ path }) => path).join(' ')}`, 40)
  record.shared = shared
  const isSame = previous !== undefined && !options.full && previous.shared === shared

  const files = new Map<string, ReleaseFile>()
  const report: PublishReport = { pages: 0, rendered: 0, bytes: 0, skipped: [], problems: [] }
  const { places, skipped } = await placesOf(site, source.heads, listed, pageSettingsOf)
  report.skipped = skipped
  const shelf = createContentShelf(source.content ?? NO_CONTENT)
  const parts = createPartShelf(source.parts, partsShown(options.previous))
  const viewer = createViewerFile(source.parts)
  const ofEntries = await entryPlaces({ site, shelf, listed, pages: places, settingsOf: pageSettingsOf })
  places.push(...ofEntries.places)
  report.skipped.push(...ofEntries.skipped)
  for (const name of Object.keys(previous?.lists ?? {})) {
    if (isContentList(name)) lists[name] = await shelf.digestOf(contentListName(name))
    else if (isPartList(name)) lists[name] = await parts.versionOf(partOfList(name))
  }
  for (const file of styles.files) files.set(file.path, file)

  const waiting: Place[] = []
  for (const [i, place] of places.entries()) {
    if (i % AT_ONCE === AT_ONCE - 1) await yieldToOthers()
    if (options.only !== undefined && !isAskedFor(place, options.only)) continue
    const { key, path, own } = place
    if (place.styles) files.set(place.styles.path, place.styles)
    const known = previous?.pages[key]
    if (isSame && known && isCurrent(known, { path, own }, source.heads, lists, previous.lists)) {
      for (const each of [path, ...known.more]) files.set(each, { path: each, contentType: HTML, kept: true })
      record.pages[key] = known
    } else waiting.push(place)
  }

  const render = createRenderer({ site, code: source.code, settings, styles, feed, library, shelf, parts, viewer })
  for (let from = 0; from < waiting.length; from += BATCH) {
    const batch = waiting.slice(from, from + BATCH)
    await library.ensure(batch.map(({ document }) => document))
    parts.begin(batch.flatMap(({ document }) => partRequests(library.tree(document))))
    for (const place of batch) {
      const { files: made, ...noticed } = await render(place)
      const { key, path, own } = place
      const known = options.previous?.pages[key]
      const seen = await digest(made.map(({ text }) => text.replace(STYLE_HASHES, '')).join('\n'), 40)
      const more = made.slice(1).map((file) => file.path)
      const noted: PageRecord = { path, more, own, ...noticed, seen, modified: now }
      const isSeen =
        known && (known.seen === seen || ((!previous || known.seen === undefined) && hasSameContent(known, noted)))
      record.pages[key] = { ...noted, modified: isSeen ? known.modified : now }
      for (const file of made) if (file.path === path || !files.has(file.path)) files.set(file.path, file)
      if (!place.shows) library.forget(place.document)
    }
    onProgress?.(Math.min(waiting.length, from + BATCH), waiting.length)
  }
  for (const name of new Set(Object.values(record.pages).flatMap((page) => page.lists))) {
    if (isContentList(name)) lists[name] = await shelf.digestOf(contentListName(name))
    else if (isPartList(name)) lists[name] = await parts.versionOf(partOfList(name))
  }
  report.rendered = waiting.length
  report.pages = places.length
  report.problems = places.flatMap(({ key }) => record.pages[key]?.problems ?? [])

  const cut = await source.crop?.(cropsNamed(site, record))
  for (const message of cut?.problems ?? []) report.problems.push({ documentId: '', nodeId: '', message })
  for (const file of [
    ...mediaFiles(site),
    ...(source.variants ?? []),
    ...(cut?.files ?? []),
    ...code,
    ...(await partFiles(record, viewer)),
  ]) {
    if (!files.has(file.path)) files.set(file.path, file)
  }
  for (const { path, message } of source.code?.problems ?? []) {
    report.problems.push({ documentId: '', nodeId: '', message: `${path}: ${message}` })
  }
  const base = settings.baseUrl ?? options.address?.replace(/\/$/, '')
  for (const file of listFiles({ settings, places, record, base })) {
    if (!files.has(file.path)) files.set(file.path, file)
  }
  const all = [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
  const encoder = new TextEncoder()
  for (const file of all) if ('text' in file) report.bytes += encoder.encode(file.text).length
  record.moved = movedEntries(options.previous, places)
  const recorded = redirects(site).map((each) => ({ ...each, to: linkAddress(each.to) }))
  const moved = entryRedirects(record.moved, places, (path) => files.has(path))
  const known = new Set(recorded.map(({ from }) => from))
  const leading = moved.filter(({ from }) => !known.has(from))
  return { files: all, redirects: [...recorded, ...leading], record, report }
}

const isAskedFor = ({ key, path }: Place, only: string | readonly string[]) =>
  typeof only === 'string' ? key === only : only.includes(path)

function withBase(settings: SiteSettings, baseUrl: string | undefined): SiteSettings {
  return baseUrl === undefined ? settings : { ...settings, baseUrl: baseUrl.replace(/\/$/, '') }
}

/** Fields that are the same for every page, or visible only through the address of a file. */
const APART = /^(?:page|rule|redirect|media|color|fontToken|fontFamily|scale):/

/** The site fields that any page may read: all except those known to be read by few pages. */
function sharedDigest(
  fields: Fields,
  listed: readonly PageEntry[],
  settings: SiteSettings,
  styles: Styles,
  feed: boolean,
): Promise<string> {
  const around = new Set(listed.filter(({ kind }) => kind !== 'page').map(({ id }) => id))
  const keys = Object.keys(fields).filter((key) => {
    if (!APART.test(key)) return true
    return key.startsWith('page:') && around.has(key.slice('page:'.length).split('/', 1)[0] ?? '')
  })
  const sheets = styles.files.map(({ path }) => path)
  return digest(
    JSON.stringify([fieldsText(fields, keys), settings, sheets, [...styles.paths], styles.inline, feed]),
    40,
  )
}

async function listDigests(fields: Fields): Promise<Record<string, string>> {
  const of = (prefix: string) => {
    const keys = Object.keys(fields).filter((key) => key.startsWith(prefix))
    return digest(fieldsText(fields, keys), 40)
  }
  return { pages: await of('page:'), media: await of('media:') }
}

function isCurrent(
  known: PageRecord,
  now: Pick<PageRecord, 'path' | 'own'>,
  heads: ReadonlyMap<string, number>,
  lists: Readonly<Record<string, string>>,
  before: Readonly<Record<string, string>>,
): boolean {
  return (
    known.path === now.path &&
    known.own === now.own &&
    known.trees.every(([id, head]) => (heads.get(id) ?? -1) === head) &&
    known.lists.every((name) => lists[name] === before[name])
  )
}

/** Names of stylesheets, which change with them on all pages. */
const STYLE_HASHES = /-[0-9a-f]{10}(?=\.css\b)/g

const hasSameContent = (a: PageRecord, b: PageRecord) =>
  a.own === b.own && JSON.stringify(a.trees) === JSON.stringify(b.trees)

interface Rendering {
  site: View
  code: BuiltCode | undefined
  settings: SiteSettings
  styles: Styles
  feed: boolean
  library: Library
  shelf: ContentShelf
  parts: PartShelf
  viewer: () => Promise<TextFile | undefined>
}

/** The page, and the further pages of its loops. */
type Rendered = Pick<PageRecord, 'trees' | 'lists' | 'problems' | 'crops' | 'parts'> & { files: TextFile[] }

/** Renders the pages one by one, and records the dependencies of each. */
function createRenderer({ site, code, settings, styles, feed, library, shelf, parts, viewer }: Rendering) {
  let trees = new Set<string>()
  let lists = new Set<string>()
  let unloaded = new Set<string>()
  const createComposition = (): Composition => ({
    site,
    content: shelf.view,
    parts,
    readHtml(html, { tag, ns }) {
      const { nodes, misplaced } = parseHtml(html, { context: [{ tag, ns }] })
      return misplaced === undefined ? nodes : undefined
    },
    tree(id) {
      trees.add(id)
      if (!library.isSettled(id)) unloaded.add(id)
      return library.tree(id)
    },
    note(dependency) {
      if (dependency === 'pages' || dependency === 'media' || isContentList(dependency) || isPartList(dependency))
        lists.add(dependency)
    },
  })
  let composition = createComposition()

  const printing = sheetPrinting(site, styles.paths)
  const extras = createExtras(site, code)
  // A list of 10,000 entries has hundreds of pages.
  const rest = createRests()

  return async (place: Place): Promise<Rendered> => {
    for (;;) {
      trees = new Set([place.document])
      lists = new Set()
      unloaded = new Set()
      // Its own entry is no reason to depend on all of its collection.
      const shown = place.shows?.read()
      shelf.taken()
      parts.taken()
      const { files, problems, crops } = await pageFiles(place, shown)
      const { requests: asked, wereLoaded } = parts.taken()
      if (!wereLoaded) {
        await parts.ensure(asked)
        continue
      }
      const taken = [...new Set([...shelf.taken(), ...[...lists].filter(isContentList).map(contentListName)])]
      if (!shelf.isLoaded(taken)) {
        await shelf.ensure(taken)
        // The cached entries were read before these existed.
        composition = createComposition()
        continue
      }
      for (const model of taken) lists.add(`content:${model}`)
      // A template or a component was not loaded yet, and may need others itself.
      if (unloaded.size > 0) {
        await library.ensure([...unloaded])
        continue
      }
      return {
        files,
        trees: [...trees].sort().map((id) => [id, library.head(id)]),
        lists: [...lists].sort(),
        problems,
        ...(crops && crops.length > 0 ? { crops } : {}),
        ...recordedParts(asked, parts),
      }
    }
  }

  async function pageFiles(
    place: Place,
    shown: ShownEntry | undefined,
  ): Promise<Pick<Rendered, 'files' | 'problems' | 'crops'>> {
    const { entry, document, path, styles: own, shows } = place
    const stylesheets = [...styles.shared, ...(own ? [`/${own.path}`] : [])]
    const page = shown ? { ...place.settings, ...entrySettings(shown) } : place.settings
    const tree = composition.tree(document)
    const files: TextFile[] = []
    const crops = new Map<string, [string, string]>()
    for (let number = 1; ; number += 1) {
      await rest()
      const at = number === 1 ? path : numberedPath(path, number)
      const sheets = printing.at(pageAddress(at))
      const composed = composePage(entry, composition, {
        page: number,
        sheets,
        ...(shows && shown ? { table: shows.model.id, shows: shown } : {}),
      })
      const head = headOf({
        page,
        site: settings,
        title: entry.title,
        slug: path === 'index.html' ? HOME_SLUG : entry.slug,
        address: pageAddress(at),
        ...(place.alternates && number === 1 ? { alternates: place.alternates } : {}),
        ...(feed ? { feed: { url: '/feed.xml', type: 'application/atom+xml' } } : {}),
        ...(shows ? { feed: { url: shows.feed, type: 'application/rss+xml' }, alternates: shows.alternates } : {}),
      })
      const {
        body,
        end,
        csp,
        media,
        crops: cut,
      } = extras(
        document,
        composed.body,
        pageAddress(at),
        composed.body.includes(`<${PART_VIEWER_TAG}`) ? (await viewer())?.path : undefined,
      )
      if (media) lists.add('media')
      for (const { mediaId, preset } of cut) crops.set(`${mediaId} ${preset}`, [mediaId, preset])
      const text = renderPage(body, {
        ...head,
        stylesheets,
        data: page.data,
        end,
        authored: { tree, sheets, own: shows ? entryHead(entry, shows) : ownHead(site, entry) },
      })
      files.push({
        path: at,
        contentType: HTML,
        text,
        policy: pagePolicy(text, styles.hosts, await withData(csp, page.data)),
      })
      if (number >= Math.min(composed.pageCount, MAX_PAGES))
        return { files, problems: composed.problems, crops: [...crops.values()] }
    }
  }
}

/** The sources of a page's code and of its data. */
async function withData(csp: CodeSources, data: PageSettings['data'] = []): Promise<CodeSources> {
  const sources = await dataBlockSources(data)
  return sources.length === 0 ? csp : { ...csp, script: [...(csp.script ?? []), ...sources] }
}

/** The crops that the pages of a release show, each once. */
function cropsNamed(site: View, { pages }: ReleaseRecord): Crop[] {
  const named = new Map(
    Object.values(pages).flatMap(({ crops = [] }) => crops.map((each) => [each.join(' '), each] as const)),
  )
  return [...named.values()].flatMap(([mediaId, preset]) => {
    const entry = mediaEntry(site, mediaId)
    return entry ? cropsOf(entry, preset) : []
  })
}

/** The maximum number of pages of one paginated page: one for each entry that a site can have. */
const MAX_PAGES = 20_000

/** The path of a further page of a paginated page: the file of `numberedUrl`. */
function numberedPath(path: string, number: number): string {
  const address = path === 'index.html' ? '/' : `/${path.replace(/(?:index)?\.html?$/, '')}`
  return `${numberedUrl(address, number).slice(1)}index.html`
}
