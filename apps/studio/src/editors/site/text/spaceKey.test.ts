// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { typeSpaces } from './spaceKey.ts'

/** Presses a key in the element that is typed in; returns what was typed by the studio and whether the browser acts. */
function press(html: string, key: string, more: KeyboardEventInit = {}) {
  document.body.innerHTML = html
  const typed: string[] = []
  document.execCommand = (command, _, text) => typed.push(`${command} ${text}`) > 0
  const element = document.querySelector<HTMLElement>('[contenteditable]') ?? expect.fail()
  const listening = new AbortController()
  typeSpaces(element, listening.signal)
  const send = (type: string) =>
    element.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, cancelable: true, ...more }))
  const [down, up] = [send('keydown'), send('keyup')]
  listening.abort()
  const isOver = send('keydown')
  return { typed, acts: down || up, isOver }
}

test.each([
  '<button contenteditable>Buy</button>',
  '<details><summary contenteditable>More</summary></details>',
  '<button><span contenteditable>Buy</span></button>',
  '<summary><h3 contenteditable>More</h3></summary>',
])('a space typed in %s is a space and presses nothing', (html) => {
  expect(press(html, ' ')).toEqual({ typed: ['insertText  '], acts: false, isOver: true })
  expect(press(html, 'a')).toMatchObject({ typed: [], acts: true })
  expect(press(html, ' ', { ctrlKey: true })).toMatchObject({ typed: [], acts: true })
})

test('elsewhere the browser types the space', () => {
  for (const html of ['<p contenteditable>x</p>', '<a href="/" contenteditable>x</a>'])
    expect(press(html, ' ')).toMatchObject({ typed: [], acts: true })
})
