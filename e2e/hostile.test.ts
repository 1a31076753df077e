import { namedInputs } from './support/hostile.ts'
import { describeHostile } from './support/hostileTests.ts'

// covers apps/server/src/http apps/server/src/heavy

/** An input for each part of the server that has a limit of its own; `hostile.deep.test.ts` has all. */
const kinds = [
  'sign-in: 7.8 MB of [',
  'import: a size that is said too small',
  'insertHtml: 50,000 <select><option>',
  '1,000 sockets: live documents',
]

describeHostile(
  kinds.map((kind) => {
    const input = namedInputs.find(({ name }) => name === kind)
    if (!input) throw new Error(`There is no input called ${kind}`)
    return input
  }),
)
