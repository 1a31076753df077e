import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { changeClasses, removeFromSelectors } from '../../styles/classes.ts'
import { renameClassInScript } from '../../styles/scriptClasses.ts'
import { renameInScripts } from '../../styles/scripts.ts'
import { ClassName, siteClass } from './classTarget.ts'

export const deleteClass = defineOperation({
  id: 'site.deleteClass',
  summary: 'Delete a class',
  description:
    'Take a class off all elements and out of all stylesheets: a rule that needs it goes, a list of selectors keeps its other ones. Scripts stay as they are; a warning names those that mention it.',
  icon: 'trash-2',
  keywords: ['remove class everywhere', 'delete css class', 'unused class'],
  effect: 'write',
  onDemand: true,
  affects: ['styles', 'page'],
  input: Type.Object({ name: ClassName }, { additionalProperties: false }),
  output: Type.Object({
    name: Type.String(),
    /** The selectors of the rules that went. */
    removed: Type.Array(Type.String()),
    /** The selectors, as they were, of the rules that lost one of several. */
    changed: Type.Array(Type.String()),
    nodes: Type.Integer(),
    documents: Type.Array(Type.String()),
  }),
  async run(context: SiteContext, input) {
    const { found: name, refused } = await siteClass(context, input.name, '/name')
    if (refused) return refused
    const rules = removeFromSelectors(context.site, name)
    const nodes = await changeClasses(context, (classes) => classes.filter((each) => each !== name))
    const same = (text: string) => text
    const { places } = await renameInScripts(
      context,
      { script: (code) => renameClassInScript(code, name, `${name} `), style: same, data: same },
      false,
    )
    const warnings = places.map(({ path, line }) => `${path ?? 'A script of a page'}, line ${line}, names it.`)
    return ok({ name, ...rules, ...nodes }, { warnings })
  },
})
