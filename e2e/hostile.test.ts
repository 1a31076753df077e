import { namedInputs } from './support/hostile.ts'
import { describeHostile } from './support/hostileTests.ts'

// covers apps/server/src/http apps/server/src/heavy

/** One input of each kind; `hostile.deep.test.ts` has all. */
const kinds = [
  'sign-in: 7.8 MB of [',
  'budgets: 300,000 unknown fields',
  'mcp: 7.8 MB of [',
  'import: a size that is said too small',
  'import: 60,000 entries',
  'insertHtml: 50,000 <select><option>',
  'applyCss: 300,000 selector parts',
  '1,000 sockets: health',
  '1,000 sockets: live documents',
]

describeHostile(
  kinds.map((kind) => {
    const input = namedInputs.find(({ name }) => name === kind)
    if (!input) throw new Error(`There is no input called ${kind}`)
    return input
  }),
)
