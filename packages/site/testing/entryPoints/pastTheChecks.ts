import type { Draft, Json } from '@atelier/documents'
import { type DefaultTreeAdapterTypes as Dom, parseFragment } from 'parse5'
import { birthValue, type Namespace } from '../../src/document/node.ts'
import { createTestProject, type TestProject } from '../project.ts'
import { htmlVectors } from '../vectors.ts'
import { type EntryPoint, finish, RAW } from './entryPoint.ts'

/** A client that writes what it likes: nothing of it is refused on its way, and only the printer is tested. */
export async function past(): Promise<EntryPoint> {
  const project = createTestProject()
  const { pageId, root } = project.addPage('')
  const page = project.pages.get(pageId)
  if (page) {
    for (const html of htmlVectors) {
      for (const child of parseFragment(html, { scriptingEnabled: false }).childNodes) write(page, project, child, root)
    }
    for (const tag of RAW) {
      const holder = project.newId()
      page.set(holder, birthValue({ kind: 'element', tag, at: [root, holder] }))
      for (const ns of [undefined, 'svg', 'math'] as const) {
        for (const text of [`--></${tag}><img src=x onerror=pwn()>`, '<img src=x onerror=pwn()>']) {
          for (const kind of ['text', 'comment'] as const) {
            const id = project.newId()
            page.set(id, birthValue({ kind, text, at: [holder, id] }))
          }
          const inner = project.newId()
          page.set(
            inner,
            birthValue({
              kind: 'element',
              tag,
              ...(ns ? { ns } : {}),
              attrs: [
                ['title', text],
                ['onclick', 'pwn()'],
                ['a b', text],
              ],
              at: [holder, inner],
            }),
          )
          const deep = project.newId()
          page.set(deep, birthValue({ kind: 'text', text, at: [inner, deep] }))
        }
      }
    }
  }
  const key = `page:${pageId}/title`
  const settings: Record<string, Json> = {
    [key]: '</title><script>pwn()</script>',
    'settings/favicon': 'javascript:pwn()',
    'settings/language': '"><script>pwn()</script>',
    'settings/name': '</title><script>pwn()</script>',
  }
  for (const [name, value] of Object.entries(settings)) project.site.set(name, value)
  return finish('a client past the checks', htmlVectors.length, project)
}

const NAMESPACES: Readonly<Record<string, Namespace>> = {
  'http://www.w3.org/2000/svg': 'svg',
  'http://www.w3.org/1998/Math/MathML': 'math',
}

function write(page: Draft, project: TestProject, child: Dom.ChildNode, parent: string): void {
  const id = project.newId()
  const at: [string, string] = [parent, id]
  if ('value' in child) page.set(id, birthValue({ kind: 'text', text: child.value, at }))
  else if ('data' in child) page.set(id, birthValue({ kind: 'comment', text: child.data, at }))
  else if ('tagName' in child) {
    const attrs = child.attrs.map(({ name, prefix, value }): [string, string] => [
      prefix ? `${prefix}:${name}` : name,
      value,
    ])
    const ns = NAMESPACES[child.namespaceURI]
    page.set(id, birthValue({ kind: 'element', tag: child.tagName, ...(ns ? { ns } : {}), attrs, at }))
    const inside = 'content' in child ? child.content.childNodes : child.childNodes
    for (const each of inside) write(page, project, each, id)
  }
}
