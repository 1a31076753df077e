import type { Rehearsal } from '@atelier/agent'
import { blueprintOf, type Plan } from '../plan/plan.ts'
import type { GenerationStep } from '../plan/progress.ts'
import { rehearseBlueprint } from '../rehearsal/blueprint.ts'
import { declinedFurther, declinedLanguage } from '../rehearsal/language.ts'
import { rehearseSite } from '../rehearsal/site.ts'

/** The script of one run of a generation: the plan as JSON, or the files of the step in one call. */
export function stepRehearsal(step: GenerationStep, plan: Plan, page: string): Rehearsal {
  return {
    id: `generation-${step}`,
    title: `A generation's step “${step}”`,
    fits: () => 1,
    *play() {
      if (step === 'generate') {
        const left = declinedFurther(plan.brief)
        const planned = `${left === undefined ? '' : `${left}\n`}${JSON.stringify(rehearseBlueprint(plan.brief))}`
        yield { text: declinedLanguage(plan.brief) ?? planned }
        return
      }
      const files = rehearseSite(blueprintOf(plan), plan)
      if (step === 'pages') {
        const planned = plan.pages.find(({ key }) => key === page)
        const content = planned && files[planned.filename]
        if (planned === undefined || content === undefined) {
          yield { text: 'This page is no longer planned.' }
          return
        }
        yield { calls: [{ name: 'writeFile', input: { filename: planned.filename, content } }] }
        yield { text: `${planned.title} is written, with ${planned.sections.length} sections.` }
        return
      }
      const own = Object.entries(files).filter(([name]) =>
        step === 'components' ? name.startsWith('_components/') : name === 'styles.css',
      )
      if (own.length === 0) return
      yield { calls: [{ name: 'writeFiles', input: { files: Object.fromEntries(own) } }] }
      yield { text: step === 'components' ? 'The header and the footer are written.' : 'The styles are written.' }
    },
  }
}
