import { expect, test } from 'vitest'
import { createEditorState, lastPage, readRemembered } from './state.ts'

function memoryStorage(): Storage {
  const values = new Map<string, string>()
  return {
    get length() {
      return values.size
    },
    clear: () => values.clear(),
    getItem: (key) => values.get(key) ?? null,
    key: (index) => [...values.keys()][index] ?? null,
    removeItem: (key) => {
      values.delete(key)
    },
    setItem: (key, value) => {
      values.set(key, value)
    },
  }
}

test('how panels stand and which page was open are remembered; a selection is not', () => {
  const storage = memoryStorage()
  const state = createEditorState('p1', storage)
  state.update((value) => ({ ...value, width: '390', navigator: false, documentId: 'page2', selected: 'n1' }))
  const next = createEditorState('p1', storage).get()
  expect(next).toMatchObject({ width: '390', navigator: false })
  expect(next.selected).toBeUndefined()
  expect(lastPage('p1', storage)).toBe('page2')
  expect(lastPage('p2', storage)).toBeUndefined()
})

test('what an older or broken studio left behind is filled up or left aside', () => {
  expect(readRemembered('{"width":"768"}')).toMatchObject({ width: '768', navigator: true })
  expect(readRemembered('{"width":"huge"}').width).toBe('fit')
  expect(readRemembered('nonsense').width).toBe('fit')
})
