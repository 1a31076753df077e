import { describe, expect, test } from 'vitest'
import { createTestProject } from '../../../testing/project.ts'
import { pageSettings, siteSettings } from '../../publish/settings.ts'

describe('setPageSettings', () => {
  test('sets what is given, clears what is null, and returns what changed', async () => {
    const project = createTestProject()
    const { pageId } = project.addPage('<p>Hi</p>')
    const settings = { metaTitle: 'Bread', description: 'Fresh', canonical: '/bread', noindex: true }
    expect(await project.call('setPageSettings', { pageId, ...settings, metaTitle: ' Bread ' })).toMatchObject({
      data: { pageId, changed: ['metaTitle', 'description', 'canonical', 'noindex'], settings },
    })
    expect(await project.call('setPageSettings', { pageId, metaTitle: 'Bread', hidden: false })).toMatchObject({
      data: { changed: [] },
    })
    const cleared = await project.call('setPageSettings', { pageId, description: null, noindex: null })
    expect(cleared).toMatchObject({ data: { changed: ['description', 'noindex'] } })
    expect(pageSettings(project.site, pageId)).toEqual({ metaTitle: 'Bread', canonical: '/bread' })
  })

  test.each([
    [{ language: 'no language' }, 'invalid_language', '/language'],
    [{ canonical: 'javascript:alert(1)' }, 'invalid_url', '/canonical'],
    [{ ogImage: 'data:image/png;base64,AA' }, 'invalid_url', '/ogImage'],
    [{ metaTitle: 'x'.repeat(2_001) }, 'invalid_input', undefined],
    [{ title: 'x' }, 'invalid_input', undefined],
    [{ pageId: 'nowhere', metaTitle: 'x' }, 'unknown_page', '/pageId'],
  ])('refuses %j and changes nothing', async (input, code, path) => {
    const project = createTestProject()
    const { pageId } = project.addPage('<p>Hi</p>')
    const result = await project.call('setPageSettings', { pageId, description: 'Kept out', ...input })
    expect(result).toMatchObject({ ok: false, error: { code, ...(path === undefined ? {} : { path }) } })
    expect(pageSettings(project.site, pageId)).toEqual({})
  })

  test('is not for components', async () => {
    const project = createTestProject()
    project.addPage('<p>Hi</p>')
    const [page] = project.pages.keys()
    const root = project.pages.get(page ?? '')?.get('root')
    const inserted = await project.call('insertHtml', { parentId: root, html: '<b>Card</b>' })
    const nodeIds = inserted.ok ? (JSON.stringify(inserted.data).match(/n0\w{8}/g) ?? []) : []
    const nodeId = nodeIds.find((id) => id !== root && id !== page)
    const made = await project.call('createComponent', { title: 'Card', nodeIds: [nodeId] })
    const componentId = made.ok ? /"componentId":"(\w+)"/.exec(JSON.stringify(made.data))?.[1] : undefined
    expect(await project.call('setPageSettings', { pageId: componentId, metaTitle: 'x' })).toMatchObject({
      error: { code: 'no_page' },
    })
  })
})

describe('setSiteSettings', () => {
  test('sets what is given, clears what is null, and returns what changed', async () => {
    const project = createTestProject()
    const given = { name: 'Cakes', language: 'de', baseUrl: 'https://cake.example', favicon: '/media/icon.svg' }
    expect(await project.call('setSiteSettings', given)).toMatchObject({
      data: { changed: ['name', 'language', 'baseUrl', 'favicon'], settings: given },
    })
    expect(await project.call('setSiteSettings', { name: 'Cakes', favicon: null, checkGate: 'errors' })).toMatchObject({
      data: { changed: ['favicon', 'checkGate'] },
    })
    expect(siteSettings(project.site)).toEqual({ name: 'Cakes', language: 'de', baseUrl: 'https://cake.example' })
    expect(project.site.get('settings/checkGate')).toBe('errors')
  })

  test.each([
    [{ language: '?!' }, 'invalid_language'],
    [{ baseUrl: 'https://cake.example/shop' }, 'invalid_url'],
    [{ baseUrl: 'ftp://cake.example' }, 'invalid_url'],
    [{ favicon: 'javascript:alert(1)' }, 'invalid_url'],
    [{ touchIcon: '/a b.png' }, 'invalid_url'],
    [{ checkGate: 'perhaps' }, 'invalid_input'],
    [{ name: '' }, 'invalid_input'],
    [{ robots: 'x'.repeat(10_001) }, 'invalid_input'],
  ])('refuses %j and changes nothing', async (input, code) => {
    const project = createTestProject()
    const before = siteSettings(project.site)
    const result = await project.call('setSiteSettings', { metaTitle: 'Kept out', ...input })
    expect(result).toMatchObject({ ok: false, error: { code } })
    expect(siteSettings(project.site)).toEqual(before)
  })
})
