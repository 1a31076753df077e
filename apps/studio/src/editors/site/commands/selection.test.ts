// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { openEditor, settle } from '../../../../testing/site/openEditor.ts'
import { outermost, toggled } from '../model/selection.ts'
import { siteEditorCommands } from './index.ts'

const list = '<ul><li>A</li><li>B</li><li>C</li><li>D</li></ul><p>End</p>'

async function opened(html = list) {
  const { session, idsOf, textOf } = await openEditor({ home: html })
  const tree = () => session.page.get()?.model.tree()
  const written = () => JSON.stringify(session.page.get()?.document.doc.getMap('fields').toJSON())
  const run = async (name: string) => {
    const before = written()
    const view = {
      session,
      editText: () => undefined,
      zoom: () => undefined,
      pan: () => undefined,
      showPanel: () => undefined,
      openContent: () => undefined,
    }
    siteEditorCommands(view)
      .find((command) => command.name === name)
      ?.run()
    await expect.poll(written).not.toBe(before)
    await settle()
  }
  /** The letters under each list, as the page now has them. */
  const lists = () =>
    idsOf('ul').map((id) =>
      [...(tree()?.walk(id) ?? [])]
        .filter(({ kind }) => kind === 'text')
        .map(({ text }) => text.trim())
        .join(''),
    )
  return { session, idsOf, textOf, tree, run, lists }
}

test('a node joins a selection, and leaves it the second time', () => {
  expect(toggled(['a'], 'b')).toEqual(['a', 'b'])
  expect(toggled(['a', 'b'], 'a')).toEqual(['b'])
})

test('a selection has one node that panels show: the last one selected', async () => {
  const { session, idsOf } = await opened()
  const [a = '', b = '', c = ''] = idsOf('li')
  session.select(a)
  session.select(c, { add: true })
  expect(session.state.get()).toMatchObject({ selected: c, selection: [a, c] })
  session.select(c, { add: true })
  expect(session.state.get()).toMatchObject({ selected: a, selection: [a] })
  session.selectAll([c, b])
  expect(session.state.get()).toMatchObject({ selected: b, selection: [c, b] })
  session.select(undefined)
  expect(session.state.get()).toMatchObject({ selected: undefined, selection: [] })
})

test('the outermost of a selection are in the order of the page, and missing ones are left out', async () => {
  const { tree, idsOf } = await opened()
  const now = tree()
  const [ul = '', p = ''] = [...idsOf('ul'), ...idsOf('p')]
  const [a = '', , c = ''] = idsOf('li')
  expect(now && outermost(now, [p, c, a])).toEqual([a, c, p])
  expect(now && outermost(now, [a, p, ul, 'gone'])).toEqual([ul, p])
  expect(now && outermost(now, ['gone'])).toEqual([])
})

