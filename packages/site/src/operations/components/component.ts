import { type Envelope, fail } from '@atelier/operation'
import { Type } from 'typebox'
import { type ComponentParam, componentParams, PARAM_TYPES, refuseValue } from '../../component/params.ts'
import type { SiteContext } from '../../context/context.ts'
import { components, type PageEntry, page } from '../../document/pages.ts'
import type { Found } from '../shared/target.ts'

/** A parameter as calls and results name it. */
export const Param = Type.Object(
  {
    name: Type.String({ description: 'Lower case, as in {params.name}' }),
    type: Type.Enum([...PARAM_TYPES]),
    default: Type.Optional(Type.String()),
    label: Type.Optional(Type.String({ maxLength: 200 })),
    description: Type.Optional(Type.String({ maxLength: 1_000 })),
    required: Type.Optional(Type.Boolean()),
    options: Type.Optional(Type.Array(Type.String(), { maxItems: 200 })),
  },
  { additionalProperties: false },
)

export function findComponent({ site }: SiteContext, id: string, path = '/componentId'): Found<PageEntry> {
  const entry = page(site, id)
  if (entry?.kind === 'component') return { found: entry }
  const known = components(site).map((each) => `${each.id} “${each.title}”`)
  const hint =
    known.length > 0 ? `The components are ${known.slice(0, 30).join(', ')}.` : 'Make one with createComponent.'
  return { refused: fail('unknown_component', `There is no component "${id.slice(0, 80)}".`, { path, hint }) }
}

/** The error of values that do not fit a component's parameters; undefined if they do. */
export function checkValues(
  { site }: SiteContext,
  component: PageEntry,
  values: Readonly<Record<string, string>>,
): Envelope<never> | undefined {
  const params: readonly ComponentParam[] = componentParams(site, component.id)
  for (const [name, value] of Object.entries(values)) {
    const param = params.find((each) => each.name === name)
    const known = params.map((each) => `${each.name} (${each.type})`).join(', ')
    const hint = known === '' ? 'It has no parameters; see setComponentParams.' : `The parameters are ${known}.`
    if (!param) {
      return fail('unknown_param', `“${component.title}” has no parameter "${name}".`, {
        path: `/params/${name}`,
        hint,
      })
    }
    const wrong = refuseValue(param, value)
    if (wrong) return fail('invalid_param', wrong, { path: `/params/${name}`, hint })
  }
  return undefined
}
