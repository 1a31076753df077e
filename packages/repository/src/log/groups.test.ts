import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Change, type ChangeCause, dueAt, groupChanges } from './groups.ts'

const content = 'refs/heads/contentrain'

/** A change from `who document cause`, such as `ada d1`, `ada d1 run:r1` or `bob d2 merge:m1`; `d2!` depends on links, `d2+` makes an entry. */
function change(text: string, seq: number, at = seq * 1000, ref = content): Change {
  const [who = '', named = '', causeText] = text.split(' ')
  const documentId = named.replace(/[!+]/, '')
  const [kind, id = ''] = causeText?.split(':') ?? []
  const cause: ChangeCause = kind === 'run' || kind === 'merge' ? { kind, id, title: id } : { kind: 'person' }
  return {
    seq,
    ref,
    documents: [documentId],
    cause,
    by: { name: who, userId: who },
    label: text,
    at,
    forAll: documentId === 'models',
    ...(named.endsWith('!') ? { links: 'depends' as const } : named.endsWith('+') ? { links: 'makes' as const } : {}),
  }
}

const grouped = (...texts: string[]) => seqsOf(texts.map((text, index) => change(text, index + 1)))
const seqsOf = (changes: Change[]) => groupChanges(changes).map((group) => group.changes.map(({ seq }) => seq))

it('one person’s edits are one commit, a run and a merge are one each', () => {
  expect(grouped('ada d1', 'ada d2', 'ada d1')).toEqual([[1, 2, 3]])
  expect(
    grouped('ada d1 run:r1', 'ada d2 run:r1', 'ada d3 run:r2', 'ada d4', 'ada d5 merge:m1', 'ada d6 merge:m1'),
  ).toEqual([[1, 2], [3], [4], [5, 6]])
})

it('edits 30 s apart are two commits', () => {
  expect(seqsOf([change('ada d1', 1, 0), change('ada d1', 2, 29_999), change('ada d2', 3, 59_999)])).toEqual([
    [1, 2],
    [3],
  ])
})

it('two persons at different entries are two commits however they alternate; at the same one they share it', () => {
  expect(grouped('ada d1', 'bob d2', 'ada d1', 'bob d2', 'ada d3')).toEqual([
    [1, 3, 5],
    [2, 4],
  ])
  const [shared] = groupChanges(['ada d1', 'bob d1', 'ada d1', 'eve d1'].map((text, index) => change(text, index + 1)))
  expect(shared?.by.name).toBe('ada')
  expect(shared?.coAuthors.map(({ name }) => name)).toEqual(['bob', 'eve'])
})

it('what a run and a person do to the same entry stays in the order it happened', () => {
  expect(grouped('ada d1 run:r1', 'bob d1', 'ada d1 run:r1')).toEqual([[1], [2], [3]])
  expect(grouped('ada d1 run:r1', 'bob d2', 'ada d1 run:r1')).toEqual([[1, 3], [2]])
})

it('what touches references or unique values overtakes nothing that does, and all else does', () => {
  // Bob frees a slug, or makes an author; Ada takes the slug, or names the author.
  expect(grouped('ada d1', 'bob d2!', 'ada d3!')).toEqual([[1], [2], [3]])
  expect(grouped('ada d1 run:r1', 'bob d2!', 'ada d3! run:r1')).toEqual([[1], [2], [3]])
  expect(grouped('ada d1', 'bob d2+', 'ada d3!')).toEqual([[1], [2], [3]])
  expect(grouped('ada d1+', 'bob d2+', 'ada d3+')).toEqual([[1, 3], [2]])
  expect(grouped('ada d1', 'bob d2', 'ada d3!')).toEqual([[1, 3], [2]])
  expect(grouped('ada d1', 'bob d2!', 'ada d3', 'ada d4!', 'ada d5')).toEqual([[1, 3], [2], [4, 5]])
})

it('a change of the models is between the changes before and after', () => {
  expect(grouped('ada d1', 'bob models', 'ada d2')).toEqual([[1], [2], [3]])
  expect(grouped('ada d1', 'ada models', 'ada d2', 'bob d3')).toEqual([[1, 2, 3], [4]])
  expect(grouped('ada d1 run:r1', 'bob models', 'ada d2 run:r1')).toEqual([[1], [2], [3]])
})

it('branches do not wait for each other, and each knows how far it is', () => {
  const other = 'refs/heads/cr/content/a/1-ab'
  const changes = [change('ada d1', 1), change('ada b1', 2, 2000, other), change('bob d2', 3), change('ada d1', 4)]
  expect(groupChanges(changes).map(({ ref, upTo, changes }) => [ref, changes.map(({ seq }) => seq), upTo])).toEqual([
    [content, [1, 4], 2],
    [other, [2], 2],
    [content, [3], 4],
  ])
})

it('a burst is due 2 s after its last edit, 30 s after its first at the latest, a run or merge at once', () => {
  expect(dueAt({ firstAt: 0, lastAt: 5000, immediate: false })).toBe(7000)
  expect(dueAt({ firstAt: 0, lastAt: 29_000, immediate: false })).toBe(30_000)
  expect(dueAt({ firstAt: 0, lastAt: 29_000, immediate: true })).toBe(0)
})

it('no change is lost, none overtakes another of its document, and the last commit has them all', () => {
  const texts = fc.constantFrom(
    'ada d1',
    'bob d1',
    'ada d2',
    'bob d3!',
    'bob d6+',
    'eve d4!',
    'ada d5!',
    'ada d1 run:r1',
    'bob d2 run:r2',
    'ada models',
    'eve d2 merge:m1',
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(texts, fc.integer({ min: 0, max: 20_000 })), { minLength: 1 }), (rows) => {
      let at = 0
      const changes = rows.map(([text, later], index) => {
        at += later
        return change(text, index + 1, at)
      })
      const groups = groupChanges(changes)
      const order = groups.flatMap((group) => group.changes)
      expect(order.map(({ seq }) => seq).sort((a, b) => a - b)).toEqual(changes.map(({ seq }) => seq))
      for (const one of order) {
        for (const later of order.slice(order.indexOf(one) + 1)) {
          if (later.seq > one.seq) continue
          expect(one.documents.filter((id) => later.documents.includes(id))).toEqual([])
          expect(one.forAll || later.forAll).toBe(false)
          expect(later.links !== undefined && one.links === 'depends').toBe(false)
        }
      }
      let seen: number[] = []
      for (const { changes: own, upTo } of groups) {
        seen = [...seen, ...own.map(({ seq }) => seq)]
        const held = changes.filter(({ seq }) => seq <= upTo)
        expect(held.every(({ seq }) => seen.includes(seq))).toBe(true)
      }
      expect(groups.at(-1)?.upTo).toBe(changes.length)
    }),
  )
})