describe('a command on everything that is selected', () => {
  test.each([
    ['node.moveUp', [1, 2], 'BCAD'],
    ['node.moveUp', [0, 1], 'ABCD'],
    ['node.moveUp', [0, 2], 'ACBD'],
    ['node.moveUp', [1, 3], 'BADC'],
    ['node.moveDown', [1, 2], 'ADBC'],
    ['node.moveDown', [0, 2], 'BADC'],
    ['node.moveDown', [1, 3], 'ACBD'],
  ])('%s of %s', async (name, places, after) => {
    const { session, idsOf, run, lists } = await opened()
    const ids = idsOf('li')
    session.selectAll(places.flatMap((place) => ids[place] ?? []))
    if (after === 'ABCD') {
      const view = {
        session,
        editText: () => undefined,
        zoom: () => undefined,
        pan: () => undefined,
        showPanel: () => undefined,
        openContent: () => undefined,
      }
      expect(
        siteEditorCommands(view)
          .find((command) => command.name === name)
          ?.offered(),
      ).toBe(false)
      return
    }
    await run(name)
    expect(lists()).toEqual([after])
    expect(session.state.get().selection).toHaveLength(places.length)
    session.undo()
    await expect.poll(lists).toEqual(['ABCD'])
  })

  test('moves layers out together, in their order', async () => {
    const { session, idsOf, run, lists, textOf } = await opened()
    session.selectAll(idsOf('li').slice(1, 3))
    await run('node.moveOut')
    expect(lists()).toEqual(['AD'])
    expect(textOf()).toBe('ADBCEnd')
  })

  test('moves layers together to the end of the layer above', async () => {
    const { session, idsOf, run, textOf } = await opened('<section><p>A</p></section><p>B</p><p>C</p><p>D</p>')
    session.selectAll(idsOf('p').slice(1, 3))
    await run('node.moveIn')
    const tree = session.page.get()?.model.tree()
    const [section = ''] = idsOf('section')
    expect(tree?.children(section)).toHaveLength(3)
    expect(textOf()).toBe('ABCD')
  })

  test('deletes all of them as one step, and selects what follows', async () => {
    const { session, idsOf, run, lists } = await opened()
    const [, b = '', c = '', d = ''] = idsOf('li')
    session.selectAll([c, b])
    await run('node.delete')
    expect(lists()).toEqual(['AD'])
    expect(session.state.get().selection).toEqual([d])
    session.undo()
    await expect.poll(lists).toEqual(['ABCD'])
    expect(session.history.get().canUndo).toBe(false)
  })

  test('copies all of them, and selects the copies', async () => {
    const { session, idsOf, run, lists } = await opened()
    const ids = idsOf('li')
    session.selectAll(ids.slice(0, 2))
    await run('node.duplicate')
    expect(lists()).toEqual(['AABBCD'])
    expect(session.state.get().selection).toHaveLength(2)
    expect(session.state.get().selection.filter((id) => ids.includes(id))).toEqual([])
  })

  test('goes into a text with Enter, and into anything else to the first layer inside', async () => {
    const { session, idsOf } = await opened('<section><ul><li>A</li></ul><p>Hello <b>you</b></p></section>')
    const typed: string[] = []
    const view = {
      session,
      editText: (id: string) => typed.push(id),
      zoom: () => undefined,
      pan: () => undefined,
      showPanel: () => undefined,
      openContent: () => undefined,
    }
    const enter = () =>
      siteEditorCommands(view)
        .find((command) => command.name === 'select.enter')
        ?.run()
    const [section = ''] = idsOf('section')
    const [ul = ''] = idsOf('ul')
    const [li = ''] = idsOf('li')
    const [p = ''] = idsOf('p')
    session.select(session.page.get()?.model.tree().root)
    for (const next of [section, ul, li]) {
      enter()
      expect(session.state.get().selected).toBe(next)
    }
    enter()
    session.select(p)
    enter()
    expect(typed).toEqual([li, p])
  })

  test('adds the layers beside it by key, and a step back takes the last one out', async () => {
    const { session, idsOf } = await opened()
    const view = {
      session,
      editText: () => undefined,
      zoom: () => undefined,
      pan: () => undefined,
      showPanel: () => undefined,
      openContent: () => undefined,
    }
    const [a = '', b = '', c = ''] = idsOf('li')
    const after = (name: string) => {
      siteEditorCommands(view)
        .find((command) => command.name === name)
        ?.run()
      return session.state.get().selection
    }
    session.select(b)
    expect(after('select.addNext')).toEqual([b, c])
    expect(after('select.addPrevious')).toEqual([b])
    expect(after('select.addPrevious')).toEqual([b, a])
    expect(after('select.addPrevious')).toEqual([b, a])
    expect(after('select.addNext')).toEqual([b])
  })

  test('selects everything beside the selected node, and all on the page without one', async () => {
    const { session, idsOf } = await opened()
    const view = {
      session,
      editText: () => undefined,
      zoom: () => undefined,
      pan: () => undefined,
      showPanel: () => undefined,
      openContent: () => undefined,
    }
    const all = () =>
      siteEditorCommands(view)
        .find((command) => command.name === 'select.siblings')
        ?.run()
    const [a = '', b = '', c = '', d = ''] = idsOf('li')
    session.select(b)
    all()
    expect(session.state.get()).toMatchObject({ selected: b, selection: [a, c, d, b] })
    session.select(undefined)
    all()
    expect(session.state.get().selection).toEqual([...idsOf('ul'), ...idsOf('p')])
  })
})
