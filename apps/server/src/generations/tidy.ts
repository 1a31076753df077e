import type { Documents } from '@atelier/documents'
import { planTidy, readPlan, type TidyProposal } from '@atelier/generate'
import { inSlices, documents as listed } from '@atelier/site'
import type { FileCall, SiteFiles } from './files.ts'
import { pageOfFile } from './pages.ts'
import type { GenerationRow } from './store.ts'

/** Makes what the pages repeat shared, as a change set of its own. Returns what was done, as a sentence. */
export type Tidy = (row: GenerationRow, by: FileCall) => Promise<string | undefined>

export function createTidy({ documents, files }: { documents: Documents; files: SiteFiles }): Tidy {
  return async (row, by) => {
    const siteId = by.project.site_document_id
    const site = await documents.open(siteId)
    const plan = await documents.open(row.document_id)
    if (!site || !plan) return undefined
    const views = []
    for (const { id } of listed(site.view)) {
      const document = await documents.open(id)
      if (document) views.push({ id, view: document.view })
    }
    const made = await Promise.all(
      readPlan(plan.view).pages.map(({ filename }) => pageOfFile(documents, siteId, filename)),
    )
    // Of a site that was there before, only what was made now is tidied up.
    const own = row.kind === 'site' ? undefined : new Set(made.flatMap((id) => id ?? []))
    const done: TidyProposal[] = []
    for (const proposal of await inSlices(planTidy(site.view, views, own))) {
      // Somebody may have changed what it is about since: the others count all the same.
      if ((await files.call('batch', { calls: proposal.calls }, by)).ok) done.push(proposal)
    }
    return done.length === 0 ? undefined : done.map(({ title }) => title).join(' ')
  }
}
