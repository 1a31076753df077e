// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { openEditor } from '../../../../testing/site/openEditor.ts'
import { operations } from '../session/handles.ts'
import { insertAtFirst, insertCall } from './insertItem.ts'

test('what is inserted into a slot that is not filled yet makes the slot, as one step of undo', async () => {
  const { session, idsOf } = await openEditor({ home: '<atelier-component ref="panel"></atelier-component>' })
  const [instance = ''] = idsOf('atelier-component')
  await insertAtFirst(session, [{ parentId: instance, index: 0, slot: 'foot' }], (place) =>
    insertCall(session, operations.insertHtml, { html: '<p>Words</p>', ...place }),
  )
  const tree = () => session.page.get()?.model.tree()
  const [slot = ''] = idsOf('atelier-slot')
  expect(tree()?.node(slot)?.parent).toBe(instance)
  expect(
    tree()
      ?.children(slot)
      .map(({ id }) => id),
  ).toEqual(idsOf('p'))
  expect(session.state.get().selection).toEqual(idsOf('p'))
  session.undo()
  await expect.poll(() => idsOf('atelier-slot')).toEqual([])
  expect(session.history.get().canUndo).toBe(false)
})
