import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Catalogue } from './catalogue.ts'
import { pricingKey } from './key.ts'
import type { CatalogueEntry } from './price.ts'
import data from './snapshot.json' with { type: 'json' }

const Price = Type.Union([Type.Number(), Type.Null()])

/**
 * A line of `snapshot.json`: vendor, id, label, context window, longest answer, and the prices of input, output, what is
 * read from a cache and what is written to it for five minutes.
 */
const Row = Type.Tuple([
  Type.String(),
  Type.String(),
  Type.String(),
  Type.Integer(),
  Type.Integer(),
  Type.Number(),
  Type.Number(),
  Price,
  Price,
])

/** The makers' public list prices of November 2026, in dollars per million tokens, and the windows in tokens. */
const rows = /* @__PURE__ */ data.filter((row: unknown): row is Static<typeof Row> => Value.Check(Row, row))

/** The prices of a server that has never reached the live catalogue: the models of Anthropic and OpenAI. */
export const snapshot: Catalogue = /* @__PURE__ */ new Map(rows.map((row) => [pricingKey(row[1]), entryOf(row)]))

function entryOf(row: Static<typeof Row>): CatalogueEntry {
  const [vendor, , label, contextWindow, maxOutputTokens, input, output, cacheRead, cacheWrite5m] = row
  return {
    vendor,
    label,
    contextWindow,
    maxOutputTokens,
    vision: !label.startsWith('o3-mini'),
    tools: true,
    price: {
      input,
      output,
      ...(cacheRead === null ? {} : { cacheRead }),
      ...(cacheWrite5m === null ? {} : { cacheWrite5m }),
    },
  }
}
