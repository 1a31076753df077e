// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { openEditor } from '../../../../testing/site/openEditor.ts'
import { activeFrame, activeWidth, framesOf } from './frames.ts'

test('the frames are the site’s own breakpoints, and the active one has their width', async () => {
  const { session, connection } = await openEditor({ home: '<p>Hi</p>' })
  const site = session.site.get()
  expect(framesOf(site).map(({ id, width }) => [id, width])).toEqual([
    ['mobile', 375],
    ['tablet', 768],
    ['desktop', 1440],
  ])
  connection.write('site', { 'breakpoint:wide': { label: 'Wide', width: 1800 } })
  session.setWidth('wide')
  expect(activeFrame(session.state.get(), site)).toEqual({ id: 'wide', label: 'Wide', width: 1800 })
  expect(activeWidth(session.state.get(), site)).toBe(1800)
})

test('a frame that fits the canvas, or whose breakpoint is gone, has no width of its own', async () => {
  const { session } = await openEditor({ home: '<p>Hi</p>' })
  session.setWidth('fit')
  expect(activeWidth(session.state.get(), session.site.get())).toBeUndefined()
  session.setWidth('390')
  expect(activeWidth(session.state.get(), session.site.get())).toBeUndefined()
  expect(activeWidth({ width: 'mobile' }, undefined)).toBeUndefined()
})
