// @vitest-environment happy-dom
import { NodeSelection } from 'prosemirror-state'
import { expect, test } from 'vitest'
import { createMarkdownText } from '../markdown/markdownText.ts'
import { createRichText } from './blocks.ts'
import { insertPicture, setLink, setPictureAlt } from './model/commands.ts'
import { openSurface, type SurfaceOptions } from './surface.ts'

const options = (text: string): SurfaceOptions => ({
  text,
  format: createRichText,
  attributes: () => ({}),
  editable: () => true,
  onText: () => undefined,
  onBlur: () => undefined,
  onLink: () => undefined,
  pictureUrl: (src) => src,
  pictures: { upload: async () => ({ ok: false, reason: '' }), fetch: async () => ({ ok: false, reason: '' }) },
  onPicturesLost: () => undefined,
  notes: { source: '', pending: 'On its way', unreadable: 'no bytes', placeGone: 'no place' },
})

function open(text: string, more: Partial<SurfaceOptions> = {}) {
  const place = document.createElement('div')
  document.body.append(place)
  const surface = openSurface(place, { ...options(text), ...more })
  const paragraph = (at: number) => {
    const node = place.querySelectorAll('p')[at]?.firstChild
    if (!node) throw new Error('There is no such paragraph')
    return node
  }
  const paste = (types: Readonly<Record<string, string>>, files: readonly File[] = []) => {
    const event = new Event('paste', { bubbles: true, cancelable: true })
    const clipboardData = { getData: (type: string) => types[type] ?? '', files, types: Object.keys(types), items: [] }
    Object.defineProperty(event, 'clipboardData', { value: clipboardData })
    place.querySelector('[contenteditable]')?.dispatchEvent(event)
  }
  return { surface, paragraph, place, paste }
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
  let written = ''
  const { surface, place } = open('<p>Words</p>', {
    onText: (text) => {
      written = text
    },
    pictureUrl: (src) => `/files${src}`,
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

const PICTURE = 'data:image/png;base64,iVBORw0KGgo='

test('pasted pictures are in the text once they are in the media, and not before', async () => {
  const texts: string[] = []
  const taken: string[] = []
  const arrived = Promise.withResolvers<void>()
  const { surface, paste, place } = open('<p>Words</p>', {
    onText: (text) => void texts.push(text),
    pictures: {
      async upload(file) {
        taken.push(file.name)
        await arrived.promise
        return { ok: true, src: `/media/${file.name}` }
      },
      async fetch(url) {
        taken.push(url)
        await arrived.promise
        return { ok: false, reason: 'It is not reached.' }
      },
    },
  })
  const remote = 'https://example.com/b.png'
  paste({ 'text/html': `<p>A <img src="${PICTURE}" alt="A loaf"> b <img src="${remote}"> c <video></video></p>` })
  expect(taken).toEqual(['a-loaf.png', remote])
  expect(place.querySelectorAll('[data-pending]').length).toBe(2)
  expect(surface.pasted.get()).toMatchObject({ waiting: 2, leftOut: new Map([['video', 1]]) })
  expect(texts.at(-1)).not.toMatch(/pending|data:|<img/)
  arrived.resolve()
  await expect.poll(() => surface.pasted.get()?.waiting).toBe(0)
  expect(texts.at(-1)).toContain(`A <img src="/media/a-loaf.png" alt="A loaf"> b <img src="${remote}" alt=""> c`)
  expect(surface.pasted.get()).toMatchObject({ added: 1, remote: ['It is not reached.'], failed: [] })
})

test('a picture whose place is gone is said to be in the media only, and one without bytes not to be there', async () => {
  const arrived = Promise.withResolvers<void>()
  const { surface, paste } = open('<p>Words</p>', {
    pictures: {
      async upload() {
        await arrived.promise
        return { ok: true, src: '/media/a.png' }
      },
      fetch: async () => ({ ok: false, reason: '' }),
    },
  })
  paste({ 'text/html': `<p><img src="${PICTURE}"> <img src="file:///C:/a.png"></p>`, 'text/rtf': '{\\rtf1}' })
  surface.run((state, dispatch) => {
    dispatch?.(state.tr.delete(0, state.doc.content.size))
    return true
  })
  arrived.resolve()
  await expect.poll(() => surface.pasted.get()?.waiting).toBe(0)
  expect(surface.pasted.get()?.failed.toSorted()).toEqual(['no bytes', 'no place'])
})

test('a text that is closed while pictures are on their way keeps those of the web at their address', async () => {
  const texts: string[] = []
  let lost = 0
  const never = new Promise<never>(() => undefined)
  const { surface, paste } = open('<p>Words</p>', {
    onText: (text) => void texts.push(text),
    onPicturesLost: (count) => {
      lost = count
    },
    pictures: { upload: () => never, fetch: () => never },
  })
  paste({ 'text/html': `<p><img src="${PICTURE}"> <img src="https://example.com/b.png" alt="b"></p>` })
  surface.close()
  expect(texts.at(-1)).toContain('<img src="https://example.com/b.png" alt="b">')
  expect(lost).toBe(1)
})

test('what was copied here loses links that run something', () => {
  const texts: string[] = []
  const { paste } = open('<p></p>', { onText: (text) => void texts.push(text) })
  paste({ 'text/html': '<p data-pm-slice="1 1 []">A <a href="javascript:x()">b</a> <a href="/c/">c</a></p>' })
  expect(texts.at(-1)).toBe('<p>A b <a href="/c/">c</a></p>')
})

test('plain text becomes paragraphs, and in Markdown what its signs say', () => {
  const texts: string[] = []
  const onText = (text: string) => void texts.push(text)
  open('', { onText }).paste({ 'text/plain': 'One\ntwo\n\n- three' })
  expect(texts.at(-1)).toBe('<p>One<br>two</p>\n<p>- three</p>')
  open('', { onText, format: createMarkdownText }).paste({ 'text/plain': '# One\n\n* two\n* three' })
  expect(texts.at(-1)).toBe('# One\n\n* two\n* three')
})
