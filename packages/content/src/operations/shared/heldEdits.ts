import type { ContentContext } from '../../context/context.ts'
import { HOLD_MS, holdEdits, letOut, readHeld } from '../../entry/entryDocument.ts'
import { settledDigest } from '../../entry/published.ts'
import { editsWait } from '../../model/definition.ts'
import type { FoundModel, OpenEntry } from './support.ts'

/**
 * Where edits of published entries go out at once: holds those of a person who is still typing, and lets them out with the
 * save that ends it. Another user's typing in the same language goes on to be held.
 *
 * @param entry as it is before the save; undefined if the save makes it
 * @param locales those whose values the save may change
 * @param typing whether the person may be typing on
 * @returns called once the save has written, with whether it changed anything; returns the locales whose edits are held
 */
export function holdTyped(
  { actor, target, now }: Pick<ContentContext, 'actor' | 'target' | 'now'>,
  { model, whole }: Pick<FoundModel, 'model' | 'whole'>,
  entry: OpenEntry | undefined,
  locales: readonly string[],
  typing: boolean,
): (changed: boolean) => ReadonlySet<string> {
  const isHeld = entry !== undefined && target.branch === undefined && !editsWait(whole.config)
  if (!isHeld) return () => new Set()
  const { draft, live, stored } = entry
  const published = locales.filter((locale) => live.locales[locale]?.meta.status === 'published')
  const types = typing && actor.kind === 'hand'
  const digests = new Map(
    published.map((locale) => [
      locale,
      readHeld(draft, locale)?.digest ??
        (types ? settledDigest(draft, locale, model, whole, stored.settled) : undefined),
    ]),
  )
  return (changed) => {
    const held = new Set<string>()
    for (const locale of published) {
      const digest = digests.get(locale)
      const before = readHeld(draft, locale)
      if (!types) {
        if (before?.by === actor.userId) letOut(draft, locale)
      } else if (digest !== undefined && changed)
        holdEdits(draft, locale, { digest, due: now() + HOLD_MS, by: actor.userId })
      if (readHeld(draft, locale)) held.add(locale)
    }
    return held
  }
}
