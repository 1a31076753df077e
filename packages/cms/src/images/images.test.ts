import { addMedia, mediaEntry } from '@atelier/site'
import { expect, test } from 'vitest'
import { createCmsProject } from '../../testing/project.ts'
import { addImageToSection } from '../operations/addImageToSection.ts'
import { deleteImage } from '../operations/deleteImage.ts'
import { findImage } from '../operations/findImage.ts'
import { getPageSections } from '../operations/getPageSections.ts'
import { listAllImages } from '../operations/listAllImages.ts'
import { replaceImage } from '../operations/replaceImage.ts'
import { searchImages } from '../operations/searchImages.ts'
import { updateSectionImage } from '../operations/updateSectionImage.ts'

function library() {
  const project = createCmsProject()
  const add = (id: string, name: string, alt?: string, more: object = {}) =>
    addMedia(project.site, {
      id,
      name,
      hash: id.padEnd(64, '0').replace(/[^a-f0-9]/g, 'a'),
      type: 'image/jpeg',
      bytes: 10,
      width: 400,
      height: 300,
      createdAt: id.charCodeAt(0),
      ...(alt === undefined ? {} : { alt }),
      ...more,
    }).entry.path
  const loaf = add('loaf', 'loaf.jpg', 'A dark rye loaf')
  const shop = add('shop', 'shop-front.jpg', 'The bakery from the street', { width: 800, height: 400 })
  const plain = add('zplain', 'dsc_0042.jpg')
  add('sheet', 'price list.pdf', undefined, { type: 'application/pdf' })
  const home = project.addPage(
    `<main><section><h1>Bread</h1><p>Open <b>daily</b>.</p><img src="/${loaf}" alt="Our loaf on a board" width="200" height="150"></section>
<section><h2>Shop</h2><img src="/${loaf}" alt=""><img src="/x.png" alt="x"></section><section><p>Words</p></section></main>`,
  )
  const ids = async () => {
    const read = await project.run(getPageSections, { pageId: home })
    return (read.ok && read.data?.sections.map(({ id }) => id)) || expect.fail()
  }
  return { ...project, home, loaf, shop, plain, ids }
}

test('pictures are found by words of their name and alt text, with typos, and told apart by relevance', async () => {
  const project = library()
  expect(await project.run(listAllImages, {})).toMatchObject({ data: { total: 3 } })
  expect(await project.run(findImage, { description: 'the photo of the bakery' })).toMatchObject({
    data: { image: { id: 'shop', url: `/${project.shop}`, relevance: 'strong' } },
  })
  expect(await project.run(findImage, { description: 'bakrey street' })).toMatchObject({
    data: { image: { id: 'shop' } },
  })
  expect(await project.run(searchImages, { query: 'rye street' })).toMatchObject({
    data: { images: [{ relevance: 'moderate' }, { relevance: 'moderate' }], total: 2 },
  })
  project.site.set('media:zplain/tags', ['Ostern', 'hare'])
  addMedia(project.site, {
    id: 'found',
    name: 'photo-17.jpg',
    hash: 'c'.repeat(64),
    type: 'image/jpeg',
    bytes: 10,
    createdAt: 1,
    source: { service: 'sketch', query: 'sourdough in a sunlit bakery' },
  })
  for (const [description, id] of [
    ['das Bild mit Ostern', 'zplain'],
    ['sourdough in sunlight', 'found'],
  ])
    expect(await project.run(findImage, { description: description ?? '' })).toMatchObject({ data: { image: { id } } })
  const none = await project.run(findImage, { description: 'a horse' })
  expect(none).toMatchObject({ ok: true, data: { others: [] }, warnings: [expect.stringContaining('No picture fits')] })
  expect(none).not.toHaveProperty('data.image')
})

