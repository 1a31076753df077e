import { expect, test } from 'vitest'
import { patchStore } from '../../../documents/store.ts'
import { createLayout } from '../../../shell/layout/state.ts'
import { createEditorState, lastPage, leaveComparison, showComparison, shownState } from './state.ts'

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

test('which width, panels and page were chosen is remembered; a selection is not', () => {
  const storage = memoryStorage()
  const state = createEditorState('p1', storage)
  const layout = createLayout(storage)
  state.update((value) => ({ ...value, width: 'mobile', documentId: 'page2', selected: 'n1' }))
  layout.update((value) => ({ ...value, navigator: false, sheet: 'properties' }))
  state.update((value) => ({ ...value, leftTab: 'media' }))
  const next = createEditorState('p1', storage).get()
  expect(next).toMatchObject({ width: 'mobile', leftTab: 'media' })
  expect(next.selected).toBeUndefined()
  expect(createLayout(storage).get()).toMatchObject({ navigator: false, agent: true, sheet: undefined })
  expect(lastPage('p1', storage)).toBe('page2')
  expect(lastPage('p2', storage)).toBeUndefined()
})

test('what an older or broken studio left behind is filled up or left aside', () => {
  const kept = (text: string) => {
    const storage = memoryStorage()
    storage.setItem('atelier.editor', text)
    return { ...createEditorState('p1', storage).get(), ...createLayout(storage).get() }
  }
  const before =
    '{"width":"tablet","navigator":false,"properties":true,"agent":true,"rightTab":"properties","leftTab":"code"}'
  expect(kept(before)).toMatchObject({ width: 'tablet', navigator: false, rightTab: 'properties', leftTab: 'code' })
  expect(kept('{"width":"tablet"}')).toMatchObject({ width: 'tablet', navigator: true })
  expect(kept('{"width":1440}').width).toBe('fit')
  expect(kept('nonsense').width).toBe('fit')
  expect(kept('[]').width).toBe('fit')
})

test('the state of the style target is shown while the panel shows that target, else the chosen one', () => {
  const state = createEditorState('p1', memoryStorage()).get()
  const aimed = { ...state, selected: 'n', styleTarget: { nodeId: 'n', wish: { state: ':hover::before' } } }
  expect(shownState(state)).toBeUndefined()
  expect(shownState(aimed)).toBe(':hover')
  expect(shownState({ ...aimed, forcedState: ':active' })).toBe(':hover')
  expect(shownState({ ...aimed, forcedState: ':active', selected: 'm' })).toBe(':active')
  expect(shownState({ ...aimed, propertyTab: 'settings' })).toBeUndefined()
  expect(shownState({ ...aimed, editing: 'n' })).toBeUndefined()
  expect(shownState({ ...aimed, styleTarget: { nodeId: 'n', wish: { state: '::before' } } })).toBeUndefined()
})

test('a comparison leads back to the dialog that it was opened from', () => {
  const state = createEditorState('p1', memoryStorage())
  patchStore(state, { dialog: 'history' })
  showComparison(state, { of: 'version', id: 'v1', name: 'One' })
  expect(state.get()).toMatchObject({ dialog: undefined, comparing: { id: 'v1' } })
  leaveComparison(state)
  expect(state.get()).toMatchObject({ dialog: 'history', comparing: undefined, lastComparison: { id: 'v1' } })
  patchStore(state, { dialog: undefined })
  showComparison(state, { of: 'release' })
  leaveComparison(state)
  expect(state.get()).toMatchObject({ dialog: undefined, comparing: undefined })
})
