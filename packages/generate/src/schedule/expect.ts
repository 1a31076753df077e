import type { Plan } from '../plan/plan.ts'

/** Tokens that a model reads and writes. */
export interface ExpectedTokens {
  input: number
  output: number
}

/**
 * The size of one part, by the content of such prompts and answers: the plan, the styles and the shared parts are read again in each
 * round.
 */
const SHARED: ExpectedTokens = { input: 14_000, output: 3_500 }
const STYLES: ExpectedTokens = { input: 18_000, output: 5_000 }
const PAGE: ExpectedTokens = { input: 30_000, output: 1_200 }
const SECTION: ExpectedTokens = { input: 0, output: 900 }

/**
 * About how much what is still to be made of a plan takes; a guess for a person who decides, never a limit.
 * @param stands the keys of pages and the names of steps that stand
 */
export function expectedTokens({ pages }: Pick<Plan, 'pages'>, stands: ReadonlySet<string>): ExpectedTokens {
  const parts = [
    ...(stands.has('components') ? [] : [SHARED]),
    ...(stands.has('assets') ? [] : [STYLES]),
    ...pages.filter(({ key }) => !stands.has(key)).flatMap(({ sections }) => [PAGE, ...sections.map(() => SECTION)]),
  ]
  return {
    input: parts.reduce((sum, part) => sum + part.input, 0),
    output: parts.reduce((sum, part) => sum + part.output, 0),
  }
}
