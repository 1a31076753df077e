import type { AnswerShape, StopCondition } from '@atelier/agent'
import type { Documents } from '@atelier/documents'
import {
  Blueprint,
  continuationPrompt,
  isRepeating,
  MOST_CONTINUATIONS,
  mendClassesPrompt,
  readPlan,
  salvageContent,
  stepRehearsal,
  stepSystems,
  stepTools,
  unstyledClasses,
} from '@atelier/generate'
import { siteRehearsals, siteSystemPrompt } from '@atelier/site'
import type { Sessions } from '../ai/sessions/sessions.ts'
import type { RunTask, TaskOf } from '../operations/runTask.ts'
import type { SiteFiles } from './files.ts'
import type { GenerationRow, GenerationStore } from './store.ts'
import { stepOf } from './store.ts'

/** The plan is answered in this form. */
const answer: AnswerShape = { name: 'blueprint', schema: JSON.parse(JSON.stringify(Blueprint)) }

/** Rounds of one step: a search or two, the files, and what their results ask for. */
const MOST_ROUNDS = 8

export const groupOf = ({ group_id, brief }: GenerationRow) => ({ id: group_id, label: `Site: ${brief.slice(0, 100)}` })

/**
 * What the runs of the scope `generate` are for: the steps of a generation, or a person's words in the conversation of
 * one. Those in a page's are about the site, those in the plan's about the plan.
 */
export function createTasks({
  documents,
  store,
  sessions,
  files,
}: {
  documents: Documents
  store: GenerationStore
  sessions: Pick<Sessions, 'row'>
  files: SiteFiles
}): TaskOf {
  return async (run): Promise<RunTask | undefined> => {
    const part = await store.ofRun(run.id)
    if (!part) {
      const session = await sessions.row(run.sessionId)
      // In the conversation of the plan its words are about the plan, elsewhere about the site.
      if (session?.document_id) return { toolbox: 'generate', tools: ['readPlan', 'editPlan'] }
      return { toolbox: 'site', system: siteSystemPrompt, rehearsals: siteRehearsals }
    }
    const row = await store.find(part.generation_id)
    const plan = row && (await documents.inProject(row.project_id).open(row.document_id))
    if (!row || !plan) return undefined
    const step = stepOf(part)
    const read = readPlan(plan)
    const parts = read.pages.length + 3
    return {
      toolbox: 'site',
      tools: step === 'tidy' ? stepTools.pages : stepTools[step],
      system: stepSystems[step === 'tidy' ? 'pages' : step],
      stateless: true,
      maxRounds: MOST_ROUNDS,
      group: groupOf(row),
      stopWhen: [endsCutTooOften, endsRepeating],
      mend: async ({ project, capabilities }) => {
        const filename = read.pages.find(({ key }) => key === part.page)?.filename
        if (filename === undefined) return undefined
        const by = { project, capabilities, userId: row.created_by }
        const [html, css] = [await files.read(filename, by), await files.read('styles.css', by)]
        return html === undefined ? undefined : mendClassesPrompt(filename, unstyledClasses(html, css ?? ''), css ?? '')
      },
      onCut: ({ sent }) => {
        const filename = read.pages.find(({ key }) => key === part.page)?.filename
        const cut = salvageContent(sent, filename)?.cut
        return cut && continuationPrompt(cut)
      },
      rehearsals: [stepRehearsal(step, read, part.page)],
      ...(step === 'generate' ? { answer } : {}),
      ...(row.budget_micro_usd === null
        ? {}
        : {
            budget: {
              id: row.id,
              microUsd: row.budget_micro_usd,
              // Some parts take more than others: each may use twice its even share.
              share: Math.ceil((row.budget_micro_usd * 2) / parts),
            },
          }),
    }
  }
}

const endsCutTooOften: StopCondition = ({ cuts }) =>
  cuts > MOST_CONTINUATIONS
    ? { reason: 'answer_cut', sentence: 'Stopped: the answers were cut by their length again and again.' }
    : undefined

const endsRepeating: StopCondition = ({ answer: last }) =>
  last?.content && isRepeating(last.content)
    ? { reason: 'repeating', sentence: 'Stopped: the model repeated itself.' }
    : undefined
