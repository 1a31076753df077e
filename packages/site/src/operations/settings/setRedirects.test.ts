import { expect, test } from 'vitest'
import { createTestProject } from '../../../testing/project.ts'
import { redirects } from '../../publish/redirects.ts'

function made() {
  const project = createTestProject()
  project.addPage('<h1>Home</h1>')
  project.addPage('<h1>About</h1>', { title: 'About', slug: 'about' })
  const set = async (list: object[]) => await project.call('setRedirects', { redirects: list })
  return { project, set }
}

test('redirects are added, changed and removed as one step, in any form of their addresses', async () => {
  const { project, set } = made()
  expect(
    await set([
      { from: 'old/', to: 'about/' },
      { from: '/blog/first', to: '/', status: 302 },
    ]),
  ).toMatchObject({
    data: {
      changed: 2,
      redirects: [
        { from: '/blog/first', to: '/', status: 302 },
        { from: '/old', to: '/about', status: 301 },
      ],
    },
  })
  expect(redirects(project.site)).toEqual([
    { from: '/blog/first', to: '/', status: 302 },
    { from: '/old', to: '/about' },
  ])
  const changed = await set([
    { from: '/old', to: null },
    { from: '/older', to: '/about' },
    { from: '/blog/first', to: '/about' },
  ])
  expect(changed).toMatchObject({ data: { changed: 3 } })
  expect(redirects(project.site)).toEqual([
    { from: '/blog/first', to: '/about', status: 302 },
    { from: '/older', to: '/about' },
  ])
  expect(await set([{ from: '/older', to: '/about' }])).toMatchObject({ data: { changed: 0 } })
})

test('what has no effect is said: a page in its place, a circle, and an address where nothing stands', async () => {
  const { set } = made()
  const result = await set([
    { from: '/about', to: '/' },
    { from: '/one', to: '/two' },
    { from: '/two', to: '/one' },
    { from: '/three', to: '/nowhere' },
    { from: '/four', to: '/media/plan.pdf' },
  ])
  expect(result).toMatchObject({
    data: {
      redirects: [
        { from: '/about', problem: 'A page stands at /about, and wins over the redirect.' },
        { from: '/four' },
        { from: '/one', problem: 'It leads back to /one in a circle.' },
        { from: '/three', problem: 'No page stands at /nowhere.' },
        { from: '/two', problem: 'It leads back to /two in a circle.' },
      ],
    },
  })
})
