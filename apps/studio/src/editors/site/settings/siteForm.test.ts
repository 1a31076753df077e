import { createMemoryView, createOverlay } from '@atelier/documents'
import { createSite } from '@atelier/site'
import { expect, test } from 'vitest'
import { afterRunsOf, gateOf, siteForm } from './siteForm.ts'

test('the form opens with what is set for the site', () => {
  const view = createOverlay(createMemoryView())
  createSite(view, { name: 'Kiln' })
  view.set('settings/checkGate', 'errors')
  expect(siteForm(view)).toMatchObject({ name: 'Kiln', language: 'en', robots: '', checkGate: 'errors' })
})

test('without a site it is empty, and its checks are the usual ones', () => {
  expect(siteForm(undefined)).toMatchObject({ name: '', language: 'en', checkGate: 'off', checkAfterRuns: 'tell' })
})

test('an unknown option is the usual one', () => {
  expect(['off', 'errors', 'warnings', 'all'].map(gateOf)).toEqual(['off', 'errors', 'warnings', 'off'])
  expect(['tell', 'show', 'off', 'ask'].map(afterRunsOf)).toEqual(['tell', 'show', 'off', 'tell'])
})
