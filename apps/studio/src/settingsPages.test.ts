import { expect, test } from 'vitest'
import { loadSettingsPage } from './settingsPages.tsx'
import { NotFound } from './ui/RouteStates.tsx'

test('the settings have the pages AI, people and account; other addresses under them lead nowhere', async () => {
  for (const id of ['ai', 'people', 'account']) expect.soft(await loadSettingsPage(id), id).not.toBe(NotFound)
  expect(await loadSettingsPage('nothing')).toBe(NotFound)
})
