import { describe, expect, it } from 'vitest'
import { hasMessage, keyAction, maySend } from './composing.ts'

describe('what may be sent', () => {
  const draft = { text: 'Add a footer', pictures: false, reading: false, lock: null }

  it('sends a text or pictures, and no text of only blanks', () => {
    expect(maySend(draft)).toBe(true)
    expect(maySend({ ...draft, text: ' \n ' })).toBe(false)
    expect(maySend({ ...draft, text: '', pictures: true })).toBe(true)
    expect(hasMessage({ text: ' ', pictures: false })).toBe(false)
  })

  it('waits for a model and for pictures that are still read', () => {
    expect(maySend({ ...draft, lock: 'setup' })).toBe(false)
    expect(maySend({ ...draft, lock: 'chooseModel' })).toBe(false)
    expect(maySend({ ...draft, pictures: true, reading: true })).toBe(false)
  })
})

describe('what a key does in the composer', () => {
  const press = { key: 'Enter', shiftKey: false, metaKey: false, ctrlKey: false, altKey: false, isComposing: false }
  const idle = { ready: true, running: false }
  const atWork = { ready: true, running: true }

  it('sends with Enter, and begins a line with Shift+Enter', () => {
    expect(keyAction(press, idle)).toEqual({ kind: 'send' })
    expect(keyAction({ ...press, shiftKey: true }, idle)).toEqual({ kind: 'type' })
    expect(keyAction({ ...press, key: 'a' }, idle)).toEqual({ kind: 'type' })
  })

  it('tells an agent at work now, and after its run with a further key', () => {
    expect(keyAction(press, atWork)).toEqual({ kind: 'send', options: { delivery: 'steer' } })
    for (const modifier of ['metaKey', 'ctrlKey', 'altKey']) {
      expect(keyAction({ ...press, [modifier]: true }, atWork), modifier).toEqual({
        kind: 'send',
        options: { delivery: 'followUp' },
      })
    }
    expect(keyAction({ ...press, metaKey: true }, idle)).toEqual({ kind: 'send' })
  })

  it('begins no line with Enter when nothing may be sent', () => {
    expect(keyAction(press, { ready: false, running: true })).toEqual({ kind: 'hold' })
    expect(keyAction({ ...press, shiftKey: true }, { ready: false, running: true })).toEqual({ kind: 'type' })
  })

  it('leaves the text with Escape, and leaves every key to an input method that composes', () => {
    expect(keyAction({ ...press, key: 'Escape' }, idle)).toEqual({ kind: 'leave' })
    expect(keyAction({ ...press, isComposing: true }, idle)).toEqual({ kind: 'type' })
    expect(keyAction({ ...press, key: 'Escape', isComposing: true }, idle)).toEqual({ kind: 'type' })
  })
})
