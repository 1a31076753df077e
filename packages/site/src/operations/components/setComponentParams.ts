import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { checkParams, componentParams, isParamName, paramsKey, paramValue } from '../../component/params.ts'
import { usesOf } from '../../component/uses.ts'
import type { SiteContext } from '../../context/context.ts'
import { nodeAttribute, readTree } from '../../document/tree.ts'
import { findComponent, Param } from './component.ts'

export const setComponentParams = defineOperation({
  id: 'site.setComponentParams',
  summary: 'Set the parameters of a component',
  description:
    'Replace the list of a component’s parameters: {params.name} in its HTML is the value that an instance gives (updateNodeProps on the instance), otherwise the default.',
  icon: 'sliders-horizontal',
  keywords: ['component props', 'component properties', 'variants', 'parameters', 'slots', 'options of a component'],
  effect: 'write',
  onDemand: true,
  affects: ['site'],
  input: Type.Object(
    { componentId: Type.String(), params: Type.Array(Param, { maxItems: 100 }) },
    { additionalProperties: false },
  ),
  output: Type.Object({ componentId: Type.String(), params: Type.Array(Type.Unknown()) }),
  async run(context: SiteContext, { componentId, params }) {
    const component = findComponent(context, componentId)
    if (component.refused) return component.refused
    const bad = params.findIndex(({ name }) => !isParamName(name))
    if (bad >= 0) {
      const hint = 'Use lower case letters, digits, - and _, beginning with a letter.'
      return fail('invalid_param', `"${params[bad]?.name}" is not a valid name of a parameter.`, {
        path: `/params/${bad}/name`,
        hint,
      })
    }
    const value = params.map((param) => paramValue({ ...param, default: param.default ?? '' }))
    const wrong = checkParams(value)
    if (wrong)
      return fail('invalid_param', wrong, { path: '/params', hint: 'A choice needs its options, a default its type.' })
    const gone = componentParams(context.site, componentId).filter(
      ({ name }) => !params.some((each) => each.name === name),
    )
    context.site.set(paramsKey(componentId), value)
    const warnings: string[] = []
    for (const { document, nodeIds } of await usesOf(context, componentId)) {
      const view = await context.drafts.open(document.id)
      const tree = view && readTree(view)
      for (const id of nodeIds) {
        const node = tree?.node(id)
        const left = node ? gone.filter(({ name }) => nodeAttribute(node, `param-${name}`) !== undefined) : []
        if (left.length > 0) {
          warnings.push(
            `The instance ${id} on “${document.title}” still passes ${left.map(({ name }) => name).join(', ')}.`,
          )
        }
      }
    }
    return ok({ componentId, params: value }, { warnings: warnings.slice(0, 20) })
  },
})
