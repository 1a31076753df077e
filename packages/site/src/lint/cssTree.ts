/** The property grammar and the matcher for values. */
export interface CssGrammar {
  properties: Readonly<Record<string, unknown>>
  /** The named parts of values: `length`, `content-position`. */
  types: Readonly<Record<string, unknown>>
  matchProperty(name: string, value: string): { error: { name: string; mismatchOffset?: number } | null }
}

/** Loads the grammar, which is large and needed only when CSS is written. */
export async function loadGrammar(): Promise<CssGrammar> {
  const { lexer } = await import('css-tree/dist/csstree.esm')
  return lexer
}
