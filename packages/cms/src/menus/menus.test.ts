import { describe, expect, test } from 'vitest'
import { createCmsProject } from '../../testing/project.ts'
import { addNavigationItem } from '../operations/addNavigationItem.ts'
import { deletePage } from '../operations/deletePage.ts'
import { getNavigation } from '../operations/getNavigation.ts'
import { removeNavigationItem } from '../operations/removeNavigationItem.ts'
import { toggleNavigationItem } from '../operations/toggleNavigationItem.ts'
import { updateNavigationItem } from '../operations/updateNavigationItem.ts'

const frame = (current: string, body: string) => `<header>
  <a class="logo" href="/">Bakery</a>
  <nav>
    <ul class="menu">
      <li><a href="/"${current === '/' ? ' aria-current="page" class="link active"' : ' class="link"'}>Home</a></li>
      <li><a href="/about"${current === '/about' ? ' aria-current="page" class="link active"' : ' class="link"'}>About</a></li>
      <li><a href="/about-us" class="link">About us</a></li>
    </ul>
  </nav>
</header>
<main>${body}</main>
<footer><p>Bakery, Main Street</p></footer>`

function bakery() {
  const project = createCmsProject()
  const home = project.addPage(frame('/', '<h1>Home</h1>'))
  const about = project.addPage(frame('/about', '<h1>About</h1>'), { title: 'About', slug: 'about' })
  const aboutUs = project.addPage(frame('', '<h1>About us</h1>'), { title: 'About us', slug: 'about-us' })
  return { ...project, home, about, aboutUs }
}

describe('the menus of a site', () => {
  test('the same list on several pages is one menu, whichever page is marked', async () => {
    const result = await bakery().run(getNavigation, {})
    expect(result).toMatchObject({
      ok: true,
      data: {
        menus: [
          {
            location: 'header',
            copies: 3,
            items: [
              { label: 'Home', href: '/' },
              { label: 'About', href: '/about' },
              { label: 'About us', href: '/about-us' },
            ],
          },
        ],
      },
    })
  })

  test('dropdowns and lists with other words are none', async () => {
    const project = createCmsProject()
    project.addPage(
      '<nav><ul><li><a href="/a">A</a><ul><li><a href="/b">B</a></li></ul></li><li>Or <a href="/c">C</a></li></ul></nav><main><ul><li><a href="/x">X</a></li><li><a href="/y">Y</a></li></ul></main>',
    )
    expect(await project.run(getNavigation, {})).toMatchObject({
      ok: true,
      data: { menus: [] },
      warnings: [expect.any(String)],
    })
    expect(await project.run(addNavigationItem, { label: 'New', href: '/new' })).toMatchObject({
      ok: false,
      error: { code: 'no_menu' },
    })
  })

  test('an item is added on every page, like its neighbours, and no other byte is changed', async () => {
    const project = bakery()
    const before = [project.home, project.about].map(project.html)
    expect(await project.run(addNavigationItem, { label: 'Prices & more', href: '/prices' })).toMatchObject({
      ok: true,
    })
    const added = '\n      <li><a href="/prices" class="link">Prices &amp; more</a></li>'
    const last = '<li><a href="/about-us" class="link">About us</a></li>'
    expect([project.home, project.about].map(project.html)).toEqual(
      before.map((html) => html.replace(last, `${last}${added}`)),
    )
    expect(await project.run(removeNavigationItem, { label: 'prices & MORE' })).toMatchObject({
      ok: true,
      data: { removed: 3 },
    })
    expect([project.home, project.about].map(project.html)).toEqual(before)
  })

  test('what is there already, what is too much and what is no address is refused', async () => {
    const project = bakery()
    const add = (label: string, href: string) => project.run(addNavigationItem, { label, href })
    expect(await add('About', '/about/')).toMatchObject({ ok: false, error: { code: 'item_exists' } })
    expect(await add('Bad', 'javascript:alert(1)')).toMatchObject({ ok: false, error: { code: 'invalid_url' } })
    expect(await add('Four', 'four')).toMatchObject({ ok: true })
    expect(project.html(project.home)).toContain('href="/four"')
    expect(await add('Five', '/five')).toMatchObject({ ok: true })
    expect(await add('Six', '/six')).toMatchObject({ ok: false, error: { code: 'menu_full' } })
    expect(await project.run(removeNavigationItem, { label: 'Nowhere' })).toMatchObject({
      ok: false,
      error: { code: 'unknown_item', hint: expect.stringContaining('About us') },
    })
  })
})

