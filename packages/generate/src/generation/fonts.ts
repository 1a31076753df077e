import type { Documents } from '@atelier/documents'
import { readPlan } from '../plan/plan.ts'
import { fontsOfPlan } from '../steps/standIn/fonts.ts'
import type { GenerationRow } from './rows.ts'
import type { FileCall, SiteFiles } from './siteFiles.ts'

/** Has the site keep the fonts that its plan names. A font that cannot be fetched is replaced by its fallbacks. */
export type InstallFonts = (row: GenerationRow, by: FileCall) => Promise<void>

export function createInstallFonts(services: { documents: Documents; files: SiteFiles; web: boolean }): InstallFonts {
  return async (row, by) => {
    const document = services.web ? await services.documents.inProject(row.project_id).open(row.document_id) : undefined
    if (!document) return
    const fonts = fontsOfPlan(readPlan(document)).filter(({ installable }) => installable)
    for (const { family, uses, variants, fallback } of fonts) {
      const name = uses[0] === 'heading' ? 'Heading' : 'Body'
      const token = { name, variable: `font-${name.toLowerCase()}`, googleFamily: family, variants, fallback }
      await services.files.call('set_font_tokens', { tokens: [token] }, { ...by, changeSetId: `${row.id}-fonts` })
    }
  }
}
