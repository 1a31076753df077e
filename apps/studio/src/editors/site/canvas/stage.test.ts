// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openEditor } from '../../../../testing/site/openEditor.ts'
import { createStage, type Stage } from './stage.ts'

const html =
  '<h1>First <em>word</em></h1><a href="https://elsewhere.example/">Link</a><form action="/x"><button>Go</button></form>'

type Editor = Awaited<ReturnType<typeof openEditor>>
let editor: Editor
let stage: Stage
let page: Document
let overlayRoot: HTMLElement
let keys: string[]

beforeEach(async () => {
  // Frames are drawn when a test asks for it.
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 0))
  vi.stubGlobal('cancelAnimationFrame', (id: number) => clearTimeout(id))
  editor = await openEditor({ home: html })
  // This DOM loads no frames: the page is in a document beside the studio's.
  const frame = document.createElement('iframe')
  page = document.implementation.createHTMLDocument('')
  Object.defineProperty(frame, 'contentDocument', { value: page })
  Object.defineProperty(frame, 'contentWindow', { value: window })
  overlayRoot = document.createElement('div')
  keys = []
  const made = createStage({
    session: editor.session,
    frame,
    overlayRoot,
    classes: { agent: 'agent', flash: 'flash', hand: 'hand', selected: 'selected' },
    scale: () => 1,
    device: () => ({ width: 1440, height: 900 }),
    active: () => true,
    activate: () => undefined,
    scrolled: () => undefined,
    onKey: ({ key }) => keys.push(key),
  })
  if (!made) throw new Error('The frame has no document')
  stage = made
  stage.show(editor.session.page.get(), editor.session.site.get(), false)
})
afterEach(() => {
  stage.destroy()
  editor.session.close()
  vi.unstubAllGlobals()
})

const element = (selector: string) => {
  const found = page.querySelector(selector)
  if (!found) throw new Error(`There is no ${selector}`)
  return found
}
/** The page's own handling of an event is up to it: whether it was kept from that. */
const fire = (selector: string, type: string, init: MouseEventInit = {}) => {
  const event = new MouseEvent(type, { bubbles: true, cancelable: true, ...init })
  element(selector).dispatchEvent(event)
  return event.defaultPrevented
}
const idOf = (tag: string) => editor.idsOf(tag)[0]
const typeIn = async (tag: string) => {
  stage.editText(idOf(tag) ?? '')
  await expect.poll(() => editor.session.state.get().editing).toBe(idOf(tag))
}

describe('the page in its frame', () => {
  test('is the page as it is open', () => {
    expect(page.body.innerHTML).toContain('<h1>First <em>word</em></h1>')
  })

  test.each([
    ['a', 'click'],
    ['a', 'auxclick'],
    ['form', 'submit'],
    ['form', 'reset'],
    ['h1', 'dragstart'],
    ['h1', 'contextmenu'],
  ])('does not act by itself: %s on %s', (selector, type) => {
    expect(fire(selector, type)).toBe(true)
  })

  test('follows what others write, and marks what the agent wrote', async () => {
    const text = [...(editor.session.page.get()?.model.tree().walk() ?? [])].find((node) => node.text === 'word')
    editor.connection.write('home', { [`${text?.id}/text`]: 'thing' }, 'agent')
    await expect.poll(() => element('em').textContent).toBe('thing')
    expect(editor.session.state.get().agentNode).toBeDefined()
    expect(overlayRoot.querySelector('.flash.agent')).not.toBeNull()
  })

  test('marks nothing of what the server writes for the person themselves', async () => {
    const done = Promise.withResolvers<void>()
    void editor.session.trackServerCall(done.promise)
    const text = [...(editor.session.page.get()?.model.tree().walk() ?? [])].find((node) => node.text === 'word')
    editor.connection.write('home', { [`${text?.id}/text`]: 'thing' }, 'agent')
    await expect.poll(() => element('em').textContent).toBe('thing')
    expect(editor.session.state.get().agentNode).toBeUndefined()
    expect(overlayRoot.querySelector('.flash')).toBeNull()
    done.resolve()
  })
})

describe('the pointer', () => {
  test('selects what is clicked, and marks what it is over', () => {
    fire('em', 'mousemove')
    expect(editor.session.state.get().hovered).toBe(idOf('em'))
    fire('em', 'click')
    expect(editor.session.state.get().selected).toBe(idOf('em'))
    fire('a', 'click')
    expect(editor.session.state.get().selected).toBe(idOf('a'))
    page.documentElement.dispatchEvent(new MouseEvent('mouseleave'))
    expect(editor.session.state.get().hovered).toBeUndefined()
  })

  test('begins no text selection and no focus of the page by one press, and lets a double one through', () => {
    expect(fire('h1', 'mousedown', { detail: 1 })).toBe(true)
    expect(fire('h1', 'mousedown', { detail: 2 })).toBe(false)
  })

  test('selects nothing else while it stays in what is being typed', async () => {
    fire('h1', 'dblclick')
    const heading = idOf('h1')
    await expect.poll(() => editor.session.state.get().editing).toBe(heading)
    expect(editor.session.state.get()).toMatchObject({ editing: heading, selected: heading })
    fire('em', 'click')
    expect(editor.session.state.get()).toMatchObject({ editing: heading, selected: heading })
    expect(fire('em', 'mousedown', { detail: 1 })).toBe(false)
    fire('em', 'mousemove')
    expect(editor.session.state.get().hovered).toBeUndefined()
    expect(editor.session.state.get().editing).toBe(heading)
    // A press elsewhere ends it.
    fire('a', 'mousedown', { detail: 1 })
    expect(editor.session.state.get().editing).toBeUndefined()
    fire('a', 'click')
    expect(editor.session.state.get().selected).toBe(idOf('a'))
  })
})

describe('typing', () => {
  test('in an element is an edit when it ends, and none when nothing was typed', async () => {
    await typeIn('a')
    const text = element('a').firstChild
    if (text) text.nodeValue = 'Typed'
    fire('h1', 'mousedown', { detail: 1 })
    await expect.poll(() => editor.textOf()).toContain('Typed')
    expect(editor.session.history.get().canUndo).toBe(true)
    editor.session.undo()
    await expect.poll(() => editor.textOf()).toContain('Link')
    await typeIn('a')
    fire('h1', 'mousedown', { detail: 1 })
    expect(editor.session.history.get().canUndo).toBe(false)
  })

  test('keeps keys from the studio’s shortcuts', async () => {
    const press = (selector: string) =>
      element(selector).dispatchEvent(new KeyboardEvent('keydown', { key: 'd', bubbles: true }))
    press('h1')
    expect(keys).toEqual(['d'])
    fire('h1', 'dblclick')
    // The text cannot take it yet.
    press('h1')
    await expect.poll(() => editor.session.state.get().editing).toBe(idOf('h1'))
    press('h1')
    expect(keys).toEqual(['d'])
    page.body.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, detail: 1 }))
    expect(editor.session.state.get().editing).toBeUndefined()
    press('h1')
    expect(keys).toEqual(['d', 'd'])
  })
})

test('a stage that is gone does not touch the page', () => {
  stage.destroy()
  expect(fire('a', 'click')).toBe(false)
  expect(editor.session.state.get().selected).toBeUndefined()
  expect(overlayRoot.childElementCount).toBe(0)
})
