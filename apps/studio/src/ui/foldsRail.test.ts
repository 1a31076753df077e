// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { foldsRail } from './foldsRail.ts'

test('Escape folds a rail, but not where it restores a text or closed something else', () => {
  const target = (tag: string) => document.createElement(tag)
  const press = (key: string, tag: string, defaultPrevented = false) =>
    foldsRail({ key, defaultPrevented, target: target(tag) })
  expect(press('Escape', 'button')).toBe(true)
  expect(press('Escape', 'div')).toBe(true)
  expect(press('Escape', 'input')).toBe(false)
  expect(press('Escape', 'div', true)).toBe(false)
  expect(press('Enter', 'button')).toBe(false)
})