test('deleting a page takes exactly its items out of the menus, and says so before', async () => {
  const project = bakery()
  const input = { slug: 'about', removeFromNavigation: true, confirmed: true }
  expect(await project.consequence('deletePage', input)).toMatchObject({
    message: expect.stringMatching(/^Delete the page “About” \(\/about\).*the menu in the header of 3 pages\.$/),
    target: 'About (/about)',
  })
  expect(await project.run(deletePage, input)).toMatchObject({ ok: true, data: { removedItems: 3, pagesLeft: 2 } })
  expect(await project.run(getNavigation, {})).toMatchObject({
    data: { menus: [{ copies: 2, items: [{ label: 'Home' }, { label: 'About us' }] }] },
  })
})

test('an item is renamed, moved and hidden on every page, and comes back to the byte', async () => {
  const project = bakery()
  const pages = [project.home, project.about, project.aboutUs]
  const before = pages.map(project.html)
  const change = (input: object) => project.run(updateNavigationItem, { label: 'About us', ...input })
  expect(await change({ newLabel: 'Our team', newHref: '/team' })).toMatchObject({
    ok: true,
    data: { menus: [{ copies: 3, items: [{}, {}, { label: 'Our team', href: '/team' }] }] },
  })
  expect(pages.map(project.html)).toEqual(
    before.map((html) =>
      html.replace('<a href="/about-us" class="link">About us<', '<a href="/team" class="link">Our team<'),
    ),
  )
  expect(
    await project.run(updateNavigationItem, { label: 'Our team', newLabel: 'About us', newHref: '/about-us' }),
  ).toMatchObject({ ok: true })
  expect(pages.map(project.html)).toEqual(before)
  expect(await project.run(toggleNavigationItem, { label: 'about US' })).toMatchObject({
    ok: true,
    data: { hidden: true, menus: [{ items: [{}, {}, { label: 'About us', hidden: true }] }] },
  })
  expect(await project.run(toggleNavigationItem, { label: 'About us' })).toMatchObject({ data: { hidden: false } })
  expect(pages.map(project.html)).toEqual(before)
  expect(await change({ visible: false })).toMatchObject({ data: { menus: [{ items: [{}, {}, { hidden: true }] }] } })
  expect(await change({ visible: true })).toMatchObject({ ok: true })
  expect(pages.map(project.html)).toEqual(before)
  expect(await change({})).toMatchObject({ error: { code: 'no_updates' } })
  expect(await change({ newHref: 'javascript:alert(1)' })).toMatchObject({
    error: { code: 'invalid_url', path: '/newHref' },
  })
  expect(await change({ newLocation: 'footer' })).toMatchObject({ error: { code: 'no_menu' } })
  expect(pages.map(project.html)).toEqual(before)
})

test('an item goes from the header to the footer', async () => {
  const project = createCmsProject()
  const links = (names: string[]) => names.map((name) => `<li><a href="/${name}">${name}</a></li>`).join('\n')
  const id = project.addPage(
    `<nav><ul>\n${links(['a', 'b', 'c'])}\n</ul></nav><main><h1>x</h1></main><footer><ul>\n${links(['imprint', 'terms'])}\n</ul></footer>`,
  )
  expect(
    await project.run(updateNavigationItem, { label: 'c', newLocation: 'footer', newLabel: 'Contact' }),
  ).toMatchObject({
    ok: true,
  })
  expect(project.html(id)).toBe(
    `<nav><ul>\n${links(['a', 'b'])}\n</ul></nav><main><h1>x</h1></main><footer><ul>\n${links(['imprint', 'terms'])}\n<li><a href="/c">Contact</a></li>\n</ul></footer>`,
  )
  expect(await project.run(updateNavigationItem, { label: 'a', newLocation: 'both' })).toMatchObject({
    data: { menus: [{ items: [{ label: 'a' }, { label: 'b' }] }, { items: [{}, {}, {}, { label: 'a' }] }] },
  })
})

test('several items are removed together, about which the person is asked; one is not asked about', async () => {
  const project = bakery()
  expect(await project.consequence('removeNavigationItem', { label: 'About' })).toBeUndefined()
  expect(await project.consequence('removeNavigationItem', { label: ['About'] })).toBeUndefined()
  const input = { label: ['About', 'about us'], confirmed: true }
  expect(await project.consequence('removeNavigationItem', input)).toMatchObject({
    message: 'Take “About”, “About us” out of the menus of 3 pages. An undo brings them back.',
    documentIds: [project.home, project.about, project.aboutUs],
  })
  expect(await project.run(removeNavigationItem, { label: ['About', 'Nowhere'] })).toMatchObject({
    error: { code: 'unknown_item' },
  })
  expect(project.html(project.home)).toContain('About us')
  expect(await project.run(removeNavigationItem, input)).toMatchObject({ ok: true, data: { removed: 6 } })
  expect(project.html(project.home)).not.toContain('About')
})
