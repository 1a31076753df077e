// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { openSurface } from './surface.ts'

function open(text: string) {
  const place = document.createElement('div')
  document.body.append(place)
  const surface = openSurface(place, {
    text,
    attributes: () => ({}),
    editable: () => true,
    onText: () => undefined,
    onBlur: () => undefined,
    onLink: () => undefined,
    sourceNote: '',
  })
  const paragraph = (at: number) => {
    const node = place.querySelectorAll('p')[at]?.firstChild
    if (!node) throw new Error('There is no such paragraph')
    return node
  }
  return { surface, paragraph }
}

test('what was selected a moment ago stays selected when a text of others arrives', () => {
  // A browser sends the event later, in a task of its own.
  let isLate = false
  document.addEventListener('selectionchange', (event) => isLate && event.stopImmediatePropagation(), true)
  const { surface, paragraph } = open('<p>First words</p>\n<p>Second words</p>')
  surface.focus()
  isLate = true
  getSelection()?.setBaseAndExtent(paragraph(1), 0, paragraph(1), 6)
  isLate = false
  surface.show('<p>First words of others</p>\n<p>Second words</p>')
  expect(paragraph(0).nodeValue).toBe('First words of others')
  expect(String(getSelection())).toBe('Second')
})
