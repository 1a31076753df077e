import { createMemoryView, createOverlay, type Draft, type Patch } from '@atelier/documents'
import type { SiteContext } from '../src/context/context.ts'
import type { TestProject } from './project.ts'

/** Drafts over the documents of a test project, as the executor hands them to an operation. */
export interface TestDrafts {
  context: SiteContext
  /** The pages that were made on the drafts, which the project does not have yet. */
  made: ReadonlyMap<string, Draft>
  open(id: string): Draft | undefined
  /** The text written so far, by document; the site's under `site`. */
  written(): Map<string, readonly Patch[]>
}

export function openDrafts({ site, pages, newId, editor }: TestProject, given: Partial<SiteContext> = {}): TestDrafts {
  const drafts = new Map<string, ReturnType<typeof createOverlay>>()
  const made = new Map<string, Draft>()
  const siteDraft = createOverlay(site)
  const open = (id: string) => {
    const base = pages.get(id) ?? made.get(id)
    const draft = drafts.get(id) ?? (base && createOverlay(base))
    if (draft) drafts.set(id, draft)
    return draft
  }
  const context: SiteContext = {
    actor: { kind: 'agent', userId: 'u' },
    now: () => 0,
    newId,
    site: siteDraft,
    drafts: {
      open: async (id) => open(id),
      create(id: string, _kind: string) {
        made.set(id, createMemoryView())
        const draft = open(id)
        if (!draft) throw new Error('just made')
        return draft
      },
    },
    editor,
    ...given,
  }
  return {
    context,
    made,
    open,
    written: () =>
      new Map([['site', siteDraft.patches()], ...[...drafts].map(([id, draft]) => [id, draft.patches()] as const)]),
  }
}
