import { type CodeAsset, librariesOf } from '../code/assets.ts'
import type { SiteContext } from '../context/context.ts'
import type { LooseNode } from '../document/edit.ts'
import { type ParseContext, parseHtml } from '../html/parse.ts'
import { codeProblems } from '../lint/codeProblems.ts'
import { lintCss } from '../lint/cssLint.ts'
import { checkHtml } from '../lint/html.ts'
import { SourceWatch } from '../lint/htmlSource.ts'
import { styleMistakes } from '../lint/htmlValues.ts'
import { Mistakes } from '../lint/mistakes.ts'
import { limitWarnings, problemWarnings } from '../lint/problem.ts'

/** A text that was written as a file or as a part of one, as it was parsed. */
export interface WrittenText {
  source: string
  nodes: readonly LooseNode[]
  context: ParseContext
}

/** The mistakes in written HTML as sentences, in the words of `insertHtml`. */
export async function htmlMistakes({ site }: SiteContext, { source, nodes, context }: WrittenText): Promise<string[]> {
  const mistakes = new Mistakes()
  const watch = new SourceWatch(source, context, mistakes)
  parseHtml(source, { context, watch: watch.attach })
  checkHtml(nodes, { source, libraries: librariesOf(site) }, mistakes)
  return [...mistakes.sentences(), ...(await styleMistakes(nodes))]
}

/** The same of CSS. */
export async function cssMistakes(css: string): Promise<string[]> {
  return css.trim() === '' ? [] : problemWarnings(await lintCss(css))
}

/** The same of a script or a stylesheet; of scripts only on the server. */
export async function codeMistakes(context: SiteContext, asset: CodeAsset): Promise<string[]> {
  const problems = await codeProblems(context, asset)
  return limitWarnings(problems.map(({ line, message }) => `Line ${line}: ${message}`))
}
