import { expect, it, test } from 'vitest'
import { credentialProviders, factsOf, loadWire, providers } from './index.ts'

it.each(credentialProviders)('%s has a mapping of its own id, and the fields of its credential', async (id) => {
  expect((await loadWire(id))?.id).toBe(id)
  const { credential, label } = providers[id]
  expect(label).not.toBe('')
  expect(URL.canParse(credential.urlExample)).toBe(true)
})

test('scripts have facts and no mapping, and an unknown id has neither', async () => {
  expect(await loadWire('rehearsal')).toBeUndefined()
  expect(factsOf('rehearsal')?.quirks?.scripted).toBe(true)
  expect(factsOf('toString')).toBeUndefined()
})
