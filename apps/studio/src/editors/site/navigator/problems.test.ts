import type { Finding } from '@atelier/site'
import { expect, test } from 'vitest'
import { problemsOf } from './problems.ts'

const finding = (nodeId: string, severity: Finding['severity'], message: string, documentId = 'page'): Finding => ({
  code: 'missing-alt',
  severity,
  message,
  hint: '',
  documentId,
  nodeId,
})

test('a layer carries the worst of its findings and all of their sentences; notes and other pages do not count', () => {
  const problems = problemsOf(
    [
      finding('a', 'error', 'No alt.'),
      finding('a', 'warning', 'Too wide.'),
      finding('b', 'note', 'Fine.'),
      finding('c', 'error', 'Elsewhere.', 'other'),
    ],
    'page',
  )
  expect([...problems]).toEqual([['a', { severity: 'error', text: 'No alt.\nToo wide.' }]])
})
