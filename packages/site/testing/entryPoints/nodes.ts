import { readTree } from '../../src/document/tree.ts'
import { createTestProject } from '../project.ts'
import { attributeVectors } from '../vectors.ts'
import { type EntryPoint, finish, last, RAW } from './entryPoint.ts'

export async function props(): Promise<EntryPoint> {
  const project = createTestProject()
  const { root } = project.addPage('')
  for (const [tag, name, value] of attributeVectors) {
    const inSvg = tag === 'animate' || tag === 'use'
    const html = inSvg ? `<svg><a><${tag}></${tag}></a></svg>` : `<${tag}></${tag}>`
    await project.call('insertHtml', { parentId: root, html })
    const nodeId = last(project, tag)
    await project.call('updateNodeProps', { nodeId, patch: { [name]: value } })
  }
  return finish('updateNodeProps', attributeVectors.length, project)
}

/** Harmless text of one element, in another. */
export async function retag(): Promise<EntryPoint> {
  const project = createTestProject()
  const { root } = project.addPage('')
  let sent = 0
  for (const tag of RAW) {
    for (const inside of [
      `<!--</${tag}><img src=x onerror=pwn()>-->`,
      `<${tag}>a</${tag}>&lt;img src=x onerror=pwn()&gt;`,
      `&lt;/${tag}&gt;&lt;img src=x onerror=pwn()&gt;`,
      `<p title="</${tag}><img src=x onerror=pwn()>">x</p>`,
      `<b>&lt;img src=x onerror=pwn()&gt;</b>`,
    ]) {
      sent += 1
      await project.call('insertHtml', { parentId: root, html: `<div>${inside}</div>` })
      await project.call('updateNodeProps', { nodeId: last(project, 'div'), patch: { tag } })
    }
  }
  return finish('another tag', sent, project)
}

/** Harmless text of one place, in another. */
export async function moves(): Promise<EntryPoint> {
  const project = createTestProject()
  let sent = 0
  const into = [
    'xmp',
    'iframe',
    'noembed',
    'noframes',
    'title',
    'textarea',
    'noscript',
    'select',
    'g',
    'mtext',
    'mi',
    'mglyph',
    'form',
    'button',
    'a',
    'td',
    'tr',
    'template',
    'style',
    'p',
    'foreignObject',
    'desc',
  ]
  const moved = [
    '<!--</X><img src=x onerror=pwn()>-->',
    '<p>&lt;img src=x onerror=pwn()&gt;</p>',
    '<xmp><img src=x onerror=pwn()></xmp>',
    '<noembed></math></svg><img src=x onerror=pwn()></noembed>',
    '<svg><style>&lt;/style>&lt;img src=x onerror=pwn()></style></svg>',
    '<svg><title><!--</title></style><img src=x onerror=pwn()>--></title></svg>',
    '<math><mtext><xmp></math><img src=x onerror=pwn()></xmp></mtext></math>',
    '<b title="</X><img src=x onerror=pwn()>">x</b>',
  ]
  for (const [i, tag] of into.entries()) {
    const holder = /^(?:g|foreignObject|desc)$/.test(tag)
      ? `<svg><${tag}></${tag}></svg>`
      : /^(?:mtext|mi|mglyph)$/.test(tag)
        ? `<math><mtext><mglyph></mglyph></mtext><mi></mi></math>`
        : /^t[dr]$/.test(tag)
          ? '<table><tr><td></td></tr></table>'
          : tag === 'style'
            ? '<template><style></style></template>'
            : `<${tag}></${tag}>`
    const { pageId, root } = project.addPage(holder + moved.map((each) => each.replaceAll('X', tag)).join(''), {
      title: `M${i}`,
      slug: i === 0 ? 'index' : `m${i}`,
    })
    const page = project.pages.get(pageId)
    const tree = page && readTree(page)
    if (!tree) continue
    const all = [...tree.walk()]
    const newParentId = all.find((node) => node.tag === tag && node.kind === 'element')?.id ?? root
    for (const { id } of all.slice(1)) {
      if (id === newParentId) continue
      sent += 1
      await project.call('moveNode', { nodeId: id, newParentId, newIndex: 0 })
    }
  }
  return finish('moves', sent, project)
}