test('a picture goes only into a field that takes one, with its alt text and its size', async () => {
  const project = library()
  const [bread = '', shop = '', words = ''] = await project.ids()
  const before = project.html(project.home)
  const add = (input: object) => project.run(addImageToSection, { imageId: 'shop', pageSectionId: bread, ...input })
  expect(await add({ fieldName: 'heading' })).toMatchObject({
    error: { code: 'not_a_picture_field', path: '/fieldName', hint: expect.stringContaining('image_') },
  })
  expect(await add({ pageSectionId: words })).toMatchObject({
    error: { code: 'no_picture_field', hint: expect.stringContaining('addSectionToPage') },
  })
  expect(await add({ pageSectionId: shop })).toMatchObject({ error: { code: 'ambiguous_field' } })
  expect(await add({ imageId: 'sheet' })).toMatchObject({ error: { code: 'not_an_image', path: '/imageId' } })
  expect(await add({ imageId: 'nothing like it' })).toMatchObject({
    error: { code: 'unknown_image', hint: expect.stringContaining('loaf') },
  })
  expect(project.html(project.home)).toBe(before)
  expect(await add({})).toMatchObject({
    ok: true,
    data: { image: { id: 'shop' }, field: { value: { src: `/${project.shop}`, alt: 'The bakery from the street' } } },
  })
  expect(project.html(project.home)).toBe(
    before.replace(
      `src="/${project.loaf}" alt="Our loaf on a board" width="200" height="150"`,
      `src="/${project.shop}" alt="The bakery from the street" width="800" height="400"`,
    ),
  )
  const update = { pageSectionId: bread, imageField: 'image', imageId: 'dsc_0042.jpg', alt: 'A new one' }
  expect(await project.run(updateSectionImage, update)).toMatchObject({
    data: { field: { value: { src: `/${project.plain}`, alt: 'A new one' } } },
  })
})

test('a picture is replaced wherever it is, every place is named first, and its alt text does not stay', async () => {
  const project = library()
  const input = { oldImageDescription: 'rye loaf', newImageId: 'shop', confirmed: true }
  expect(await project.consequence('replaceImage', input)).toMatchObject({
    message: expect.stringMatching(
      /^Show the picture shop \(shop-front\.jpg, .*\) in place of loaf \(loaf\.jpg, .*\) in 2 places: Home: <img> src, Home: <img> src\.$/,
    ),
    target: 'loaf.jpg (loaf)',
    documentIds: ['site', project.home],
  })
  const before = project.html(project.home)
  expect(await project.run(replaceImage, input)).toMatchObject({
    ok: true,
    data: { oldImage: { id: 'loaf' }, newImage: { id: 'shop' }, replaced: 2, pageIds: [project.home], entries: [] },
  })
  // The width on the page stays, the height is that of the new picture; decoration stays decoration.
  expect(project.html(project.home)).toBe(
    before
      .replace(
        'alt="Our loaf on a board" width="200" height="150"',
        'alt="The bakery from the street" width="200" height="100"',
      )
      .replaceAll(`/${project.loaf}`, `/${project.shop}`),
  )
  expect(await project.run(replaceImage, { oldImageDescription: 'shop', newImageId: 'zplain' })).toMatchObject({
    ok: true,
    warnings: [expect.stringContaining('no alt text')],
  })
  expect(project.html(project.home)).toContain(`src="/${project.plain}" alt="" width="200"`)
  expect(await project.run(replaceImage, { oldImageDescription: 'shop', newImageId: 'shop' })).toMatchObject({
    error: { code: 'same_image' },
  })
})

test('a description that fits two pictures deletes none, and the question names the file', async () => {
  const project = library()
  addMedia(project.site, {
    id: 'loaf2',
    name: 'loaf two.jpg',
    hash: 'b'.repeat(64),
    type: 'image/jpeg',
    bytes: 10,
    createdAt: 1,
  })
  expect(await project.consequence('deleteImage', { description: 'the loaf' })).toBeUndefined()
  expect(await project.run(deleteImage, { description: 'the loaf' })).toMatchObject({
    error: { code: 'ambiguous_image', hint: expect.stringMatching(/loaf .*loaf2/) },
  })
  expect(await project.consequence('deleteImage', { description: 'dark rye' })).toMatchObject({
    message: expect.stringMatching(/^Delete the picture loaf \(loaf\.jpg, .*\)\. It is missing then in 2 places/),
    documentIds: ['site', project.home],
  })
  expect(await project.run(deleteImage, { description: 'the loaf', confirmed: true })).toMatchObject({ ok: false })
  expect(await project.run(deleteImage, { description: 'loaf2' })).toMatchObject({ ok: true, data: { places: [] } })
  expect(mediaEntry(project.site, 'loaf')).toBeDefined()
  expect(mediaEntry(project.site, 'loaf2')).toBeUndefined()
})
