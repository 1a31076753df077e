/** The grammar of properties, and what matches values against it. */
export interface CssGrammar {
  properties: Readonly<Record<string, unknown>>
  matchProperty(name: string, value: string): { error: { name: string; mismatchOffset?: number } | null }
}

/** Loads the grammar, which is large and wanted only when CSS is written. */
export async function loadGrammar(): Promise<CssGrammar> {
  const { lexer } = await import('css-tree/dist/csstree.esm')
  return lexer
}
