import type { AnswerShape, StopCondition } from '@atelier/agent'
import { Blueprint } from '../blueprint/schema.ts'
import type { Plan } from '../plan/plan.ts'
import { stepRehearsal } from '../schedule/rehearse.ts'
import { mendRehearsal } from '../schedule/rehearseMend.ts'
import { translateRehearsal } from '../schedule/rehearseTranslation.ts'
import { mendSystem } from '../steps/prompts/mend.ts'
import { stepSystems } from '../steps/prompts/prompts.ts'
import { translateSystem } from '../steps/prompts/translate.ts'
import { isRepeating } from '../steps/salvage/repeating.ts'
import { continuationPrompt, MOST_CONTINUATIONS, salvageContent } from '../steps/salvage/salvage.ts'
import { mendTools, stepTools, translateTools } from '../steps/steps.ts'
import { mendClassesPrompt, unstyledClasses } from '../steps/styles/unstyledClasses.ts'
import { isStandIn, mendFramesPrompt } from './frames.ts'
import { stylesOfPage } from './pageStyles.ts'
import { type GenerationRow, type GenerationRunRow, groupOf, stepOf } from './rows.ts'
import type { FileCall, SiteFiles } from './siteFiles.ts'

/** The plan is answered in this form. */
const answer: AnswerShape = { name: 'blueprint', schema: JSON.parse(JSON.stringify(Blueprint)) }

/** Rounds of one step: a search or two, the files, and what their results ask for. */
const MOST_ROUNDS = 8
/** Rounds of a translation: some two for each 200 texts of a page, and of what is around all pages. */
const MOST_TRANSLATING_ROUNDS = 16

/**
 * Returns the task of a run that carries out one step of a generation: its tools and prompt, and when it ends.
 * @param hasUtilities whether the site of a project styles utility classes itself
 */
export function stepTask(
  row: GenerationRow,
  part: GenerationRunRow & { isMending?: boolean },
  plan: Plan,
  files: SiteFiles,
  hasUtilities: (project: FileCall['project']) => Promise<boolean>,
) {
  const step = stepOf(part)
  const kind = step === 'tidy' ? 'pages' : step
  const { isMending = false } = part
  const planned = plan.pages.find(({ key }) => key === part.page)
  const filename = planned?.filename
  if (planned?.translation)
    return {
      toolbox: 'site',
      tools: translateTools,
      system: translateSystem,
      stateless: true as const,
      maxRounds: MOST_TRANSLATING_ROUNDS,
      group: groupOf(row),
      stopWhen: [endsCutTooOften, endsRepeating],
      rehearsals: [translateRehearsal(plan.site.language, planned.translation.locale)],
      ...budgetOf(row, plan),
    }
  return {
    toolbox: 'site',
    tools: isMending ? mendTools : stepTools[kind],
    system: isMending ? mendSystem : stepSystems[kind],
    stateless: true as const,
    maxRounds: MOST_ROUNDS,
    group: groupOf(row),
    stopWhen: [endsCutTooOften, endsRepeating],
    mend: async ({ project, capabilities }: Pick<FileCall, 'project' | 'capabilities'>) => {
      if (filename === undefined) return undefined
      const by = { project, capabilities, userId: row.created_by }
      const html = await files.read(filename, by)
      if (html === undefined) return undefined
      const css = await stylesOfPage(files, html, by)
      const frames = mendFramesPrompt(filename, html, await sharedFrames(files, plan, by))
      if (frames !== undefined) return frames
      return mendClassesPrompt(filename, unstyledClasses(html, css, await hasUtilities(project)), css)
    },
    onCut: ({ sent }: { sent: string }) => {
      const cut = salvageContent(sent, filename)?.cut
      return cut && continuationPrompt(cut)
    },
    rehearsals: [isMending ? mendRehearsal(filename ?? '') : stepRehearsal(step, plan, part.page)],
    ...(step === 'generate' ? { answer } : {}),
    ...budgetOf(row, plan),
  }
}

/** The names of the shared parts that were written for this site, without placeholders. */
async function sharedFrames(files: SiteFiles, plan: Plan, by: FileCall): Promise<string[]> {
  const names: string[] = []
  for (const name of ['header', 'nav', 'footer']) {
    const text = await files.read(`_components/${name}.html`, by)
    if (text !== undefined && !isStandIn(plan, name, text)) names.push(name)
  }
  return names
}

/** The budget of a run: some parts take more than others, so that each may use twice its even share. */
function budgetOf({ id, budget_micro_usd: microUsd }: GenerationRow, { pages }: Plan) {
  if (microUsd === null) return {}
  return { budget: { id, microUsd, share: Math.ceil((microUsd * 2) / (pages.length + 3)) } }
}

const endsCutTooOften: StopCondition = ({ cuts }) =>
  cuts > MOST_CONTINUATIONS
    ? { reason: 'answer_cut', sentence: 'Stopped: the answers were cut by their length again and again.' }
    : undefined

const endsRepeating: StopCondition = ({ answer: last }) =>
  last?.content && isRepeating(last.content)
    ? { reason: 'repeating', sentence: 'Stopped: the model repeated itself.' }
    : undefined
