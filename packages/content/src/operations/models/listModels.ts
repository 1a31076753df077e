import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { pageOf, readCursor, writeCursor } from '../../brain/page.ts'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { valueFields } from '../../model/named.ts'
import { KindOutput, pageInput } from '../shared/reads.ts'

export const list_models = defineOperation({
  id: 'content.list_models',
  summary: 'List the models',
  description:
    'Models with kind, fields by name and type (* required, `shared`: one value for all languages), and how many entries they have; the locales.',
  icon: 'boxes',
  keywords: ['content types', 'collections', 'schema', 'models'],
  effect: 'read',
  phases: phasesFor('read'),
  input: Type.Object(pageInput, { additionalProperties: false }),
  output: Type.Object({
    models: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        kind: KindOutput,
        domain: Type.String(),
        i18n: Type.Boolean(),
        title_field: Type.Optional(Type.String()),
        description: Type.Optional(Type.String()),
        fields: Type.Record(Type.String(), Type.String()),
        entries: Type.Integer(),
        /** Where its entries have pages on the site: `blog` for `/blog/<slug>/`. */
        route: Type.Optional(Type.String()),
      }),
    ),
    total: Type.Integer(),
    cursor: Type.Optional(Type.String()),
    locales: Type.Array(Type.String()),
    default_locale: Type.Optional(Type.String()),
    workflow: Type.Optional(Type.String()),
    /** How content goes out to visitors: `hand` on publishing, `change` with each published change. */
    release: Type.Optional(Type.String()),
  }),
  async run({ reader }: ContentContext, { limit = 50, cursor }) {
    const schema = await reader.schema()
    if (!schema) return ok({ models: [], total: 0, locales: [] })
    const counted = []
    for (const model of schema.models) counted.push({ model, entries: (await reader.entries(model.id)).length })
    const start = cursor === undefined ? 0 : (readCursor(cursor)?.index ?? 0)
    const { items, next } = pageOf(counted, { start, limit }, ({ model, entries }) => ({
      id: model.id,
      name: model.name,
      kind: model.kind,
      domain: model.domain,
      i18n: model.i18n,
      ...(model.title_field === undefined ? {} : { title_field: model.title_field }),
      ...(model.description === undefined ? {} : { description: model.description.slice(0, 300) }),
      fields: Object.fromEntries(
        (model.kind === 'dictionary' ? [] : valueFields(model)).map(
          ({ name, definition: { type, required }, shared }) => [
            name,
            `${type}${required ? '*' : ''}${shared === undefined ? '' : ' shared'}`,
          ],
        ),
      ),
      entries,
      ...(schema.routes?.[model.id] === undefined ? {} : { route: schema.routes[model.id] }),
    }))
    return ok({
      models: items,
      total: counted.length,
      ...(next === undefined ? {} : { cursor: writeCursor({ index: next, after: '', members: 0 }) }),
      locales: [...schema.config.locales.supported],
      default_locale: schema.config.locales.default,
      workflow: schema.config.workflow,
      release: schema.config.release ?? 'hand',
    })
  },
})
