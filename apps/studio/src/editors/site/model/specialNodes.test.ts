import { createMemoryView } from '@atelier/documents'
import { createSite, deleteNode, importPage, type PageTree, readTree } from '@atelier/site'
import { expect, test } from 'vitest'
import { followSpecialNodes } from './specialNodes.ts'

const loop = '<atelier-loop source="pages"><p>One</p></atelier-loop>'

function setUp(html: string) {
  const page = createMemoryView()
  const site = createMemoryView()
  let count = 0
  createSite(site, { name: 'Test' })
  importPage(site, page, { html, newId: () => `n${(count++).toString().padStart(9, '0')}` })
  let read = 0
  const counted = (): PageTree => {
    const tree = readTree(page)
    return {
      root: tree.root,
      head: tree.head,
      html: tree.html,
      anyNode: tree.anyNode,
      sheetNodes: tree.sheetNodes,
      named: tree.named,
      children: tree.children,
      node(id) {
        read += 1
        return tree.node(id)
      },
      *walk(id) {
        for (const node of tree.walk(id)) {
          read += 1
          yield node
        }
      },
    }
  }
  const idOf = (tag: string) => [...readTree(page).walk()].find((node) => node.tag === tag)?.id ?? expect.fail(tag)
  const nodesRead = (act: () => void) => {
    read = 0
    act()
    return read
  }
  return { page, idOf, nodesRead, specials: followSpecialNodes(counted) }
}

test('a change of a long page reads what changed, and not the page', () => {
  const { specials, nodesRead, idOf } = setUp(`${'<p>Words</p>'.repeat(500)}<main>${loop}</main>`)
  expect(nodesRead(() => specials.all())).toBeGreaterThan(1_000)
  const id = idOf('main')
  const found = nodesRead(() => {
    specials.update({ fields: new Set([id]), placed: new Set([id]) })
    expect(specials.all().map(({ tag }) => tag)).toEqual(['atelier-loop'])
  })
  expect(found).toBeLessThan(20)
})

test('what is deleted is none any more, and is one again when the element around it comes back', () => {
  const { specials, page, idOf } = setUp(`<main>${loop}</main>`)
  const id = idOf('main')
  const touched = { fields: new Set<string>(), placed: new Set([id]) }
  deleteNode(page, id)
  specials.update(touched)
  expect(specials.all()).toEqual([])
  page.delete(`${id}/deleted`)
  specials.update(touched)
  expect(specials.all().map(({ tag }) => tag)).toEqual(['atelier-loop'])
})
