import { createMemoryView, createOverlay } from '@atelier/documents'
import { createSite, importPage, type MediaEntry, readTree } from '@atelier/site'
import { expect, test } from 'vitest'
import { pictureProps } from './pictureProps.ts'

/** The one picture of a page, with these attributes. */
function image(attributes: Record<string, string>) {
  const page = createMemoryView()
  const site = createOverlay(createMemoryView())
  createSite(site, { name: 'Test' })
  let next = 0
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`)
  importPage(site, page, { html: `<img ${written.join(' ')}>`, newId: () => `n${next++}` })
  const [found] = [...readTree(page).walk()].filter(({ tag }) => tag === 'img')
  if (!found) throw new Error('There is no picture.')
  return found
}

const entry: MediaEntry = {
  id: 'm',
  name: 'Bread.png',
  path: 'media/bread.png',
  hash: 'h',
  type: 'image/png',
  bytes: 1,
  width: 800,
  height: 600,
  alt: 'A loaf',
  folder: '',
  createdAt: 0,
}

test('another picture takes the sizes of the old one away', () => {
  expect(pictureProps(image({ src: '/old.png', srcset: '/old-2.png 2x', sizes: '100vw', alt: 'Old' }), entry)).toEqual({
    src: '/media/bread.png',
    srcset: null,
    sizes: null,
  })
})

test('the proportion follows the new picture if the old one had both of its sides', () => {
  expect(pictureProps(image({ width: '10', height: '10', alt: 'Old' }), entry)).toMatchObject({
    width: '800',
    height: '600',
  })
  expect(pictureProps(image({ width: '10', alt: 'Old' }), entry)).not.toHaveProperty('width')
})

test('a picture of unknown size leaves no sides of the old one', () => {
  const { width: _width, height: _height, ...drawn } = entry
  expect(pictureProps(image({ width: '10', height: '10' }), drawn)).toMatchObject({ width: null, height: null })
})

test('the alternative text comes along, and never replaces one that was written', () => {
  expect(pictureProps(image({}), entry)).toMatchObject({ alt: 'A loaf' })
  expect(pictureProps(image({ alt: '' }), entry)).toMatchObject({ alt: 'A loaf' })
  expect(pictureProps(image({ alt: 'Ours' }), entry)).not.toHaveProperty('alt')
  expect(pictureProps(image({}), { ...entry, alt: '' })).not.toHaveProperty('alt')
})
