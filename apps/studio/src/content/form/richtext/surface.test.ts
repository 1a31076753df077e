// @vitest-environment happy-dom
import { NodeSelection } from 'prosemirror-state'
import { expect, test } from 'vitest'
import { createRichText } from './blocks.ts'
import { insertPicture, setLink, setPictureAlt } from './commands.ts'
import { openSurface } from './surface.ts'

function open(text: string) {
  const place = document.createElement('div')
  document.body.append(place)
  const surface = openSurface(place, {
    text,
    format: createRichText,
    attributes: () => ({}),
    editable: () => true,
    onText: () => undefined,
    onBlur: () => undefined,
    onLink: () => undefined,
    pictureUrl: (src) => src,
    sourceNote: '',
  })
  const paragraph = (at: number) => {
    const node = place.querySelectorAll('p')[at]?.firstChild
    if (!node) throw new Error('There is no such paragraph')
    return node
  }
  return { surface, paragraph, place }
}

/** Selects as a browser does: the event comes later, in a task of its own. */
function selectLate(node: Node, from: number, to: number) {
  const stop = (event: Event) => event.stopImmediatePropagation()
  document.addEventListener('selectionchange', stop, true)
  getSelection()?.setBaseAndExtent(node, from, node, to)
  document.removeEventListener('selectionchange', stop, true)
}

test('what was selected a moment ago stays selected when a text of others arrives', () => {
  const { surface, paragraph } = open('<p>First words</p>\n<p>Second words</p>')
  surface.focus()
  selectLate(paragraph(1), 0, 6)
  surface.show('<p>First words of others</p>\n<p>Second words</p>')
  expect(paragraph(0).nodeValue).toBe('First words of others')
  expect(String(getSelection())).toBe('Second')
})

test('a key acts on what was selected a moment ago', () => {
  const { surface, paragraph, place } = open('<p>First words</p>')
  surface.focus()
  selectLate(paragraph(0), 0, 5)
  const editor = place.querySelector('[contenteditable]')
  editor?.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }))
  // The field for the address takes the focus before the browser tells of the selection.
  getSelection()?.removeAllRanges()
  surface.run(setLink('/first/'))
  expect(place.querySelector('a')?.textContent).toBe('First')
})

test('a command acts on what was selected a moment ago', () => {
  const { surface, paragraph, place } = open('<p>First words</p>')
  surface.focus()
  selectLate(paragraph(0), 0, 5)
  surface.run(setLink('/first/'))
  expect(place.querySelector('a')?.textContent).toBe('First')
})

test('a picture is shown where the studio has it, is described, and is written as it is published', () => {
  const place = document.createElement('div')
  document.body.append(place)
  let written = ''
  const surface = openSurface(place, {
    text: '<p>Words</p>',
    format: createRichText,
    attributes: () => ({}),
    editable: () => true,
    onText: (text) => {
      written = text
    },
    onBlur: () => undefined,
    onLink: () => undefined,
    pictureUrl: (src) => `/files${src}`,
    sourceNote: '',
  })
  surface.run(insertPicture('/media/loaf.jpg', 'A loaf'))
  expect(place.querySelector('img[alt="A loaf"]')?.getAttribute('src')).toBe('/files/media/loaf.jpg')
  expect(written).toContain('<img src="/media/loaf.jpg" alt="A loaf">')
  expect(surface.state.get().alt).toBeUndefined()
  surface.run((state, dispatch) => {
    dispatch?.(state.tr.setSelection(NodeSelection.create(state.doc, 1)))
    return true
  })
  expect(surface.state.get().alt).toBe('A loaf')
  surface.run(setPictureAlt('A rye loaf'))
  expect(written).toContain('alt="A rye loaf"')
})
