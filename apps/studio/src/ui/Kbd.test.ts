import { describe, expect, it } from 'vitest'
import { shortcutKeys } from './shortcutKeys.ts'

describe('a shortcut', () => {
  it('is written as the platform writes it', () => {
    expect(shortcutKeys('mod+shift+z', true)).toEqual(['⌘', '⇧', 'Z'])
    expect(shortcutKeys('mod+shift+z', false)).toEqual(['Ctrl', 'Shift', 'Z'])
    expect(shortcutKeys('/', true)).toEqual(['/'])
    expect(shortcutKeys('alt+arrowup', true)).toEqual(['⌥', '↑'])
    expect(shortcutKeys('f2', false)).toEqual(['F2'])
    expect(shortcutKeys('mod+shift++', false)).toEqual(['Ctrl', 'Shift', '+'])
    expect(shortcutKeys('+', false)).toEqual(['+'])
  })
})
