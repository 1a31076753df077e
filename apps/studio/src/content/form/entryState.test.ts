import { expect, test } from 'vitest'
import { localesShown, withLocale } from './localesShown.ts'
import { repositoryWords } from './repositoryWords.ts'
import { changedWords } from './staleWords.ts'

const all = ['en', 'tr', 'de', 'fr']

test('one to three languages stand side by side, in the order of the model', () => {
  expect(localesShown(undefined, all)).toEqual(['en'])
  expect(localesShown('gone', all)).toEqual(['en'])
  expect(localesShown('de,en', all)).toEqual(['en', 'de'])
  expect(localesShown('en,tr,de,fr', all)).toEqual(['en', 'tr', 'de'])
  expect(withLocale(['en'], 'de', all)).toEqual(['en', 'de'])
  expect(withLocale(['en', 'de'], 'en', all)).toEqual(['de'])
  expect(withLocale(['de'], 'de', all)).toEqual(['de'])
  expect(withLocale(['en', 'tr', 'de'], 'fr', all)).toEqual(['en', 'tr', 'fr'])
})

test('an entry says how far it is: saved, in the repository, or what keeps it from there', () => {
  const written = { seq: 4, written: 4, state: 'written' as const }
  const at = { saving: false, unsent: 0, refused: 0, problems: 0, waits: false, changed: false, repository: written }
  expect(repositoryWords({ ...at, saving: true })).toBe('Saving')
  expect(repositoryWords({ ...at, unsent: 1 })).toBe('No connection · 1 field is kept here')
  expect(repositoryWords(at)).toBe('Saved · in the repository')
  expect(repositoryWords({ ...at, repository: { ...written, written: 3, state: 'waiting' } })).toBe(
    'Saved · on its way to the repository',
  )
  expect(repositoryWords({ ...at, repository: { ...written, state: 'failed' } })).toBe(
    'Saved · the repository could not be written',
  )
  expect(repositoryWords({ ...at, problems: 2 })).toBe('Saved · not on the site yet')
  expect(repositoryWords({ ...at, problems: 2, refused: 1 })).toBe('1 field is not saved')
  expect(repositoryWords({ ...at, waits: true })).toBe('Saved · for a review')
  expect(repositoryWords({ ...at, changed: true })).toBe('Saved · waits to be published')
  expect(repositoryWords({ ...at, repository: undefined })).toBe('Saved')
})

test('the words of a text that have changed are counted', () => {
  expect(changedWords('Head baker', 'Master baker and teacher')).toBeGreaterThan(1)
  expect(changedWords('One two three', 'One two four')).toBe(1)
  expect(changedWords('One two three', 'One three')).toBe(1)
  expect(changedWords('Same', 'Same')).toBe(0)
})
