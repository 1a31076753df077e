// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { openEditor } from '../../../../testing/site/openEditor.ts'
import { currentTrail, enterComponent, leaveTo } from './trail.ts'

test('the way to a component leads back to the instance that it was opened from, one step or all of them', async () => {
  const { session, idsOf } = await openEditor({ home: '<p>Hi</p>', card: '<b>Card</b>', badge: '<i>!</i>' })
  const [paragraph = ''] = idsOf('p')
  enterComponent(session, 'card', paragraph)
  enterComponent(session, 'badge')
  expect(session.state.get().documentId).toBe('badge')
  expect(currentTrail(session.state.get()).map(({ documentId }) => documentId)).toEqual(['home', 'card'])
  leaveTo(session, 1)
  expect(session.state.get().documentId).toBe('card')
  leaveTo(session, 0)
  expect(session.state.get()).toMatchObject({ documentId: 'home', selected: paragraph, trail: [] })
})

test('a component that was opened by itself has no way back', async () => {
  const { session } = await openEditor({ home: '<p>Hi</p>', card: '<b>Card</b>', badge: '<i>!</i>' })
  enterComponent(session, 'card')
  session.openPage('badge')
  expect(currentTrail(session.state.get())).toEqual([])
  leaveTo(session, 0)
  expect(session.state.get().documentId).toBe('badge')
})
