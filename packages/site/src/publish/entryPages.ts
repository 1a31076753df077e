import type { View } from '@atelier/documents'
import { yieldToOthers } from '@atelier/operation'
import type { ShownEntry } from '../compose/pieces.ts'
import type { ContentEntry, ContentModel, ContentView } from '../context/content.ts'
import { digest } from '../document/digest.ts'
import type { PageEntry } from '../document/pages.ts'
import { pageAddress, pagePath } from '../document/paths.ts'
import type { ContentShelf } from '../loop/contentShelf.ts'
import { contentSource } from '../loop/contentSource.ts'
import { entryPageSlug, shownIn } from '../loop/contentView.ts'
import { describedBy } from '../loop/pages.ts'
import type { LoopEntry } from '../loop/source.ts'
import { templatesFor } from '../template/resolve.ts'
import { headKinds, type OwnHead } from './authored.ts'
import type { TextFile } from './files.ts'
import type { EntryPage, Place, Skipped } from './place.ts'
import { settingsText } from './places.ts'
import type { PageSettings } from './settings.ts'
import type { PageSettingsOf } from './siteFiles.ts'
import { pageStyles } from './styles.ts'

/** Whether a name in the record is one of an entry's page. */
export const isEntryKey = (key: string) => key.startsWith(PREFIX)
const PREFIX = 'entry:'
/** The number of entries in one slice, before other requests are served. */
const AT_ONCE = 500

/**
 * The pages of entries: one for each entry of a collection that has a route and a template, in each locale in which
 * visitors may see it. An address that a page or an earlier entry has already is left to it, and reported.
 */
export async function entryPlaces({
  site,
  shelf,
  listed,
  pages,
  settingsOf,
}: {
  site: View
  shelf: ContentShelf
  listed: readonly PageEntry[]
  pages: readonly Place[]
  settingsOf: PageSettingsOf
}): Promise<{ places: Place[]; skipped: Skipped[] }> {
  const { view } = shelf
  const routed = view.models.filter(({ route }) => route !== undefined)
  await shelf.ensure(routed.map(({ id }) => id))
  const taken = new Map(pages.map(({ path, entry }) => [path, `the page “${entry.title}”`]))
  const places: Place[] = []
  const skipped: Skipped[] = []
  for (const model of routed) {
    const entries = view.entries(model.id)
    const template = entryTemplate(listed, model.id)
    if (!template) {
      const reason = `“${model.label}” has no template, so its entries (${entries.length}) have no pages.`
      if (entries.length > 0) skipped.push({ pageId: '', reason })
      continue
    }
    const around = new Map<string, Around>()
    for (const locale of new Set([view.locales.default, ...view.locales.supported])) {
      around.set(locale, await aroundEntries(site, entryTemplate(listed, model.id, locale) ?? template, model, view))
    }
    const feeds = new Map(view.locales.supported.map((locale) => [locale, feedPath(model, locale, view)]))
    for (const [i, entry] of entries.entries()) {
      if (i % AT_ONCE === AT_ONCE - 1) await yieldToOthers()
      const alternates = addressesOf(entry, model, view)
      for (const { locale, slug } of alternates) {
        const shown = shownIn(entry, model, locale)
        const { template: own = template, styles, read = '' } = around.get(locale) ?? {}
        const { noindex, hidden } = settingsOf(own.id)
        const path = pagePath({ slug }, false)
        const title = madePageTitle(entry, model, locale)
        const key = `${PREFIX}${entry.key}/${locale}`
        const holder = path === undefined ? undefined : taken.get(path)
        if (!shown || path === undefined || holder !== undefined) {
          const why = holder === undefined ? 'cannot be published' : `is that of ${holder} already`
          skipped.push({
            pageId: key,
            reason: `The address /${slug}/ of the entry “${title}” (${model.id}/${entry.id}) ${why}.`,
          })
          continue
        }
        taken.set(path, `the entry “${title}” (${model.id}/${entry.id})`)
        const source = contentSource(view, model, locale)
        places.push({
          key,
          entry: { id: key, kind: 'page', title, slug, order: '', locale },
          document: own.id,
          path,
          own: `${entry.version} ${read} ${alternates.map((each) => each.address).join(' ')}`,
          settings: {
            language: locale,
            ...(noindex ? { noindex } : {}),
            ...(hidden ? { hidden } : {}),
          },
          styles,
          shows: {
            model,
            locale,
            publishedAt: shown.publishedAt,
            alternates,
            feed: `/${feeds.get(locale)}`,
            read() {
              const found = source.find?.(entry.id)
              return found && { entry: found, source }
            },
          },
        })
      }
    }
  }
  return { places, skipped }
}

/** The settings that the page of an entry has by the entry itself. */
export function entrySettings({ source, entry }: ShownEntry): PageSettings {
  const description = describedBy(source, entry)
  const image = entry.featuredMedia
  return {
    ...(description === undefined ? {} : { description }),
    ...(typeof image === 'string' && image !== '' ? { ogImage: image, ogTitle: titleIn(entry) } : {}),
  }
}

/** The head of an entry's page, in place of the template's own. */
export function entryHead({ title }: PageEntry, { locale }: EntryPage): OwnHead {
  return { title, language: locale, kinds: headKinds }
}

const titleIn = ({ title, id }: LoopEntry) => String(title ?? id)

/** The surroundings that the entry pages of a collection share in one locale. */
interface Around {
  template: PageEntry
  styles: TextFile | undefined
  /** A digest of what they read of it beside documents. */
  read: string
}

async function aroundEntries(
  site: View,
  template: PageEntry,
  model: ContentModel,
  { locales }: ContentView,
): Promise<Around> {
  const styles = await pageStyles(site, template.id, model.route || model.id)
  const read = JSON.stringify([template.id, styles?.path, settingsText(site, template.id), model, locales])
  return { template, styles, read: await digest(read, 20) }
}

/** The template of a collection's entry pages; undefined if there is none. */
function entryTemplate(listed: readonly PageEntry[], model: string, locale?: string): PageEntry | undefined {
  const templates = listed.filter(({ kind }) => kind === 'template')
  const page: PageEntry = { id: '', kind: 'page', title: '', slug: '', order: '', ...(locale ? { locale } : {}) }
  return templatesFor(page, templates, model).find(({ template }) => template?.target.kind === 'postTypes')
}

function addressesOf(entry: ContentEntry, model: ContentModel, { locales }: ContentView) {
  const { default: main, supported } = locales
  const all = model.localized ? [main, ...supported.filter((locale) => locale !== main)] : [main]
  return all.flatMap((locale) => {
    const slug = entryPageSlug(model, entry, locale, locales)
    if (slug === undefined) return []
    const path = pagePath({ slug }, false)
    return [{ locale, slug, address: path === undefined ? `/${slug}/` : pageAddress(path) }]
  })
}

/** The path of the feed of a collection in a locale: `blog/feed.xml`, `tr/blog/feed.xml`. */
function feedPath({ route = '', localized }: ContentModel, locale: string, { locales }: ContentView): string {
  const parts = [localized && locale !== locales.default ? locale : '', route, 'feed.xml']
  return parts.filter((part) => part !== '').join('/')
}

function madePageTitle(entry: ContentEntry, model: ContentModel, locale: string): string {
  const values = shownIn(entry, model, locale)?.values
  const title = model.titleField === undefined ? undefined : values?.[model.titleField]
  return typeof title === 'string' || typeof title === 'number' ? String(title) : entry.id
}
