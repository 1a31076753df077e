import { createMemoryView } from '@atelier/documents'
import { expect, test } from 'vitest'
import { growthOf, LINEAR } from '../../../../scripts/testing/growth.ts'
import { checkedRedirects, redirectKey, redirects, redirectValue } from './redirects.ts'

function siteWith(leads: readonly (readonly [from: string, to: string])[]) {
  return createMemoryView(leads.map(([from, to]) => [redirectKey(from), redirectValue({ to }, 0)]))
}

const chain = (count: number) => Array.from({ length: count }, (_, at) => [`/a${at}`, `/a${at + 1}`] as const)

test.each([
  ['in one chain', chain],
  ['in one circle', (count: number) => [...chain(count - 1), [`/a${count - 1}`, '/a0'] as const]],
  ['each on its own', (count: number) => Array.from({ length: count }, (_, at) => [`/a${at}`, `/b${at}`] as const)],
])('redirects are read and checked in linear time, %s', async (_, leads) => {
  const prepare = (count: number) => {
    const site = siteWith(leads(count))
    return () => [redirects(site), checkedRedirects(site)]
  }
  expect(await growthOf(prepare, 16_000)).toBeLessThan(LINEAR)
})

test('resolves a chain to its end, and nothing that is in or leads into a circle', () => {
  const site = siteWith([
    ['/a', '/b'],
    ['/b', '/c.pdf'],
    ['/x', '/y'],
    ['/y', '/x'],
    ['/z', '/x'],
  ])
  expect(redirects(site)).toEqual([
    { from: '/a', to: '/c.pdf' },
    { from: '/b', to: '/c.pdf' },
  ])
  expect(checkedRedirects(site).map(({ from, problem }) => [from, problem])).toEqual([
    ['/a', undefined],
    ['/b', undefined],
    ['/x', 'It leads back to /x in a circle.'],
    ['/y', 'It leads back to /y in a circle.'],
    ['/z', 'It leads back to /z in a circle.'],
  ])
})
