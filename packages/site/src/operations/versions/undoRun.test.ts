import { expect, test } from 'vitest'
import { withHistory } from '../../../testing/history.ts'
import { createTestProject } from '../../../testing/project.ts'
import { stateOf } from '../../../testing/sequences.ts'
import { pages } from '../../document/pages.ts'
import { readTree } from '../../document/tree.ts'
import { printInnerHtml } from '../../html/print.ts'

function setUp() {
  const project = createTestProject()
  const { pageId, root } = project.addPage('<main><h1>Bread</h1><p>Since 1990</p></main>', { css: '.hero { top: 0 }' })
  const { call } = withHistory(project)
  const tree = () => readTree(project.pages.get(pageId) ?? expect.fail())
  const idOf = (tag: string) => [...tree().walk()].find((node) => node.tag === tag)?.id ?? expect.fail(`no ${tag}`)
  const done = async (name: string, input: unknown, runId?: string) =>
    expect(await call(name, input, runId), name).toMatchObject({ ok: true })
  return { project, pageId, root, call, done, idOf, inner: () => printInnerHtml(tree(), root) }
}

test('undoes everything that this run changed, in every document', async () => {
  const { project, root, call, done, idOf } = setUp()
  const before = stateOf(project)
  await done('insertHtml', { parentId: root, html: '<style>.new { left: 0 }</style><b class="new">x</b>' }, 'r1')
  await done('updateNodeProps', { nodeId: idOf('h1'), patch: { text: 'Cake', id: 'top' } }, 'r1')
  await done('applyCss', { css: '.hero { top: 9px }' }, 'r1')
  await done('moveNode', { nodeId: idOf('p'), newParentId: root, newIndex: 0 }, 'r1')
  await done('deleteNode', { nodeId: idOf('main') }, 'r1')
  const undone = await call('undoRun', { run: 'this' }, 'r1')
  expect(undone).toMatchObject({ ok: true, data: { kept: [], documents: ['site', expect.any(String)] } })
  expect(stateOf(project)).toBe(before)
  // A reverted change is nothing to revert again.
  expect(await call('undoRun', { run: 'this' }, 'r1')).toMatchObject({ ok: true, data: { undone: 0, kept: [] } })
})

test('undoes the run before this one, and leaves what this one did', async () => {
  const { root, call, done, inner } = setUp()
  await done('insertHtml', { parentId: root, html: '<i>first</i>' }, 'r1')
  await done('insertHtml', { parentId: root, html: '<b>second</b>' }, 'r2')
  await done('undoRun', { run: 'last' }, 'r2')
  expect(inner()).toBe('<main><h1>Bread</h1><p>Since 1990</p></main><b>second</b>')
  expect(await call('undoRun', { run: 'this' }, 'r3')).toMatchObject({ ok: false, error: { code: 'nothing_to_undo' } })
})

test('keeps what a user changed since, with the reason', async () => {
  const { root, pageId, call, done, idOf, inner } = setUp()
  await done('updateNodeProps', { nodeId: idOf('h1'), patch: { id: 'run', title: 'run' } }, 'r1')
  await done('insertHtml', { parentId: root, html: '<section></section>' }, 'r1')
  await done('updateNodeProps', { nodeId: idOf('h1'), patch: { id: 'hers' } })
  await done('insertHtml', { parentId: idOf('section'), html: '<em>hers</em>' })
  const undone = await call('undoRun', { run: 'this' }, 'r1')
  expect(inner()).toBe('<main><h1 id="hers">Bread</h1><p>Since 1990</p></main><section><em>hers</em></section>')
  expect(undone).toMatchObject({
    data: {
      kept: expect.arrayContaining([
        { documentId: pageId, key: `${idOf('h1')}/attr:id`, reason: expect.stringContaining('changed since') },
        { documentId: pageId, key: idOf('section'), reason: expect.stringContaining('added inside') },
      ]),
    },
  })
})

test('takes a page that the run made out of the site', async () => {
  const { project, call, done } = setUp()
  const before = pages(project.site).map(({ title }) => title)
  await done('addPage', { title: 'Menu' }, 'r1')
  expect(pages(project.site)).toHaveLength(before.length + 1)
  expect(await call('undoRun', { run: 'this' }, 'r1')).toMatchObject({ ok: true, data: { documents: ['site'] } })
  expect(pages(project.site).map(({ title }) => title)).toEqual(before)
})

test('is for runs: a person learns of the button, and a run with nothing behind it that there is nothing', async () => {
  const { project, call } = setUp()
  const before = stateOf(project)
  expect(await call('undoRun', { run: 'this' })).toMatchObject({
    ok: false,
    error: { code: 'no_run', path: '/run', hint: expect.stringContaining('button') },
  })
  for (const run of ['this', 'last']) {
    expect(await call('undoRun', { run }, 'r1')).toMatchObject({
      ok: false,
      error: { code: 'nothing_to_undo', path: '/run', hint: expect.any(String) },
    })
  }
  expect(stateOf(project)).toBe(before)
})
