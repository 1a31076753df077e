/** Properties that set one another without sharing their first word. */
const kin: Readonly<Record<string, string>> = {
  'line-height': 'font',
  top: 'inset',
  right: 'inset',
  bottom: 'inset',
  left: 'inset',
  width: 'size',
  height: 'size',
  'inline-size': 'size',
  'block-size': 'size',
  align: 'place',
  justify: 'place',
  row: 'gap',
  columns: 'column',
  order: 'order',
  min: 'limit',
  max: 'limit',
}

/** The group of properties of which one may set the value of another. */
function family(property: string): string {
  const bare = property.replace(/^-(?:webkit|moz|ms|o)-/, '')
  const word = bare.split('-')[0] ?? bare
  if (bare === 'column-gap' || bare === 'grid-gap' || bare === 'grid-row-gap' || bare === 'grid-column-gap')
    return 'gap'
  return kin[bare] ?? kin[word] ?? word
}

/**
 * Whether the order of two declarations can matter: the same property, or a shorthand and what it sets. It answers yes
 * too often rather than too seldom (`border-radius` and `border-top` count as related).
 */
export function overlap(one: string, other: string): boolean {
  if (one === other) return true
  if (one.startsWith('--') || other.startsWith('--')) return false
  if (one === 'all' || other === 'all') return true
  return family(one) === family(other)
}
