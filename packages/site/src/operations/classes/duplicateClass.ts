import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { changeClasses, copyRules } from '../../styles/classes.ts'
import { ClassName, freeClass, siteClass } from './classTarget.ts'

export const duplicateClass = defineOperation({
  id: 'site.duplicateClass',
  summary: 'Duplicate a class',
  description:
    'Copy every rule of a class under another name, each behind its original. The elements of nodeIds get the copy instead of the class.',
  icon: 'copy',
  keywords: ['copy class', 'clone class', 'variant of a class'],
  effect: 'write',
  onDemand: true,
  affects: ['styles', 'page'],
  input: Type.Object(
    { name: ClassName, to: ClassName, nodeIds: Type.Optional(Type.Array(Type.String(), { maxItems: 500 })) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    name: Type.String(),
    to: Type.String(),
    /** The selectors of the copies. */
    created: Type.Array(Type.String()),
    nodes: Type.Integer(),
    documents: Type.Array(Type.String()),
  }),
  async run(context: SiteContext, { to, nodeIds = [], ...input }) {
    const { found: name, refused } = await siteClass(context, input.name, '/name')
    if (refused) return refused
    const next = await freeClass(context, to, '/to')
    if (next.refused) return next.refused
    const created = copyRules(context.site, name, next.found, context.newId)
    if (created.length === 0) {
      const hint = 'Style it first, with setStyle or applyCss.'
      return fail('no_rules', `No rule has the class "${name}".`, { path: '/name', hint })
    }
    const wanted = new Set(nodeIds)
    const changed = await changeClasses(context, (classes, nodeId) =>
      wanted.has(nodeId) ? classes.map((each) => (each === name ? next.found : each)) : classes,
    )
    return ok({ name, to: next.found, created, ...changed })
  },
})
