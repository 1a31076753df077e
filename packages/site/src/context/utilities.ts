/** Compiles a stylesheet of Tailwind with the classes of pages; returns why it cannot be compiled as a sentence. */
export type CompileUtilities = (
  source: string,
  candidates: readonly string[],
) => Promise<{ css: string; problem?: undefined } | { css?: undefined; problem: string }>
