import { expect, test } from 'vitest'
import { isTaken, keyName } from './shortcuts.ts'

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

test('Enter presses the button that has the focus, and nothing in a dialog reaches the page behind it', () => {
  const within = (...holders: string[]) =>
    Object.assign(new EventTarget(), {
      closest: (selector: string) => (holders.some((holder) => selector.includes(holder)) ? {} : null),
    })
  expect(isTaken('enter', within('button'))).toBe(true)
  expect(isTaken('delete', within('button'))).toBe(false)
  expect(isTaken('delete', within('[role="alertdialog"]'))).toBe(true)
  expect(isTaken('enter', within('main'))).toBe(false)
})
