// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { CommandPalette } from './CommandPalette.tsx'
import { type FoundThing, pathOfFound } from './foundPath.ts'
import { foundKind } from './foundStrings.ts'

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
let unmount: () => Promise<void> = async () => undefined
afterEach(async () => {
  await unmount()
  vi.unstubAllGlobals()
})

test('what was found opens at its address', () => {
  expect(pathOfFound('p', { id: 'a', type: 'page', name: 'A' })).toBe('/projects/p?page=a')
  expect(pathOfFound('p', { id: 's', type: 'section', name: 'S', pageId: 'a' })).toBe('/projects/p?page=a')
  expect(
    pathOfFound('p', { id: 'post/e', slug: 'e', type: 'entry', name: 'E', collectionSlug: 'post', locale: 'de' }),
  ).toBe('/projects/p/content?model=post&entry=e&locale=de')
  expect(pathOfFound('p', { id: 'f', type: 'image', name: 'F.jpg' })).toBe('/projects/p/content?room=media&file=f')
  expect(foundKind('entry', 'Posts', 'tr')).toBe('Posts · Turkish')
  expect(pathOfFound('p', { id: 'post', type: 'collection', name: 'Posts' })).toBe('/projects/p/content?model=post')
})

test('the palette lists what the project has by the typed words, and opens it', async () => {
  const asked: unknown[] = []
  const thing = { id: 'a', type: 'page', name: 'Baking class' }
  vi.stubGlobal('fetch', async (_url: unknown, init: { body?: string } = {}) => {
    asked.push(JSON.parse(init.body ?? '{}'))
    const body = { ok: true, data: { query: 'baking', matches: [thing] } }
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
  })
  const opened: FoundThing[] = []
  const host = document.createElement('div')
  document.body.append(host)
  const root = createRoot(host)
  const palette = createElement(CommandPalette, {
    commands: [],
    sections: [],
    projectId: 'p',
    onFound: (each) => void opened.push(each),
    onClose: () => undefined,
  })
  await act(async () => root.render(createElement(QueryClientProvider, { client: new QueryClient() }, palette)))
  unmount = async () => {
    await act(async () => root.unmount())
    host.remove()
  }
  const field = document.querySelector('input') ?? expect.fail()
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'baking')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  const option = await vi.waitFor(
    async () => {
      await act(async () => undefined)
      return document.querySelector<HTMLElement>('[role=option][aria-selected=true]') ?? expect.fail()
    },
    { timeout: 5_000 },
  )
  expect(option.textContent).toContain('Baking class')
  expect(option.textContent).toContain('Page')
  expect(asked).toEqual([{ input: { query: 'baking', limit: 8 } }])
  await act(async () => option.click())
  expect(opened).toEqual([thing])
})
