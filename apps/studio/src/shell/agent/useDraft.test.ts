// @vitest-environment happy-dom
import { act, createElement, memo, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useStore } from '../../documents/store.ts'
import { createDraft, type Draft, useDraft } from './useDraft.ts'

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)

beforeEach(() => localStorage.clear())
let unmount: () => Promise<void> = async () => undefined
afterEach(() => unmount())

describe('the unsent text of a chat', () => {
  it('is kept by chat, and gone when it is empty', () => {
    const draft = createDraft('a')
    draft.set('half of it')
    draft.moveTo('b', false)
    expect(draft.text.get()).toBe('')
    draft.set('other')
    draft.moveTo('a', false)
    expect(draft.text.get()).toBe('half of it')
    draft.set('')
    expect(localStorage.getItem('a')).toBeNull()
    expect(createDraft('b').text.get()).toBe('other')
  })

  it('goes along to the chat that is found out, before what that has', () => {
    localStorage.setItem('a', 'kept')
    const draft = createDraft(undefined)
    draft.set('early')
    draft.moveTo('a', true)
    expect(draft.text.get()).toBe('early\nkept')
    // The chat is gone: the written text continues into the next.
    draft.moveTo('b', false)
    expect(draft.text.get()).toBe('early\nkept')
    draft.moveTo('c', false)
    expect(draft.text.get()).toBe('')
  })

  it('is put back before what was written since', () => {
    const draft = createDraft('a')
    draft.restore('lost')
    expect(draft.text.get()).toBe('lost')
    draft.set('since')
    draft.restore('lost')
    expect(draft.text.get()).toBe('lost\nsince')
  })
})

const rendered = { panel: 0, beside: 0, field: 0 }
const whole = (text: string) => text
let shown: Draft | undefined

const Beside = memo(() => {
  rendered.beside += 1
  return null
})

function Field({ draft }: { draft: Draft }) {
  rendered.field += 1
  return useStore(draft.text, whole)
}

function Panel() {
  rendered.panel += 1
  const draft = useDraft('key', false)
  useEffect(() => {
    shown = draft
  })
  return [createElement(Beside, { key: 'beside' }), createElement(Field, { key: 'field', draft })]
}

it('a key renders who shows the text, and nothing beside it', async () => {
  const host = document.createElement('div')
  const root = createRoot(host)
  unmount = () => act(async () => root.unmount())
  await act(async () => root.render(createElement(Panel)))
  for (const text of ['a', 'ab', 'abc']) await act(async () => shown?.set(text))
  expect(host.textContent).toBe('abc')
  expect(rendered).toEqual({ panel: 1, beside: 1, field: 4 })
})
