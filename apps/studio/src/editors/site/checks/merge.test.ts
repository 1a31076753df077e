import type { Finding } from '@atelier/site'
import { expect, it } from 'vitest'
import { groupFindings, mergeWidths, withoutKnown } from './merge.ts'

const finding = (more: Partial<Finding>): Finding => ({
  code: 'overflow',
  severity: 'warning',
  message: 'Too wide',
  hint: 'Wrap',
  documentId: 'a',
  ...more,
})

it('lists a node once, with every width at which it is too wide', () => {
  const found = [
    finding({ nodeId: 'x', excerpt: '375 px' }),
    finding({ nodeId: 'y', excerpt: '375 px' }),
    finding({ nodeId: 'x', excerpt: '768 px' }),
  ]
  expect(mergeWidths(found).map(({ nodeId, excerpt }) => [nodeId, excerpt])).toEqual([
    ['x', '375 px, 768 px'],
    ['y', '375 px'],
  ])
})

it('lists a missing picture once', () => {
  const missing = finding({ code: 'broken-image', nodeId: 'x' })
  const wide = finding({ nodeId: 'x' })
  expect(withoutKnown([missing], [{ ...missing, excerpt: '375 px' }, wide])).toEqual([missing, wide])
})

it('puts the open page first', () => {
  const found = [finding({ documentId: 'b' }), finding({ documentId: 'a' }), finding({ documentId: 'b' })]
  expect(groupFindings(found, 'a').map(({ documentId, findings }) => [documentId, findings.length])).toEqual([
    ['a', 1],
    ['b', 2],
  ])
})
