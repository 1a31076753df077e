import {
  type ContentSchema,
  type DerivedEntry,
  editsWait,
  entryIdentity,
  isSeen,
  NO_LOCALE,
  readPublished,
} from '@atelier/content'
import type { CommittedDocument, View } from '@atelier/documents'
import type { ChangedEntry, WebhookEvent } from './outbox.ts'

/** How long nobody edits a published entry before its newer values are reported, where edits go out at once. */
const QUIET_MS = 20_000

/** Events to come of an entry: all of its times, or that of the edits in one locale. */
export type Outdated = { documentId: string; cause: 'time' } | { documentId: string; cause: 'edit'; locale: string }

/** The events of one commit for webhooks. */
export interface CommitEvents {
  events: readonly WebhookEvent[]
  /** Entries whose later events of these causes hold no longer. */
  outdated: readonly Outdated[]
  /** The locales that came to visitors, by document. */
  appeared: ReadonlyMap<string, readonly string[]>
}

/**
 * The events of a commit: entries that come to visitors in some languages, or show them newer values, those that go, and
 * branches that are merged. Times that are set on entries are events to come.
 * @param derived the entries of the commit as they are after it
 * @param at epoch milliseconds
 */
export function commitEvents(
  documents: readonly CommittedDocument[],
  derived: readonly DerivedEntry[],
  schema: ContentSchema | undefined,
  at: number,
): CommitEvents {
  const byDocument = new Map(derived.map((entry) => [entry.documentId, entry]))
  const waits = schema === undefined || editsWait(schema.config)
  const locales = [NO_LOCALE, ...(schema?.config.locales.supported ?? [])]
  const events: WebhookEvent[] = []
  const outdated: Outdated[] = []
  const appeared = new Map<string, string[]>()
  const published: ChangedEntry[] = []
  const unpublished: ChangedEntry[] = []
  for (const document of documents) {
    const { kind, documentId, event, before, after } = document
    if (kind === 'branch') events.push(...mergeEvents(document, at))
    const born = kind === 'entry' ? entryIdentity(event === 'removed' ? before : after) : undefined
    if (!born) continue
    const settled = byDocument.get(documentId)?.deleted === false ? byDocument.get(documentId)?.settled : undefined
    const times = timesIn(after, locales)
    const hasNewTimes = timesIn(before, locales).join() !== times.join()
    if (hasNewTimes) outdated.push({ documentId, cause: 'time' })
    for (const locale of locales) {
      const entry: ChangedEntry = { ...born, locale }
      const shown = wasShown(event === 'created' || event === 'restored' ? undefined : before, locale, at)
      const shows = wasShown(event === 'removed' ? undefined : after, locale, at)
      const own = settled?.locales[locale]
      if (shown && !shows) unpublished.push(entry)
      if (own && shows && isSeen(own, at)) {
        if (!shown) appeared.set(documentId, [...(appeared.get(documentId) ?? []), locale])
        if (!shown || publishedAnew(before, after, locale)) published.push(entry)
        else if (!waits && document.patches.some(({ key }) => key.startsWith(`${locale}/`))) {
          outdated.push({ documentId, cause: 'edit', locale })
          events.push({
            event: 'publish',
            cause: 'edit',
            at: at + QUIET_MS,
            documentId,
            locale,
            data: { entries: [entry] },
          })
        }
      }
    }
    if (times.length > 0 && hasNewTimes)
      for (const { event: name, locale, time } of coming(after, locales, at)) {
        const data = { entries: [{ ...born, locale }] }
        events.push({ event: name, cause: 'time', at: time, documentId, locale, data })
      }
  }
  if (published.length > 0) events.push({ event: 'publish', cause: 'now', at, data: { entries: published } })
  if (unpublished.length > 0) events.push({ event: 'unpublish', cause: 'now', at, data: { entries: unpublished } })
  return { events, outdated, appeared }
}

function mergeEvents({ before, after, event }: CommittedDocument, at: number): WebhookEvent[] {
  if (event === 'removed' || after.get('state') !== 'merged' || before.get('state') === 'merged') return []
  const text = (key: string) => {
    const value = after.get(key)
    return typeof value === 'string' ? value : ''
  }
  return [{ event: 'merge', cause: 'now', at, data: { branch: text('name'), title: text('title') } }]
}

const STATUS = ':status'

function metaIn(view: View, locale: string) {
  const status = view.get(`${locale}${STATUS}`)
  const text = (name: string) => {
    const value = view.get(`${locale}:${name}`)
    return typeof value === 'string' ? value : undefined
  }
  return { status, publishAt: text('publish_at'), expireAt: text('expire_at') }
}

/** Whether visitors see a locale as far as its status and times say. */
function wasShown(view: View | undefined, locale: string, at: number): boolean {
  if (!view || view.get('deleted') === true) return false
  const { status, publishAt: publish_at, expireAt: expire_at } = metaIn(view, locale)
  if (status !== 'published') return false
  return isSeen({ meta: { status, ...(publish_at ? { publish_at } : {}), ...(expire_at ? { expire_at } : {}) } }, at)
}

function publishedAnew(before: View, after: View, locale: string): boolean {
  const named = readPublished(after, locale)
  return named !== undefined && named !== readPublished(before, locale)
}

/** The times of the published locales of an entry, as texts that differ where one of them does. */
function timesIn(view: View, locales: readonly string[]): string[] {
  if (view.get('deleted') === true) return []
  return locales.flatMap((locale) => {
    const { status, publishAt, expireAt } = metaIn(view, locale)
    if (status !== 'published' || (publishAt === undefined && expireAt === undefined)) return []
    return [`${locale} ${publishAt ?? ''} ${expireAt ?? ''}`]
  })
}

/** When locales of an entry come to visitors by themselves, and when they go. */
function coming(
  view: View,
  locales: readonly string[],
  at: number,
): { event: 'publish' | 'unpublish'; locale: string; time: number }[] {
  return locales.flatMap((locale) => {
    const { status, publishAt, expireAt } = metaIn(view, locale)
    return status === 'published' ? comingTimes(locale, publishAt, expireAt, at) : []
  })
}

/** The events to come of one published locale. */
export function comingTimes(locale: string, publishAt: string | undefined, expireAt: string | undefined, at: number) {
  const from = publishAt === undefined ? Number.NaN : Date.parse(publishAt)
  const until = expireAt === undefined ? Number.NaN : Date.parse(expireAt)
  return [
    ...(from > at && !(until <= from) ? [{ event: 'publish' as const, locale, time: from }] : []),
    ...(until > at ? [{ event: 'unpublish' as const, locale, time: until }] : []),
  ]
}
