// @vitest-environment happy-dom
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { openEditor } from '../../../../testing/site/openEditor.ts'
import { CommitInput } from '../fields/CommitInput.tsx'
import { KeepWords } from '../fields/keepWords.ts'
import { TextArea } from '../properties/TextArea.tsx'
import { ancestorsOf, placeFor, putBack } from './lostText.ts'
import type { TypingHost } from './typedText.ts'
import { startTyping } from './typing.ts'

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)

const page = '<main><section><div><h2>Title</h2></div></section><p>Below</p></main>'

test('words whose section was deleted are put back into what is left around it', async () => {
  const { session, connection, idsOf, textOf } = await openEditor({ home: page })
  const tree = () => session.page.get()?.model.tree() ?? expect.fail()
  const [heading = ''] = idsOf('h2')
  const [section = ''] = idsOf('section')
  const within = ancestorsOf(tree(), heading)
  connection.write('home', { [`${section}/deleted`]: true })
  expect(textOf()).toBe('Below')
  session.text.keepLost({ words: 'My <new>\ntitle', place: { tag: 'h2', within } })
  const [lost] = session.text.lost.get()
  if (!lost) return expect.fail('The words are not kept')
  expect(placeFor(tree(), lost)).toBe(idsOf('main')[0])
  expect(await putBack(session, lost)).toBe(true)
  expect(textOf()).toBe('BelowMy <new>title')
  expect(session.text.lost.get()).toEqual([])
  session.close()
})

test('the same words are kept once, and nothing is kept of nothing', async () => {
  const { session } = await openEditor({ home: page })
  for (const words of ['Mine', 'Mine', ' ', '']) session.text.keepLost({ words })
  expect(session.text.lost.get()).toEqual([{ words: 'Mine' }])
  session.close()
})

/** Types in a field, and then takes it off the screen while it still has the focus. */
async function typeAndRemove(field: (lost: string[]) => Parameters<typeof createElement>[0], words: string) {
  const { session } = await openEditor({ home: page })
  const keep = (typed: string) => session.text.keepLost({ words: typed })
  const lost: string[] = []
  const host = document.createElement('div')
  document.body.append(host)
  const root = createRoot(host)
  await act(async () => root.render(createElement(KeepWords, { value: keep }, createElement(field(lost)))))
  const input = host.querySelector<HTMLInputElement>('input, textarea') ?? expect.fail('There is no field')
  await act(async () => {
    input.focus()
    const proto = Object.getPrototypeOf(input)
    Object.getOwnPropertyDescriptor(proto, 'value')?.set?.call(input, words)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await act(async () => root.render(createElement(KeepWords, { value: keep })))
  await act(async () => root.unmount())
  session.close()
  host.remove()
  return { kept: session.text.lost.get().map((each) => each.words), lost }
}

test('what is typed into a field of one line that disappears is kept', async () => {
  const field = () => () => createElement(CommitInput, { value: 'Before', onCommit: () => expect.fail('Committed') })
  expect((await typeAndRemove(field, 'Half a sen')).kept).toEqual(['Half a sen'])
})

test('a text area that disappears while it is typed in tells of its words', async () => {
  const field = (lost: string[]) => () =>
    createElement(TextArea, {
      id: 'a',
      value: 'x',
      onCommit: () => undefined,
      onGone: (words) => void lost.push(words),
    })
  expect((await typeAndRemove(field, 'Two\nlines')).lost).toEqual(['Two\nlines'])
})

/** Opens the heading on the canvas, types in it if there are words, and has another person delete its section. */
async function typeAndDelete(words?: string) {
  const { session, connection, idsOf } = await openEditor({ home: page })
  const [heading = ''] = idsOf('h2')
  const [section = ''] = idsOf('section')
  const element = document.createElement('h2')
  element.textContent = 'Title'
  document.body.append(element)
  let hasEnded = false
  const host: TypingHost = {
    session,
    page: session.page.get() ?? expect.fail('No page is open'),
    renderer: {
      domOf: (id) => (id === heading ? element : undefined),
      ownId: (dom) => (dom === element ? heading : undefined),
      hold: () => undefined,
      release: () => undefined,
      update: () => undefined,
    },
    canvas: () => ({ rootId: '', node: () => undefined, children: () => [] }),
    began: () => undefined,
    ended() {
      hasEnded = true
    },
  }
  startTyping(host, heading, 'end')
  if (words !== undefined && element.firstChild) element.firstChild.textContent = words
  connection.write('home', { [`${section}/deleted`]: true })
  await expect.poll(() => hasEnded).toBe(true)
  element.remove()
  session.close()
  return session.text.lost.get()
}

test('words typed on the canvas are kept when another person deletes the element around them', async () => {
  expect(await typeAndDelete('Title and more')).toMatchObject([{ words: 'Title and more', place: { tag: 'h2' } }])
})

test('a text that was opened and not typed in is not kept', async () => {
  expect(await typeAndDelete()).toEqual([])
})
