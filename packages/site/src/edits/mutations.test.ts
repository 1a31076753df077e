import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { tryEdits } from '../../testing/editTrials.ts'
import { editInFourTiers } from '../../testing/fourTiers.ts'
import { editsBetween } from '../../testing/realEdits.ts'
import { applyEdits } from './applyEdits.ts'

const folder = fileURLToPath(new URL('../../../../node_modules/startbootstrap-clean-blog/dist/', import.meta.url))
const pages = readdirSync(folder)
  .filter((name) => name.endsWith('.html'))
  .map((name) => readFileSync(`${folder}${name}`, 'utf8').replaceAll('\r\n', '\n'))

/** The edits that make one real page another one. `npm run bench -- edits` has those between published versions. */
const edits = pages.flatMap((source) => pages.flatMap((other) => (other === source ? [] : editsBetween(source, other))))

test('no mistake in a search ever changes another text than was meant', () => {
  expect(edits.length).toBeGreaterThan(40)
  const wrong: unknown[] = []
  const tallies = tryEdits(
    edits,
    ({ source, search, replace }) => {
      const { text, appliedCount } = applyEdits(source, [{ search, replace }], true)
      return appliedCount === 0 ? undefined : text
    },
    (mutation, { search, replace }) => wrong.push({ mutation, search, replace }),
  )
  expect(wrong).toEqual([])
  expect(tallies.nothing).toEqual(expect.objectContaining({ exact: edits.length }))
  for (const name of ['dedent', 'collapsed white space', 'quotes']) {
    expect(tallies[name], name).toEqual(expect.objectContaining({ refusedOnce: 0 }))
  }
  for (const [name, { tries, exact, whiteSpace, refused, wrong: count }] of Object.entries(tallies)) {
    expect(tries, name).toBeGreaterThan(10)
    expect(exact + whiteSpace + refused + count).toBe(tries)
  }
})

test('the four tiers that it is compared with find what they are known to find', () => {
  const source = '<h1>Bread  and cakes</h1>\n<p>From ten in the morning</p>\n<p>From ten in the morning</p>\n'
  const edit = (search: string) => editInFourTiers({ source, search, replace: 'X' })
  expect(edit('<h1>Bread and')).toBe(source.replace('<h1>Bread  and', 'X'))
  expect(edit('From ten in the morning')).toBe(source.replace('From ten in the morning', 'X'))
  expect(edit('<p>From tan in the mornin</p>')).toBe(source.replace('<p>From ten in the morning</p>', 'X'))
  expect(edit('Something that is not there at all')).toBeUndefined()
})
