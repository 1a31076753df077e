import type { Model } from './definition.ts'

/** Names under which models most often keep the place of an entry. */
const usual = ['order', 'sort_order', 'position', 'sort', 'rank', 'weight']

/**
 * The number field that holds the place of an entry among the others; undefined if the model has none.
 * @param asked its name, where it is not one of the usual ones
 */
export function orderFieldOf({ fields }: Pick<Model, 'fields'>, asked?: string): string | undefined {
  const numbers = fields.filter(({ definition }) => ['integer', 'number', 'decimal'].includes(definition.type))
  const names = asked === undefined ? usual : [asked]
  return names.find((name) => numbers.some((field) => field.name === name))
}
