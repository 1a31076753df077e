import { describe, expect, it } from 'vitest'
import { createTestProject, type TestProject } from '../../../testing/project.ts'
import { printCss } from '../../css/printCss.ts'
import { addMedia } from '../../media/entries.ts'

const hash = (digit: string) => digit.repeat(64)

function library(): { project: TestProject; pageId: string; about: string; photo: string; other: string } {
  const project = createTestProject()
  const add = (id: string, digit: string, folder: string, alt?: string) =>
    addMedia(project.site, {
      id,
      name: `${id}.jpg`,
      hash: hash(digit),
      type: 'image/jpeg',
      bytes: 10,
      width: 400,
      height: 300,
      folder,
      createdAt: Number.parseInt(digit, 16),
      ...(alt === undefined ? {} : { alt }),
    }).entry.path
  const photo = add('photo', 'a', 'team/office', 'The office')
  const other = add('other', 'b', 'team')
  add('third', 'c', '')
  const { pageId } = project.addPage(`<img class="p" src="/${photo}" alt=""><a href="/${photo}?x#y">Big</a>`, {
    css: `.hero { background: url("${photo}") no-repeat, url(/other.png) } @media print { .x { color: red } }`,
  })
  const { pageId: about } = project.addPage(
    `<img src="../${photo}"><img srcset="/${photo} 1x, /${photo} 2x" src="/x.png"><div style="background: url(/${photo})">${photo}</div>`,
    { title: 'About', slug: 'about' },
  )
  project.site.set('settings/favicon', `/${photo}`)
  project.site.set(`page:${about}/ogImage`, `/${photo}`)
  return { project, pageId, about, photo, other }
}

describe('media', () => {
  it('are listed, filtered and in parts', async () => {
    const { project } = library()
    const list = (input: object) => project.call('list_media', input)
    expect(await list({})).toMatchObject({
      data: {
        total: 3,
        nextOffset: null,
        folders: ['team', 'team/office'],
        media: [
          { mediaId: 'third' },
          { mediaId: 'other' },
          { mediaId: 'photo', alt: 'The office', url: expect.stringMatching(/^\/media\/photo-/) },
        ],
      },
    })
    expect(await list({ folder: 'team', missingAlt: true })).toMatchObject({
      data: { media: [{ mediaId: 'other' }], total: 1 },
    })
    expect(await list({ search: 'OFFICE photo' })).toMatchObject({ data: { media: [{ mediaId: 'photo' }] } })
    expect(await list({ kind: 'video' })).toMatchObject({ data: { media: [], total: 0 } })
    expect(await list({ limit: 2, offset: 1 })).toMatchObject({
      data: { media: [{ mediaId: 'other' }, { mediaId: 'photo' }], nextOffset: null },
    })
    expect(await list({ limit: 2 })).toMatchObject({ data: { nextOffset: 2 } })
  })

  it('tell where they are used', async () => {
    const { project, pageId, about } = library()
    const answer = await project.call('list_media', { search: 'photo', uses: true })
    expect(answer).toMatchObject({ ok: true })
    const { media } = Object(answer.ok && answer.data)
    const uses = media[0].uses.map(({ kind, documentId, label }: Record<string, string>) => [kind, documentId, label])
    expect(uses).toEqual([
      ['element', pageId, 'Home: <img> src'],
      ['element', pageId, 'Home: <a> href'],
      ['element', about, 'About: <img> src'],
      ['element', about, 'About: <img> srcset'],
      ['element', about, 'About: <div> style'],
      ['setting', about, 'About: ogImage'],
      ['style', undefined, '.hero { background }'],
      ['setting', undefined, 'setting favicon'],
    ])
  })

  it('are described, moved and renamed', async () => {
    const { project } = library()
    expect(await project.call('updateMedia', { mediaId: 'photo', alt: ' New ', folder: ' a / b ' })).toMatchObject({
      data: { alt: 'New', folder: 'a/b', changed: ['alt', 'folder'] },
    })
    expect(await project.call('moveMediaFolder', { folder: 'team', to: 'people' })).toMatchObject({
      data: { moved: 1, folders: ['a', 'a/b', 'people'] },
    })
    expect(await project.call('moveMediaFolder', { folder: 'a', to: 'a/c' })).toMatchObject({ error: { path: '/to' } })
    expect(await project.call('moveMediaFolder', { folder: 'none', to: 'x' })).toMatchObject({
      error: { code: 'unknown_folder' },
    })
    expect(await project.call('updateMedia', { mediaId: 'photo', folder: '../x' })).toMatchObject({
      error: { path: '/folder' },
    })
  })

  it('are replaced wherever they are used, and nothing else is touched', async () => {
    const { project, pageId, about, photo, other } = library()
    const answer = await project.call('replaceMedia', { mediaId: 'photo', withMediaId: 'other' })
    expect(answer).toMatchObject({ ok: true, data: { pageIds: [pageId, about], url: `/${other}` } })
    const home = await project.call('read_document', { document: { id: pageId } })
    const text = JSON.stringify(home)
    expect(printCss(project.site)).toContain(`url("/${other}") no-repeat, url(/other.png)`)
    expect(text).not.toContain(photo)
    const page = JSON.stringify(await project.call('read_document', { document: { id: about } }))
    expect(page.split(photo)).toHaveLength(2)
    expect(page).toContain(`/${other} 1x, /${other} 2x`)
    expect(project.site.get('settings/favicon')).toBe(`/${other}`)
    expect(await project.call('list_media', { search: 'photo', uses: true })).toMatchObject({
      data: { media: [{ uses: [] }] },
    })
  })

  it('are replaced with the alt text of the new one, or a given one, and keep the width that they have', async () => {
    const { project, photo, other } = library()
    const { pageId } = project.addPage(
      `<img src="/${photo}" alt="The old office" width="200" height="150"><img src="/${photo}" alt=""><img src="/${photo}" alt="{page.title}">`,
      { title: 'Team', slug: 'team' },
    )
    const text = async () => JSON.stringify(await project.call('read_document', { document: { id: pageId } }))
    const answer = await project.call('replaceMedia', { mediaId: 'photo', withMediaId: 'other' })
    expect(answer).toMatchObject({ ok: true, warnings: [expect.stringMatching(/^1 of the pictures .*\(Team\)/)] })
    expect(await text()).not.toContain('The old office')
    expect(await text()).toContain('{page.title}')
    expect(await text()).toContain(other)
    expect(
      await project.call('replaceMedia', { mediaId: 'other', withMediaId: 'photo', alt: 'A {page.title} desk' }),
    ).toMatchObject({ ok: true })
    expect(await text()).toContain('A \\\\{page.title} desk')
  })

  it('that are deleted say where they are missed', async () => {
    const { project } = library()
    expect(await project.call('deleteMedia', { mediaId: 'third' })).toMatchObject({ ok: true, data: { uses: [] } })
    const answer = await project.call('deleteMedia', { mediaId: 'photo' })
    const says = /^“photo\.jpg” is still used in 8 places.*: Home: <img> src/
    expect(answer).toMatchObject({ ok: true, warnings: [expect.stringMatching(says)] })
    expect(await project.call('deleteMedia', { mediaId: 'photo' })).toMatchObject({
      error: { code: 'unknown_media', hint: expect.stringContaining('other') },
    })
  })
})
