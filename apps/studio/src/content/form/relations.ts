/** An entry that a relation names. */
export interface Reference {
  model: string
  id: string
}

/** The entries that a text of a relation names; `models` are those that it may name. */
export function referencesOf(text: string, models: readonly string[]): Reference[] {
  if (text === '') return []
  let value: unknown = text
  try {
    if (/^[[{]/.test(text)) value = JSON.parse(text)
  } catch {
    // Half typed elsewhere: it is shown as one id.
  }
  const [model = ''] = models
  return (Array.isArray(value) ? value : [value]).flatMap((each): Reference[] => {
    if (typeof each === 'string') return [{ model, id: each }]
    if (typeof each === 'object' && each !== null && 'model' in each && 'ref' in each)
      return [{ model: String(each.model), id: String(each.ref) }]
    return []
  })
}

/** The text of a relation to these entries: ids, with their models where it may name several. */
export function relationText(references: readonly Reference[], models: readonly string[], several: boolean): string {
  const values = references.map(({ model, id }) => (models.length > 1 ? { model, ref: id } : id))
  const [first] = values
  if (first === undefined) return ''
  if (several) return JSON.stringify(values, null, 2)
  return typeof first === 'string' ? first : JSON.stringify(first)
}
