import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { sourcesOf } from '../../compose/composition.ts'
import { TURN_FIELDS } from '../../compose/values.ts'
import type { SiteContext } from '../../context/context.ts'
import { contentSources } from '../../loop/contentSource.ts'
import type { LoopSource } from '../../loop/source.ts'
import { contentShelf } from '../shared/postTypes.ts'

const Named = Type.Object({ id: Type.String(), label: Type.String() })

const TABLE_NOTES = [
  'A loop over a table has data-source-id="data.rows" and data-table-id="<the id of the table>"; data-locale for another locale than the page’s.',
  'A field of a related entry: {currentEntry.author.name}. A long text as HTML: {currentEntry.body|html}, as the whole content of an element.',
]

export const list_loop_sources = defineOperation({
  id: 'site.list_loop_sources',
  summary: 'List what loops can read',
  description:
    'What an <atelier-loop data-source-id> can read: fields, tokens ({currentEntry.x}), orders, filters, tables.',
  icon: 'repeat',
  keywords: ['repeat list', 'blog list', 'collection list', 'dynamic list', 'query', 'page list loop', 'gallery loop'],
  effect: 'read',
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    sources: Type.Array(
      Type.Object({
        id: Type.String(),
        label: Type.String(),
        entries: Type.Number(),
        fields: Type.Array(
          Type.Object({ name: Type.String(), label: Type.String(), kind: Type.String(), token: Type.String() }),
        ),
        orderBy: Type.Array(Named),
        filters: Type.Array(
          Type.Object({
            attribute: Type.String(),
            label: Type.String(),
            values: Type.Optional(Type.Array(Type.String())),
          }),
        ),
      }),
    ),
    tables: Type.Array(Type.Unknown()),
    notes: Type.Array(Type.String()),
  }),
  async run(context: SiteContext) {
    const shelf = await contentShelf(context)
    await shelf?.ensure(shelf.view.models.map(({ id }) => id))
    const tables = shelf ? contentSources(shelf.view, shelf.view.locales.default) : []
    const describe = (source: LoopSource) => ({
      id: source.id,
      label: source.label,
      entries: source.entries(context.site).length,
      fields: [
        ...source.fields.map(({ name, label, kind }) => ({ name, label, kind, token: `{currentEntry.${name}}` })),
        ...TURN_FIELDS.map((name) => ({
          name,
          label: 'Place in the loop, from 1',
          kind: 'number',
          token: `{currentEntry.${name}}`,
        })),
      ],
      orderBy: [...source.orders],
      filters: source.filters.map(({ name, label, values }) => ({
        attribute: `data-filter-${name}`,
        label,
        ...(values ? { values: [...values] } : {}),
      })),
    })
    return ok({
      sources: sourcesOf({}).map(describe),
      tables: tables.map((source) => ({ ...describe(source), id: source.table ?? '' })),
      notes: [
        ...(tables.length > 0 ? TABLE_NOTES : []),
        'Each child of a loop is a variant; the entries go round them, so put what repeats into one element.',
        'In a loop within a loop {parentEntry.x} is the entry around. data-pagination="pages" with data-page-size makes pages of their own, at /page/2/.',
        'A loop cannot stand directly inside a table; put it around the table, or use a list.',
      ],
    })
  },
})
