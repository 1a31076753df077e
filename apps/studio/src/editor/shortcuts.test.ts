import { expect, test } from 'vitest'
import { keyName } from './shortcuts.ts'

const press = (key: string, held: Partial<Record<'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey', boolean>> = {}) =>
  keyName({ key, metaKey: false, ctrlKey: false, shiftKey: false, altKey: false, ...held })

test('Ctrl and ⌘ are one key', () => {
  expect(press('z', { ctrlKey: true })).toBe('mod+z')
  expect(press('Z', { metaKey: true, shiftKey: true })).toBe('mod+shift+z')
})

test('a sign that some keyboards write with Shift is that sign', () => {
  expect(press('/', { shiftKey: true })).toBe('/')
  expect(press('Enter', { shiftKey: true })).toBe('shift+enter')
})
