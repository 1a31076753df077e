import { librariesOf } from '../code/assets.ts'
import type { SiteContext } from '../context/context.ts'
import type { LooseNode } from '../document/edit.ts'
import { type ParseContext, parseHtml } from '../html/parse.ts'
import { lintCss } from '../lint/cssLint.ts'
import { checkHtml } from '../lint/html.ts'
import { SourceWatch } from '../lint/htmlSource.ts'
import { Mistakes } from '../lint/mistakes.ts'
import { problemWarnings } from '../lint/problem.ts'

/** A text that was written as a file or as a part of one, as it was parsed. */
export interface WrittenText {
  source: string
  nodes: readonly LooseNode[]
  context: ParseContext
}

/** What does not do in written HTML what its author meant, as sentences: as `insertHtml` says it. */
export function htmlMistakes({ site }: SiteContext, { source, nodes, context }: WrittenText): string[] {
  const mistakes = new Mistakes()
  const watch = new SourceWatch(source, context, mistakes)
  parseHtml(source, { context, watch: watch.attach })
  checkHtml(nodes, { source, libraries: librariesOf(site) }, mistakes)
  return mistakes.sentences()
}

/** The same of CSS. */
export async function cssMistakes(css: string): Promise<string[]> {
  return css.trim() === '' ? [] : problemWarnings(await lintCss(css))
}
