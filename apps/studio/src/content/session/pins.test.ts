import { expect, test } from 'vitest'
import { createPins, MOST_PINS } from './pins.ts'

function memory() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  }
}
const pin = (id: string) => ({ reference: `post/${id}`, title: id })

test('what is pinned goes along with messages, and is there again after a reload', () => {
  const storage = memory()
  const pins = createPins('p', storage)
  expect(pins.context()).toBeUndefined()
  expect(pins.toggle(pin('a'))).toBe(true)
  pins.add([pin('a'), { reference: 'file:f', title: 'rye.jpg' }])
  expect(pins.context()).toBe('post/a file:f')
  expect(createPins('p', storage).context()).toBe('post/a file:f')
  expect(createPins('other', storage).context()).toBeUndefined()
  pins.toggle(pin('a'))
  expect(pins.context()).toBe('file:f')
})

test('no more is pinned than the prompt takes', () => {
  const pins = createPins('p', undefined)
  const many = Array.from({ length: MOST_PINS + 3 }, (_, at) => pin(`${at}`))
  expect(pins.add(many)).toBe(MOST_PINS)
  expect(pins.toggle(pin('one-more'))).toBe(false)
  expect(pins.all.get()).toHaveLength(MOST_PINS)
})

test('what another version has kept is no pin', () => {
  const storage = memory()
  for (const text of ['{', '{"a":1}', '[{"id":1}]']) {
    storage.setItem('atelier.pins.p', text)
    expect(createPins('p', storage).all.get()).toEqual([])
  }
})
