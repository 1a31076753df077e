import { expect, test } from 'vitest'
import { languageName } from './languageName.ts'

test('a language is called by its name, and by its code if it has none', () => {
  expect(['en', 'tr', 'pt-BR', 'zh-Hant', 'qqx', '*'].map(languageName)).toEqual([
    'English',
    'Turkish',
    'Brazilian Portuguese',
    'Traditional Chinese',
    'qqx',
    '*',
  ])
})
