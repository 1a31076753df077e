import type { Documents } from '@atelier/documents'
import { inSlices } from '@atelier/operation'
import { documents as listed } from '@atelier/site'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { readPlan } from '../plan/plan.ts'
import type { TidyProposal } from '../steps/tidy/proposal.ts'
import { planTidy } from '../steps/tidy/tidy.ts'
import { settleLinks } from './links.ts'
import { pageOfFile } from './pages.ts'
import type { GenerationRow } from './rows.ts'
import type { FileCall, SiteFiles } from './siteFiles.ts'
import { hasTranslations } from './translations.ts'

/** Makes what the pages repeat shared, as a change set of its own. Returns what was done, as a sentence. */
export type Tidy = (row: GenerationRow, by: FileCall) => Promise<string | undefined>

const Checked = Type.Object({
  ok: Type.Literal(true),
  data: Type.Object({ findings: Type.Array(Type.Object({ severity: Type.String() })) }),
})

/** The findings of the whole site's checks, as a sentence; undefined if nothing. */
async function checked(files: SiteFiles, by: FileCall): Promise<string | undefined> {
  const result = await files.call('check_page', { all: true }, by)
  if (!Value.Check(Checked, result)) return undefined
  const count = result.data.findings.filter(({ severity }) => severity !== 'note').length
  if (count === 0) return undefined
  return `The checks found ${count === 1 ? 'one problem' : `${count} problems`}, listed under Checks in the editor.`
}

export function createTidy({ documents, files }: { documents: Documents; files: SiteFiles }): Tidy {
  return async (row, by) => {
    const documentsOf = documents.inProject(by.project.id)
    const site = await documentsOf.open(by.project.site_document_id)
    const plan = await documentsOf.open(row.document_id)
    if (!site || !plan) return undefined
    const planned = readPlan(plan)
    await settleLinks(files, planned, by)
    // A part that a page shared with its translations would be in one language only.
    if (hasTranslations(planned)) return await checked(files, by)
    const views = []
    for (const { id } of listed(site)) {
      const view = await documentsOf.open(id)
      if (view) views.push({ id, view })
    }
    const made = await Promise.all(
      readPlan(plan).pages.map(({ filename }) => pageOfFile(documents, by.project, filename)),
    )
    // In an older site, only new parts are tidied up.
    const own = row.kind === 'site' ? undefined : new Set(made.flatMap((id) => id ?? []))
    const done: TidyProposal[] = []
    for (const proposal of await inSlices(planTidy(site, views, own))) {
      // Somebody may have changed what it is about since: the others count all the same.
      if ((await files.call('batch', { calls: proposal.calls }, by)).ok) done.push(proposal)
    }
    const sentences = [...done.map(({ title }) => title), await checked(files, by)].filter((each) => each !== undefined)
    return sentences.length === 0 ? undefined : sentences.join(' ')
  }
}
