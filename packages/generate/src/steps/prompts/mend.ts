import type { Plan } from '../../plan/plan.ts'
import { fileConventions } from './conventions.ts'
import { planText } from './planText.ts'

/** The instructions of a run that mends a written page; the same for every such run. */
export const mendSystem = `You mend one written page of a website. Its problems are listed in the request; they were found in the page as it is.
- Read the page with readFile, then mend the listed problems with one call of editFiles. Change nothing else: people may have written in the page since.
- A link that leads nowhere leads to the planned page that was meant; if none was, its words stay without the link. A picture that is missing is replaced by one that searchImages returns, or taken out. Classes without rules become ones that styles.css has, or get rules of their own.
- Say in a sentence what you mended, and what you could not.

${fileConventions}`

/** Asks for the listed problems of a page to be mended. */
export function mendPrompt(plan: Plan, filename: string, problems: readonly string[]): string {
  const list = problems.map((problem) => `- ${problem}`).join('\n')
  return `# The plan\n${planText(plan)}\n\n# Problems of ${filename}\n${list}\n\nMend ${filename}.`
}
