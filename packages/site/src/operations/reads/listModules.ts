import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { modules } from '../../modules/catalogue.ts'
import type { PropTarget } from '../../modules/module.ts'
import { styleProps } from '../../modules/style.ts'

export const list_modules = defineOperation({
  id: 'site.list_modules',
  summary: 'List the modules',
  description: 'Kinds of element with props, defaults and HTML; style props of all.',
  icon: 'blocks',
  keywords: ['element types', 'widgets', 'blocks', 'which props'],
  effect: 'read',
  input: Type.Object(
    { category: Type.Optional(Type.Enum(['layout', 'text', 'media', 'forms', 'data', 'structure'])) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    modules: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        category: Type.String(),
        html: Type.String(),
        /** JSON Schema of each prop, with the attribute that it is in the HTML. */
        props: Type.Record(Type.String(), Type.Unknown()),
        defaults: Type.Record(Type.String(), Type.Unknown()),
      }),
    ),
    /** Props of every module that shows something: CSS properties, which can differ by breakpoint. */
    styleProps: Type.Object({ breakpointOverridable: Type.Literal(true), names: Type.Array(Type.String()) }),
  }),
  run(_context: SiteContext, { category }) {
    const listed = modules.filter((each) => category === undefined || each.category === category)
    return ok({
      modules: listed.map(({ id, name, category: of, html, props }) => ({
        id,
        name,
        category: of,
        html,
        props: Object.fromEntries(
          Object.entries(props).map(([prop, { schema, to }]) => [
            prop,
            { ...schema, ...sourceOf(to), breakpointOverridable: false },
          ]),
        ),
        defaults: Object.fromEntries(
          Object.entries(props).flatMap(([prop, { default: preset }]) =>
            preset === undefined ? [] : [[prop, preset]],
          ),
        ),
      })),
      styleProps: { breakpointOverridable: true as const, names: [...styleProps.keys()] },
    })
  },
})

function sourceOf(to: PropTarget): { attribute?: string; is?: string } {
  if ('attribute' in to) return { attribute: to.attribute }
  return { is: 'text' in to ? 'the text' : 'the element' }
}
