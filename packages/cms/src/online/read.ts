import { type Envelope, fail } from '@atelier/operation'
import type { CmsContext } from '../context/context.ts'
import type { OnlineSite } from '../context/online.ts'

const NOT_PUBLISHED = 'The site has not been published yet, so no page is online.'
const NOT_KEPT = 'The version of the live release is no longer kept, so what is online cannot be compared.'

/** Reads the live release, for calls that also work without it: a warning says if it could not be read. */
export async function readOnline(
  context: CmsContext,
): Promise<{ online?: OnlineSite; isKnown: boolean; warnings: string[] }> {
  const online = (await context.online?.()) ?? 'unknown'
  if (online === 'nothing') return { isKnown: true, warnings: [] }
  if (online === 'unknown') return { isKnown: false, warnings: context.online ? [NOT_KEPT] : [] }
  const shared = 'Styles, tokens or settings that all pages share have changed since the site was published.'
  return { online, isKnown: true, warnings: online.isSharedChanged ? [shared] : [] }
}

/** The site as visitors see it, for calls that read nothing else. */
export async function onlineSite(
  context: CmsContext,
): Promise<{ found: OnlineSite; refused?: undefined } | { found?: undefined; refused: Envelope<never> }> {
  const online = (await context.online?.()) ?? 'unknown'
  if (typeof online === 'object') return { found: online }
  const hint = 'Leave live out to read the page as it is now. site.publish puts it online.'
  const isUnpublished = online === 'nothing'
  const code = isUnpublished ? 'not_published' : 'version_gone'
  return { refused: fail(code, isUnpublished ? NOT_PUBLISHED : NOT_KEPT, { path: '/live', hint }) }
}
