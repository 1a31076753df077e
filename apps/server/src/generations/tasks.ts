import type { Documents } from '@atelier/documents'
import { hasUtilities, isMending, readPlan, type SiteFiles, stepTask } from '@atelier/generate'
import { siteRehearsals, siteSystemPrompt } from '@atelier/site'
import type { Sessions } from '../ai/sessions/sessions.ts'
import type { RunTask, TaskOf } from '../operations/runTask.ts'
import type { SectionVariants } from '../sectionVariants/sectionVariants.ts'
import type { GenerationStore } from './store.ts'

/**
 * The tasks of the runs of the scope `generate`: the steps of a generation, or a person's words in the conversation of
 * one. Those in a page's are about the site, those in the plan's about the plan.
 */
export function createTasks({
  documents,
  store,
  sessions,
  files,
  variants,
}: {
  documents: Documents
  store: GenerationStore
  sessions: Pick<Sessions, 'row'>
  files: SiteFiles
  variants: Pick<SectionVariants, 'taskOf'>
}): TaskOf {
  return async (run): Promise<RunTask | undefined> => {
    const part = await store.ofRun(run.id)
    if (!part) {
      const session = await sessions.row(run.sessionId)
      const varied =
        session?.document_id && (await variants.taskOf(session.project_id ?? '', session.document_id, run.id))
      if (varied === 'later') return { toolbox: 'site', system: siteSystemPrompt, rehearsals: siteRehearsals }
      if (varied) return varied
      // In the conversation of the plan its words are about the plan, elsewhere about the site.
      if (session?.document_id) return { toolbox: 'generate', tools: ['readPlan', 'editPlan', 'chooseDirection'] }
      return { toolbox: 'site', system: siteSystemPrompt, rehearsals: siteRehearsals }
    }
    const row = await store.find(part.generation_id)
    const plan = row && (await documents.inProject(row.project_id).open(row.document_id))
    if (!row || !plan) return undefined
    const mended = { ...part, isMending: isMending(part, await store.runs(row.id)) }
    return stepTask(row, mended, readPlan(plan), files, (project) => hasUtilities(documents, project))
  }
}
