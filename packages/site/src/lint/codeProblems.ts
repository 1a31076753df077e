import { Type } from 'typebox'
import { type CodeAsset, codeAssets, dependencies } from '../code/assets.ts'
import { isThere } from '../code/references.ts'
import type { SiteContext } from '../context/context.ts'
import { parseCss } from '../css/parse.ts'
import { lintCss } from './cssLint.ts'
import { unbalanced } from './cssRefusal.ts'
import { quote } from './problem.ts'

/** The maximum number of problems listed for one asset. */
const LISTED = 12

/** Problems of an asset in a result. */
export const Problems = Type.Array(Type.Object({ line: Type.Integer(), message: Type.String() }))

export interface CodeProblem {
  line: number
  message: string
  severity: 'error' | 'warning'
}

type Context = Pick<SiteContext, 'site' | 'services'>
type Script = Extract<CodeAsset, { type: 'script' }>

/**
 * The problems in the text of a script or style, in line order: syntax errors, imports that do not exist, and what
 * browsers drop. Scripts are checked only on the server; elsewhere they have no problems.
 */
export async function codeProblems(context: Context, asset: CodeAsset): Promise<CodeProblem[]> {
  const found = asset.type === 'style' ? await styleProblems(asset) : await scriptProblems(context, asset)
  return found.sort((a, b) => a.line - b.line).slice(0, LISTED)
}

/** The problems as a result field; an empty object if there are none. */
export function listProblems(problems: readonly CodeProblem[]): { problems?: { line: number; message: string }[] } {
  if (problems.length === 0) return {}
  return { problems: problems.map(({ line, message }) => ({ line, message })) }
}

async function styleProblems({ content }: CodeAsset): Promise<CodeProblem[]> {
  const open = unbalanced(content)
  const sheet = parseCss(content)
  const line = Number(/^Line (\d{1,7})/.exec(open ?? '')?.[1] ?? 1)
  const linted = await lintCss(content, sheet)
  const told = new Set(linted.map((problem) => problem.line))
  return [
    ...(open === undefined ? [] : [{ line, message: open.replace(/^Line \d{1,7}: /, ''), severity: 'error' as const }]),
    // A problem that a lint reports is not reported twice.
    ...sheet.errors.flatMap((error) =>
      told.has(error.line) || open !== undefined
        ? []
        : [{ line: error.line, message: `${error.message}.`, severity: 'warning' as const }],
    ),
    ...linted.map(({ line: at, message }) => ({ line: at, message, severity: 'warning' as const })),
  ]
}

async function scriptProblems({ site, services }: Context, { path, content, runtime }: Script): Promise<CodeProblem[]> {
  const checked = await services?.code?.check({ path, content, format: runtime.format })
  if (!checked) return []
  const assets = codeAssets(site)
  const wanted = dependencies(site)
  const missing = checked.imports.flatMap((written): CodeProblem[] => {
    const there = isThere(assets, { path }, written)
    const name = written.split('/', written.startsWith('@') ? 2 : 1).join('/')
    const isElsewhere = /^[a-z][a-z\d+.-]*:|^\/\//i.test(written)
    if (there === true || (there === undefined && !isElsewhere && Object.hasOwn(wanted, name))) return []
    const what =
      there === false
        ? `No script of the site is at ${quote(written)}; write it with write_code_asset, or import another.`
        : isElsewhere
          ? `${quote(written)} lies elsewhere and cannot be imported; add its package with setDependency.`
          : `The package ${quote(name)} is not a dependency of the site; add it with setDependency.`
    return [
      {
        line: codeLine(content, written),
        message: `${what} Until then the script is left out of what is published.`,
        severity: 'error',
      },
    ]
  })
  return [...checked.problems, ...missing]
}

function codeLine(content: string, written: string): number {
  const at = [`'${written}'`, `"${written}"`, `\`${written}\``]
    .map((each) => content.indexOf(each))
    .find((each) => each >= 0)
  return at === undefined ? 1 : content.slice(0, at).split('\n').length
}
