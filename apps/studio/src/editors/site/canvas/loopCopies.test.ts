// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { loopCopyAt } from './loopCopies.ts'

function loop(written: string, copies: string) {
  const holder = document.createElement('div')
  holder.innerHTML = `<atelier-loop>${written}<atelier-ghosts>${copies}</atelier-ghosts></atelier-loop>`
  return (selector: string) => holder.querySelector(selector)
}

test('a copy is counted, and leads to the same place of what is written', () => {
  const find = loop(
    '<li id="a"><b id="b">1</b></li>',
    '<li><b>2</b></li><li id="third"><b id="in">3</b></li><li>4</li><li>5</li>',
  )
  expect(loopCopyAt(find('#in'))).toEqual({
    element: find('#third'),
    number: 3,
    count: 5,
    original: find('#b'),
  })
  expect(loopCopyAt(find('#b'))).toBeUndefined()
})

test('an entry of several elements is one copy', () => {
  const find = loop('<dt id="t">1</dt><dd id="d">1</dd>', '<dt>2</dt><dd id="second">2</dd><dt>3</dt><dd>3</dd>')
  expect(loopCopyAt(find('#second'))).toMatchObject({ number: 2, count: 3, original: find('#d') })
})
