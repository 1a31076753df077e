import { componentParams } from '../../src/component/params.ts'
import { createTestProject } from '../project.ts'
import { cssVectors, htmlVectors, textVectors } from '../vectors.ts'
import { type EntryPoint, finish, last } from './entryPoint.ts'

export async function names(): Promise<EntryPoint> {
  const project = createTestProject()
  const { pageId, root } = project.addPage('<p>x</p>')
  const texts = [...textVectors, ...htmlVectors.slice(0, 6)].map((each) => each.slice(0, 190))
  for (const text of texts) {
    const made = await project.call('addPage', { title: text, slug: text })
    const data = made.ok && typeof made.data === 'object' && made.data !== null ? made.data : {}
    const id = 'pageId' in data && typeof data.pageId === 'string' ? data.pageId : pageId
    await project.call('renamePage', { pageId: id, title: text, slug: text })
    for (const name of ['metaTitle', 'description', 'canonical', 'ogTitle', 'ogDescription', 'ogImage', 'language']) {
      await project.call('setPageSettings', { pageId: id, [name]: text })
    }
    await project.call('setPageSettings', { pageId: id, inFeed: true })
    for (const name of [
      'name',
      'language',
      'baseUrl',
      'metaTitle',
      'metaDescription',
      'ogImage',
      'favicon',
      'touchIcon',
      'robots',
    ]) {
      await project.call('setSiteSettings', { [name]: text.slice(0, 30) })
      await project.call('setSiteSettings', { [name]: text })
    }
    await project.call('renameNode', { nodeId: root, label: text })
    await project.call('assignClass', { nodeId: root, classId: text })
    await project.call('addBreakpoint', { label: text, width: 700 })
    for (const type of ['script', 'style'])
      await project.call('write_code_asset', { path: `${text}.js`, type, content: 'x' })
    await project.call('write_code_asset', { path: 'a.css', type: 'style', content: text })
  }
  for (const content of cssVectors) await project.call('write_code_asset', { path: 'b.css', type: 'style', content })
  return finish('names', texts.length * 30, project)
}

const LOOP =
  '<atelier-loop data-source-id="site.pages"><a href="{currentEntry.title}" title="{currentEntry.title}" style="color:{currentEntry.title}">{currentEntry.title}</a><iframe src="{currentEntry.title}"></iframe><svg><a xlink:href="{currentEntry.title}"><animate attributeName="href" values="{currentEntry.title}"></animate></a></svg><img src="{currentEntry.title}" alt="{currentEntry.title|url}"><xmp>{currentEntry.title}</xmp><noembed>{currentEntry.title}</noembed><noscript><p title="{currentEntry.title}">{currentEntry.title}</p></noscript><textarea>{currentEntry.title}</textarea><form action="{currentEntry.title}"><button formaction="java{currentEntry.slug}">x</button></form><template><p>{currentEntry.title}</p></template></atelier-loop>'

export async function filled(): Promise<EntryPoint> {
  const project = createTestProject()
  const values = [
    ...textVectors,
    ' java\nscript:pwn()',
    'script:pwn()',
    '</xmp><img src=x onerror=pwn()>',
    '</noembed><img src=x onerror=pwn()>',
    '</noscript><img src=x onerror=pwn()>',
    '</textarea><img src=x onerror=pwn()>',
    'red;background:url(javascript:pwn())',
    'data: text/html,<script>pwn()</script>',
  ]
  const { root } = project.addPage(LOOP + LOOP.replaceAll('site.pages', 'pages'))
  for (const [i, title] of values.entries()) {
    await project.call('addPage', { title, slug: `v${i}` })
  }
  const inside =
    '<section><a href="{params.x}" title="{params.x}" style="color:{params.x}">{params.x}</a><iframe src="{params.x}"></iframe><a href="java{params.x}">y</a><xmp>{params.x}</xmp></section>'
  await project.call('insertHtml', { parentId: root, html: inside })
  const nodeId = last(project, 'section')
  const made = await project.call('createComponent', { title: 'C', nodeIds: [nodeId] })
  const data = made.ok && typeof made.data === 'object' && made.data !== null ? made.data : {}
  const componentId = 'componentId' in data && typeof data.componentId === 'string' ? data.componentId : 'none'
  await project.call('setComponentParams', { componentId, params: [{ name: 'x', type: 'text', default: 'y' }] })
  if (componentParams(project.site, componentId).length !== 1) throw new Error('The component has no parameter')
  for (const x of values) {
    await project.call('insertComponent', { componentId, parentId: root, params: { x } })
    await project.call('insertHtml', {
      parentId: root,
      html: `<atelier-component ref="${componentId}" param-x='${x.replaceAll("'", '&#39;')}'></atelier-component>`,
    })
  }
  return finish('loops and parameters', values.length * 3, project)
}
