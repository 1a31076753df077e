/** `-20260514`, `-2025-08-07` and `@20250514`: when a model was made, which is not part of what it costs. */
const date = /[-@](?:20\d{6}|20\d\d-\d\d-\d\d)$/

/**
 * One key for a model, under all its names: a provider's own id (`claude-opus-4-8-20260514`) and the catalogue's slug
 * (`anthropic/claude-opus-4.8`) become `claude-opus-4-8`. The part before the last slash, the date and the dots are removed;
 * variants (`:thinking`, `-fast`) stay, because they have prices of their own.
 */
export function pricingKey(modelId: string): string {
  const [name, variant] = parts(modelId)
  return name.replace(date, '').replaceAll('.', '-') + variant
}

/** The same with its date, for a dated model that the catalogue lists with a price of its own. */
export function datedKey(modelId: string): string {
  const [name, variant] = parts(modelId)
  return name.replaceAll('.', '-') + variant
}

function parts(modelId: string): [name: string, variant: string] {
  const id = modelId.trim().toLowerCase()
  const bare = id.slice(id.lastIndexOf('/') + 1)
  const colon = bare.indexOf(':')
  return colon < 0 ? [bare, ''] : [bare.slice(0, colon), bare.slice(colon)]
}
