import { applyPatches, createMemoryView, createOverlay, type Draft, type Overlay, type Patch } from '@atelier/documents'
import type { SiteContext } from '../context/context.ts'

/** The patches of an attempt, by document; the site's under `site`. */
export type Patches = ReadonlyMap<string, readonly Patch[]>

/**
 * Runs a part of an operation on drafts of its own. They count only if it succeeds, so that one file that is refused
 * leaves nothing behind while the others are written.
 * @param chosen the patches that are to count, of all
 */
export async function attempt<Result extends { problem?: unknown }>(
  context: SiteContext,
  run: (context: SiteContext) => Promise<Result>,
  chosen: (patches: Patches, result: Result) => Patches = (patches) => patches,
): Promise<Result> {
  const opened = new Map<string, { base: Draft; draft: Overlay }>()
  const made = new Map<string, { kind: string; draft: Draft }>()
  const site = createOverlay(context.site)
  const result = await run({
    ...context,
    site,
    drafts: {
      async open(id) {
        const known = made.get(id)?.draft ?? opened.get(id)?.draft
        if (known) return known
        const base = await context.drafts.open(id)
        if (!base) return undefined
        // Another call may have opened it meanwhile.
        const again = opened.get(id)?.draft
        if (again) return again
        const draft = createOverlay(base)
        opened.set(id, { base, draft })
        return draft
      },
      create(id, kind) {
        const draft = createMemoryView()
        made.set(id, { kind, draft })
        return draft
      },
    },
  })
  if (result.problem !== undefined) return result
  const patches = new Map<string, readonly Patch[]>([['site', site.patches()]])
  for (const [id, { draft }] of opened) patches.set(id, draft.patches())
  const counting = chosen(patches, result)
  applyPatches(context.site, counting.get('site') ?? [])
  for (const [id, { base }] of opened) applyPatches(base, counting.get(id) ?? [])
  for (const [id, { kind, draft }] of made) {
    const created = context.drafts.create(id, kind)
    for (const key of draft.keys()) {
      const value = draft.get(key)
      if (value !== undefined) created.set(key, value)
    }
  }
  return result
}
