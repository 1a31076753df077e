import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { changeClasses, mergeRules } from '../../styles/classes.ts'
import { classRename, renameInScripts } from '../../styles/scripts.ts'
import { ClassName, leftWarning, MAX_LEFT, ScriptPlaces, ScriptsLeft, scriptWarning, siteClass } from './classTarget.ts'

export const mergeClasses = defineOperation({
  id: 'site.mergeClasses',
  summary: 'Merge two classes',
  description:
    'Give the elements and rules of one class (`from`) to another (`into`). Where both have a rule of the same selector, it keeps the values of `into` and gets what it lacks; `conflicts` lists the values that were dropped. scripts as in renameClass.',
  icon: 'merge',
  keywords: ['combine classes', 'join classes', 'same style twice'],
  effect: 'write',
  onDemand: true,
  affects: ['styles', 'page', 'site'],
  input: Type.Object(
    { from: ClassName, into: ClassName, scripts: Type.Optional(Type.Boolean()) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    from: Type.String(),
    into: Type.String(),
    merged: Type.Array(Type.String()),
    renamed: Type.Array(Type.String()),
    conflicts: Type.Array(
      Type.Object({ selector: Type.String(), property: Type.String(), kept: Type.String(), dropped: Type.String() }),
    ),
    nodes: Type.Integer(),
    documents: Type.Array(Type.String()),
    scripts: ScriptPlaces,
    scriptsChanged: Type.Boolean(),
    scriptsLeft: ScriptsLeft,
  }),
  async run(context: SiteContext, { scripts = false, ...input }) {
    const from = await siteClass(context, input.from, '/from')
    if (from.refused) return from.refused
    const into = await siteClass(context, input.into, '/into')
    if (into.refused) return into.refused
    const [old, name] = [from.found, into.found]
    if (old === name) return fail('same_class', 'These are the same class.', { path: '/into', hint: 'Name two.' })
    const rules = mergeRules(context.site, old, name, context.newId)
    const changed = await changeClasses(context, (classes) =>
      classes.includes(old) ? [...new Set(classes.map((each) => (each === old ? name : each)))] : classes,
    )
    const { places, left } = await renameInScripts(context, classRename(old, name), scripts)
    const named = { scripts: places, scriptsChanged: scripts, scriptsLeft: left.slice(0, MAX_LEFT) }
    const warnings = [...scriptWarning(places.length, scripts), ...leftWarning(left)]
    return ok({ from: old, into: name, ...rules, ...changed, ...named }, { warnings })
  },
})
