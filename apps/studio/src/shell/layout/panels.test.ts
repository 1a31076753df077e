import { expect, test } from 'vitest'
import { type PanelName, panelsOf } from './panels.ts'
import { createLayout } from './state.ts'

const kinds = {
  wide: { compact: false, rail: false, beside: true },
  usual: { compact: false, rail: false, beside: false },
  narrow: { compact: false, rail: true, beside: false },
  compact: { compact: true, rail: false, beside: false },
}
type Kind = keyof typeof kinds

function openLayout() {
  const values = new Map<string, string>()
  const storage: Storage = {
    length: 0,
    clear: () => values.clear(),
    getItem: (key) => values.get(key) ?? null,
    key: () => null,
    removeItem: (key) => void values.delete(key),
    setItem: (key, value) => void values.set(key, value),
  }
  let layout = createLayout(storage)
  const panels = (kind: Kind) => panelsOf(layout, layout.get(), kinds[kind])
  return {
    panels,
    shown: (kind: Kind) => Object.entries(panels(kind).shown).flatMap(([name, on]) => (on ? [name] : [])),
    toggle: (kind: Kind, name: PanelName) => panels(kind).toggle(name),
    reload: () => {
      layout = createLayout(storage)
    },
  }
}

test('in a narrow window the navigator is folded until it is opened, which is remembered', () => {
  const { panels, shown, toggle, reload } = openLayout()
  expect(panels('narrow').rail).toBe(true)
  expect(shown('narrow')).toEqual(['agent'])
  toggle('narrow', 'navigator')
  reload()
  expect(shown('narrow')).toEqual(['navigator', 'agent'])
  panels('narrow').set('navigator', false)
  expect(shown('narrow')).toEqual(['agent'])
})

test('a navigator that is folded in a narrow window is open in a wide one, and the other way round', () => {
  const { shown, toggle } = openLayout()
  expect(shown('usual')).toEqual(['navigator', 'agent'])
  toggle('narrow', 'navigator')
  toggle('usual', 'navigator')
  expect(shown('usual')).toEqual(['agent'])
  expect(shown('narrow')).toEqual(['navigator', 'agent'])
})

test('properties and agent share a place unless the window is wide; on a small screen panels are sheets', () => {
  const { panels, shown } = openLayout()
  expect(shown('wide')).toEqual(['navigator', 'properties', 'agent'])
  panels('usual').show('properties')
  expect(shown('usual')).toEqual(['navigator', 'properties'])
  expect(shown('compact')).toEqual(['agent'])
  panels('compact').show('navigator')
  expect(shown('compact')).toEqual(['navigator', 'agent'])
})
