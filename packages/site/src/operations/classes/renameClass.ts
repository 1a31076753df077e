import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { attributeSelectors, changeClasses, renameInSelectors } from '../../styles/classes.ts'
import { classRename, renameInScripts } from '../../styles/scripts.ts'
import {
  ClassName,
  freeClass,
  leftWarning,
  MAX_LEFT,
  ScriptPlaces,
  ScriptsLeft,
  scriptWarning,
  siteClass,
} from './classTarget.ts'

export const renameClass = defineOperation({
  id: 'site.renameClass',
  summary: 'Rename a class',
  description:
    'Rename a class in the selectors of all stylesheets and on all elements of pages, templates and components. `scripts` in the result lists the lines of scripts that name it; they change only with scripts: true. `scriptsLeft` lists the places that have the word, or put a name together, and are left: each with its reason.',
  icon: 'pencil-line',
  keywords: ['rename css class', 'refactor class', 'change class name'],
  effect: 'write',
  onDemand: true,
  affects: ['styles', 'page', 'site'],
  input: Type.Object(
    { from: ClassName, to: ClassName, scripts: Type.Optional(Type.Boolean()) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    from: Type.String(),
    to: Type.String(),
    rules: Type.Integer(),
    nodes: Type.Integer(),
    documents: Type.Array(Type.String()),
    scripts: ScriptPlaces,
    scriptsChanged: Type.Boolean(),
    scriptsLeft: ScriptsLeft,
  }),
  async run(context: SiteContext, { from, to, scripts = false }) {
    const old = await siteClass(context, from, '/from')
    // After a rename that left the scripts, a second call with scripts: true changes them.
    const late = old.refused && scripts ? await renamedBefore(context, from, to) : undefined
    if (late) return ok({ ...late, rules: 0, nodes: 0, documents: [], scriptsChanged: true })
    if (old.refused) return old.refused
    const next = await freeClass(context, to, '/to')
    if (next.refused) return next.refused
    const [name, wanted] = [old.found, next.found]
    const byAttribute = attributeSelectors(context.site, name)
    const rules = renameInSelectors(context.site, name, wanted)
    const changed = await changeClasses(context, (classes) => classes.map((each) => (each === name ? wanted : each)))
    const { places, left } = await renameInScripts(context, classRename(name, wanted), scripts)
    const warnings = [
      ...scriptWarning(places.length, scripts),
      ...byAttribute.map((selector) => `${selector.slice(0, 80)} names it by an attribute and was left as it is.`),
      ...leftWarning(left),
    ]
    const named = { scripts: places, scriptsChanged: scripts, scriptsLeft: left.slice(0, MAX_LEFT) }
    return ok({ from: name, to: wanted, rules, ...changed, ...named }, { warnings })
  },
})

/** The scripts that still name a class which was renamed before, changed; undefined if none does. */
async function renamedBefore(context: SiteContext, from: string, to: string) {
  const next = await siteClass(context, to, '/to')
  if (next.refused) return undefined
  const name = from.trim().replace(/^\./, '')
  const { places, left } = await renameInScripts(context, classRename(name, next.found), true)
  const named = { scripts: places, scriptsLeft: left.slice(0, MAX_LEFT) }
  return places.length > 0 ? { from: name, to: next.found, ...named } : undefined
}
