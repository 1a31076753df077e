import type { EntryMeta, EntryStatus } from '../../entry/entry.ts'
import { clearPublished, letOut, setPublished, type WrittenMeta, writeMeta } from '../../entry/entryDocument.ts'
import { settledDigest } from '../../entry/published.ts'
import { editsWait } from '../../model/definition.ts'
import type { Finding } from '../../model/finding.ts'
import type { FoundModel, OpenEntry } from '../shared/support.ts'

export type StatusChange =
  | { ok: true; changed: string[]; warnings: readonly Finding[] }
  | { ok: false; refused: Finding }

/**
 * Sets the status and the times of one locale of an entry. Publishing names what is settled there now. A time to come on
 * an unpublished locale publishes it then, as it is settled by that time.
 * @param now epoch milliseconds
 */
export function changeStatus(
  { model, whole }: FoundModel,
  { draft, stored, live }: OpenEntry,
  locale: string,
  given: Partial<WrittenMeta>,
  now: number,
): StatusChange {
  const at = { model: model.id, entry: live.id, locale }
  const before: EntryMeta = live.locales[locale]?.meta ?? { status: 'draft' }
  const byTime = given.status === undefined ? statusByTime(before, given, now) : undefined
  const patch = byTime === undefined ? given : { ...given, status: byTime }
  const after = { ...before, ...patch }
  const { publish_at: publish, expire_at: expire } = after
  if (publish !== undefined && expire !== undefined && Date.parse(expire) <= Date.parse(publish)) {
    const message = `${live.id} would expire before it is published.`
    return { ok: false, refused: { severity: 'error', code: 'expire_before_publish', message, ...at } }
  }
  const waits = editsWait(whole.config)
  const publishes = patch.status === 'published'
  const digest = publishes ? settledDigest(draft, locale, model, whole, stored.settled) : undefined
  if (publishes && digest === undefined && (waits || byTime !== undefined))
    return { ok: false, refused: nothingSettled(at) }
  const changed = writeMeta(draft, locale, patch)
  const isNamed =
    waits && after.status === 'published' && isToCome(publish, now)
      ? clearPublished(draft, locale)
      : waits
        ? digest !== undefined && setPublished(draft, locale, digest)
        : publishes && letOut(draft, locale)
  const warnings = statusWarnings(before, after, given, now).map((each) => ({
    severity: 'warning' as const,
    ...each,
    ...at,
  }))
  return { ok: true, changed: isNamed ? [...changed, 'published'] : changed, warnings }
}

const isToCome = (time: string | undefined, now: number): boolean => time !== undefined && Date.parse(time) > now

/** A time to come publishes what is not published. */
function statusByTime(before: EntryMeta, given: Partial<WrittenMeta>, now: number): EntryStatus | undefined {
  const isPublished = before.status === 'published' || before.status === 'archived'
  return !isPublished && isToCome(given.publish_at, now) ? 'published' : undefined
}

/** The meaning of times that are not what a status says by itself. */
function statusWarnings(
  before: EntryMeta,
  { status, publish_at: publish, expire_at: expire }: EntryMeta,
  given: Partial<WrittenMeta>,
  now: number,
): Pick<Finding, 'code' | 'message'>[] {
  const isPublished = status === 'published'
  const isPast = given.publish_at !== undefined && !isToCome(given.publish_at, now)
  return [
    ...(isPublished && isToCome(publish, now)
      ? [{ code: 'scheduled', message: `Visitors see it from ${publish} on, as it is settled by then.` }]
      : []),
    ...(isPublished && expire !== undefined && !isToCome(expire, now)
      ? [{ code: 'expired', message: `It has expired at ${expire}: visitors do not see it.` }]
      : []),
    ...(before.status === status && isPublished && publish === undefined && isToCome(before.publish_at, now)
      ? [{ code: 'published_now', message: 'It waits for no time any more: visitors see it at once.' }]
      : []),
    ...(isPast
      ? [
          {
            code: 'past_time',
            message: isPublished
              ? 'publish_at is past: visitors see it at once.'
              : `publish_at is past, and the status is ${status}: nothing happens at that time.`,
          },
        ]
      : []),
  ]
}

const nothingSettled = ({ model, entry, locale }: { model: string; entry: string; locale: string }): Finding => ({
  severity: 'error',
  code: 'nothing_settled',
  message: `${entry} has no state in ${locale} yet that its model accepts, so that there is nothing to publish.`,
  model,
  entry,
  locale,
  hint: 'Fill in what it lacks first: validate says what that is.',
})
