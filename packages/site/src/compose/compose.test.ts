import { describe, expect, it } from 'vitest'
import { createTestSite } from '../../testing/composing.ts'
import { readTree } from '../document/tree.ts'
import { printHtml } from '../html/print.ts'
import { composeNode, composePage, composePart } from './compose.ts'
import { readSlotMark } from './slotMarks.ts'

const messages = (problems: readonly { message: string }[]) => problems.map(({ message }) => message)

describe('a page without anything to fill in', () => {
  it('is printed as it is', () => {
    const site = createTestSite()
    const { pageId } = site.addPage(
      '<main><p>a &amp; b</p><textarea>\n\nx</textarea><svg><path d="M0 0"/></svg><!-- c --></main>{currentEntry.title} {{ x }}',
    )
    const tree = readTree(site.pages.get(pageId) ?? expect.fail())
    expect(site.compose(pageId)).toEqual({ body: printHtml(tree, tree.root), problems: [], pageCount: 1 })
  })
  it('leaves out what is hidden', async () => {
    const site = createTestSite()
    const { pageId, root } = site.addPage('<p>a</p><p>b</p>')
    const page = site.pages.get(pageId) ?? expect.fail()
    const [first] = readTree(page).children(root)
    page.set(`${first?.id}/hidden`, true)
    expect(site.compose(pageId).body).toBe('<body><p>b</p></body>')
  })
})

describe('templates', () => {
  it('stand around the page, the best of each breadth, with the attributes of both bodies', () => {
    const site = createTestSite()
    const { pageId } = site.addPage('<body class="dark page" style="color: red" data-x="1"><h1>Home</h1></body>')
    site.template('<body><nav>low</nav><atelier-outlet></atelier-outlet></body>', {
      target: { kind: 'everywhere' },
      priority: 1,
    })
    site.template(
      '<body class="page site" style="margin: 0;" data-x="0" id="b"><nav>high</nav><main><instatic-outlet></instatic-outlet></main></body>',
      { target: { kind: 'everywhere' }, priority: 5 },
    )
    expect(site.compose(pageId)).toEqual({
      body: '<body class="page site dark" style="margin: 0; color: red" data-x="1" id="b"><nav>high</nav><main><h1>Home</h1></main></body>',
      problems: [],
      pageCount: 1,
    })
  })
  it('of two breadths nest', () => {
    const site = createTestSite()
    const { pageId } = site.addPage('<h1>First</h1>')
    site.template('<aside></aside><atelier-outlet></atelier-outlet>', {
      target: { kind: 'postTypes', tableSlugs: ['posts'] },
      priority: 1,
    })
    site.template('<nav></nav><atelier-outlet></atelier-outlet>', { target: { kind: 'everywhere' }, priority: 1 })
    expect(site.compose(pageId, { table: 'posts' }).body).toBe('<body><nav></nav><aside></aside><h1>First</h1></body>')
    expect(site.compose(pageId, { table: 'jobs' }).body).toBe('<body><nav></nav><h1>First</h1></body>')
  })
  it('without an outlet do not apply, and with two the first counts; both are said', () => {
    const site = createTestSite()
    const { pageId } = site.addPage('<h1>Home</h1>')
    const none = site.template('<nav></nav>', { target: { kind: 'everywhere' }, priority: 9 })
    expect(site.compose(pageId)).toMatchObject({ body: '<body><h1>Home</h1></body>', problems: [{ documentId: none }] })
    const two = site.template('<atelier-outlet></atelier-outlet>|<atelier-outlet></atelier-outlet>', {
      target: { kind: 'everywhere' },
      priority: 10,
    })
    const composed = site.compose(pageId)
    expect(composed).toMatchObject({ body: '<body><h1>Home</h1>|</body>', problems: [{ documentId: two }] })
    expect(messages(composed.problems)).toEqual([expect.stringContaining('several outlets')])
  })
  it('for missing pages are pages of their own', () => {
    const site = createTestSite()
    site.addPage('<h1>Home</h1>')
    const missing = site.template('<h1>Not here</h1>', { target: { kind: 'notFound' }, priority: 1 })
    site.template('<nav></nav><atelier-outlet></atelier-outlet>', { target: { kind: 'everywhere' }, priority: 1 })
    expect(site.compose(missing).body).toBe('<body><nav></nav><h1>Not here</h1></body>')
  })
  it('say where a page has an outlet', () => {
    const site = createTestSite()
    const { pageId } = site.addPage('a<atelier-outlet></atelier-outlet>b')
    expect(site.compose(pageId)).toMatchObject({ body: '<body>ab</body>', problems: [{ documentId: pageId }] })
  })
})

describe('components', () => {
  it('fill in parameters, by what their values are for', () => {
    const site = createTestSite()
    const card = site.component('Card', '<a href="{params.to}" title="{params.name}"><b>{params.name}</b></a>', [
      { name: 'name', type: 'text', default: 'Nobody' },
      { name: 'to', type: 'url', default: '/' },
    ])
    const { pageId } = site.addPage(
      `<atelier-component ref="${card}" param-name='&lt;i> "x"' param-to="/a?b&amp;c"></atelier-component><atelier-component ref="${card}"></atelier-component>`,
    )
    expect(site.compose(pageId)).toEqual({
      body: '<body><a href="/a?b&amp;c" title="&lt;i&gt; &quot;x&quot;"><b>&lt;i&gt; "x"</b></a><a href="/" title="Nobody"><b>Nobody</b></a></body>',
      problems: [],
      pageCount: 1,
    })
  })
  it('keep what runs out of links, and say so', () => {
    const site = createTestSite()
    const card = site.component('Card', '<a href="{params.to}">x</a><p style="color: {params.to}">y</p>', [
      { name: 'to', type: 'text', default: '' },
    ])
    for (const to of ['javascript:alert(1)', ' JAVA\tSCRIPT:alert(1)', 'data:text/html,x', 'blob:x', 'vbscript:x']) {
      const { pageId } = site.addPage('', { slug: 'x' })
      const page = site.pages.get(pageId) ?? expect.fail()
      const root = readTree(page).root
      page.set('inst', {
        kind: 'element',
        tag: 'atelier-component',
        attrs: [
          ['ref', card],
          ['param-to', to],
        ],
        at: [root, 'a0'],
      })
      const { body, problems } = site.compose(pageId)
      expect(body).toMatch(/^<body><a>x<\/a><p( style="[^"<>]*")?>y<\/p><\/body>$/)
      expect(body).not.toMatch(/href|javascript:/)
      expect(problems.length).toBeGreaterThan(0)
    }
  })
  it('cannot be broken out of in a style', () => {
    const site = createTestSite()
    const card = site.component('Card', '<p style="color: {params.c}; top: 0">y</p>', [
      { name: 'c', type: 'text', default: 'red; position: fixed"}' },
    ])
    const { pageId } = site.addPage(`<atelier-component ref="${card}"></atelier-component>`)
    expect(site.compose(pageId).body).toBe('<body><p style="color: red%3B position: fixed%22%7D; top: 0">y</p></body>')
  })
  it('put what an instance brings into their slots, and their own content if it brings none', () => {
    const site = createTestSite()
    const box = site.component(
      'Box',
      '<header><atelier-slot name="head">No title</atelier-slot></header><div><atelier-slot></atelier-slot></div>',
    )
    const { pageId } = site.addPage(
      `<atelier-component ref="${box}"><atelier-slot name="head"><h2>{page.title}</h2></atelier-slot><p>loose</p></atelier-component><atelier-component ref="${box}"></atelier-component>`,
    )
    expect(site.compose(pageId).body).toBe(
      '<body><header><h2>Home</h2></header><div><p>loose</p></div><header>No title</header><div></div></body>',
    )
  })
  it('that contain themselves are left out there', () => {
    const site = createTestSite()
    const a = site.component('A', '')
    const b = site.component('B', `b<atelier-component ref="${a}"></atelier-component>`)
    const page = site.pages.get(a) ?? expect.fail()
    const { root } = readTree(page)
    page.set('inst', { kind: 'element', tag: 'atelier-component', attrs: [['ref', b]], at: [root, 'a0'] })
    const { pageId } = site.addPage(`<atelier-component ref="${a}"></atelier-component>`)
    const { body, problems } = site.compose(pageId)
    expect(body).toBe('<body>b</body>')
    expect(messages(problems)).toEqual(['The component “A” contains itself; that instance is left out.'])
  })
  it('say what is wrong with an instance', () => {
    const site = createTestSite()
    const card = site.component('Card', '{params.count}|{params.nothing}', [
      { name: 'count', type: 'number', default: '1' },
    ])
    const { pageId } = site.addPage(
      `<atelier-component ref="${card}" param-count="many" param-size="2"></atelier-component><atelier-component ref="gone"></atelier-component>`,
    )
    const { body, problems } = site.compose(pageId)
    expect(body).toBe('<body>1|</body>')
    expect(messages(problems)).toEqual([
      'The parameter “count” of “Card”: “many” is not a number.',
      'The component “Card” has no parameter “size”.',
      'There is no component “gone”.',
      '{params.nothing} is empty: there is no such field. There are count.',
    ])
  })
  it('give each instance ids of its own, with what refers to them', () => {
    const site = createTestSite()
    const field = site.component('Field', '<label for="mail">Mail</label><input id="mail"><a href="#mail">#</a>')
    const instance = `<atelier-component ref="${field}"></atelier-component>`
    const { pageId } = site.addPage(`${instance}${instance}<a href="#mail">top</a><i id="mail-2"></i>`)
    expect(site.compose(pageId).body).toBe(
      '<body><label for="mail">Mail</label><input id="mail"><a href="#mail">#</a><label for="mail-3">Mail</label><input id="mail-3"><a href="#mail-3">#</a><a href="#mail">top</a><i id="mail-2"></i></body>',
    )
  })
})

describe('loops', () => {
  function blog() {
    const site = createTestSite()
    const home = site.addPage('')
    for (const title of ['Bread', 'Apples', 'Cakes'])
      site.addPage(`<h1>${title}</h1>`, { title, slug: `blog/${title.toLowerCase()}` })
    return { site, ...home }
  }
  const fill = async (site: ReturnType<typeof createTestSite>, parentId: string, html: string) =>
    expect(await site.call('insertHtml', { parentId, html })).toMatchObject({ ok: true })

  it('repeat their content for each entry, in the order asked for', async () => {
    const { site, pageId, root } = blog()
    await fill(
      site,
      root,
      '<ul><instatic-loop data-source-id="pages" data-order-by="title" data-direction="desc" data-filter-under="blog" data-limit="2">\n<li><a href="{currentEntry.permalink}">{currentEntry.index}. {currentEntry.title}</a></li>\n</instatic-loop></ul>',
    )
    expect(site.compose(pageId)).toEqual({
      body: '<body><ul>\n<li><a href="/blog/cakes/">1. Cakes</a></li>\n<li><a href="/blog/bread/">2. Bread</a></li>\n</ul></body>',
      problems: [],
      pageCount: 1,
    })
  })
  it('go round their variants, in an element of their own on request', async () => {
    const { site, pageId, root } = blog()
    await fill(
      site,
      root,
      '<atelier-loop class="list" data-tag="section" data-source-id="pages" data-offset="1"><b>{currentEntry.title}</b><i>{currentEntry.title}</i></atelier-loop>',
    )
    expect(site.compose(pageId).body).toBe(
      '<body><section class="list"><b>Bread</b><i>Apples</i><b>Cakes</b></section></body>',
    )
  })
  it('nest', async () => {
    const { site, pageId, root } = blog()
    await fill(
      site,
      root,
      '<atelier-loop data-source-id="pages" data-limit="1" data-offset="1"><p>{currentEntry.title}: <atelier-loop data-source-id="pages" data-limit="2"><i>{parentEntry.title}/{currentEntry.title} </i></atelier-loop></p></atelier-loop>',
    )
    expect(site.compose(pageId).body).toBe('<body><p>Bread: <i>Bread/Home </i><i>Bread/Bread </i></p></body>')
  })
  it('give their entries ids of their own', async () => {
    const { site, pageId, root } = blog()
    await fill(
      site,
      root,
      '<atelier-loop data-source-id="pages" data-limit="2"><p id="p" aria-labelledby="p q">x</p></atelier-loop>',
    )
    expect(site.compose(pageId).body).toBe(
      '<body><p id="p" aria-labelledby="p q">x</p><p id="p-2" aria-labelledby="p-2 q">x</p></body>',
    )
  })
  it('can be spread over pages that link to each other', async () => {
    const { site, pageId, root } = blog()
    await fill(
      site,
      root,
      '<atelier-loop data-source-id="pages" data-filter-except="home" data-pagination="pages" data-page-size="2"><p>{currentEntry.title}</p></atelier-loop><p>{route.page}/{route.pages} {route.next}</p>',
    )
    expect(site.compose(pageId)).toMatchObject({
      pageCount: 2,
      body: '<body><p>Bread</p><p>Apples</p><nav class="pagination"><a href="/" aria-current="page">1</a> <a href="/page/2/" rel="next">2</a></nav><p>1/2 /page/2/</p></body>',
    })
    expect(site.compose(pageId, { page: 2 }).body).toBe(
      '<body><p>Cakes</p><nav class="pagination"><a href="/" rel="prev">1</a> <a href="/page/2/" aria-current="page">2</a></nav><p>2/2 </p></body>',
    )
  })
  it('leave out a picture that an entry has not, and a link that is none', async () => {
    const { site, pageId, root } = blog()
    await fill(
      site,
      root,
      '<atelier-loop data-source-id="pages" data-limit="1"><img src="{currentEntry.featuredMedia}" alt="{currentEntry.title}"></atelier-loop>',
    )
    expect(site.compose(pageId)).toMatchObject({ body: '<body><img alt="Home"></body>', problems: [] })
  })
  it('read the media library', async () => {
    const { site, pageId, root } = blog()
    const media = (name: string, createdAt: number, more: object = {}) =>
      site.site.set(`media:${name}`, {
        name,
        path: `media/${name} 1.png`,
        hash: 'h',
        type: 'image/png',
        bytes: 5,
        createdAt,
        ...more,
      })
    media('a', 1)
    media('b', 86_400_000)
    media('c', 3, { folder: 'team/x' })
    site.site.set('media:a/alt', 'An <a>')
    await fill(
      site,
      root,
      '<atelier-loop data-source-id="media" data-order-by="name"><img src="{currentEntry.url}" alt="{currentEntry.alt}"></atelier-loop><atelier-loop data-source-id="media" data-filter-folder="team"><p>{currentEntry.name}</p></atelier-loop><atelier-loop data-source-id="media" data-limit="1"><p>{currentEntry.createdAt}</p></atelier-loop>',
    )
    expect(site.compose(pageId).body).toBe(
      '<body><img src="/media/a%201.png" alt="An &lt;a&gt;"><img src="/media/b%201.png" alt=""><img src="/media/c%201.png" alt=""><p>c</p><p>1970-01-02</p></body>',
    )
  })
  it('say what they cannot read', async () => {
    const { site, pageId, root } = blog()
    await fill(
      site,
      root,
      '<atelier-loop data-source-id="data.rows" data-table-id="posts"><p></p></atelier-loop><atelier-loop data-source-id="pages" data-order-by="date" data-limit="x" data-filter-tag="y"><p>{currentEntry.date}{{post.title}}</p></atelier-loop>',
    )
    const { body, problems } = site.compose(pageId)
    expect(body).toBe(
      '<body><p>{{post.title}}</p><p>{{post.title}}</p><p>{{post.title}}</p><p>{{post.title}}</p></body>',
    )
    expect(messages(problems)).toEqual([
      'There is no table “posts”: this site has no content collections yet. Loops can read from pages or media.',
      'Pages cannot be ordered by “date”; use order, title or slug.',
      'Pages have no filter “tag”; there are under or except.',
      'data-limit is a whole number from 0, not “x”.',
      '{{post.title}} is not filled in: a token has one brace, as in {currentEntry.title}.',
      expect.stringContaining('{currentEntry.date} is empty: there is no such field. There are title, permalink'),
    ])
  })
})

describe('composePart', () => {
  it('returns what an editor shows beside the nodes themselves', async () => {
    const site = createTestSite()
    const card = site.component('Card', '<b>{currentEntry.title}</b>')
    const { pageId, root } = site.addPage('')
    site.addPage('', { title: 'Second', slug: 'second' })
    site.addPage('', { title: 'Third', slug: 'third' })
    await site.call('insertHtml', {
      parentId: root,
      html: `<atelier-loop data-source-id="pages"><p>{currentEntry.title}</p><section><atelier-component ref="${card}"></atelier-component></section></atelier-loop>`,
    })
    const nodes = [...readTree(site.pages.get(pageId) ?? expect.fail()).walk()]
    const part = (tag: string) =>
      composePart(site.entry(pageId), site.composition(), nodes.find((node) => node.tag === tag)?.id ?? '')
    expect(part('atelier-loop')).toBe('<p>Third</p>')
    // It is in the second variant, which shows the second page.
    expect(part('atelier-component')).toBe('<b>Second</b>')
    expect(part('p')).toBe('')
  })

  it('marks where the slots of an instance begin and end', () => {
    const site = createTestSite()
    const inner = site.component('Inner', '<i><atelier-slot name="deep">None</atelier-slot></i>')
    const box = site.component(
      'Box',
      `<h2><atelier-slot name="the head">No title</atelier-slot></h2><div><atelier-slot></atelier-slot><atelier-component ref="${inner}"></atelier-component></div>`,
    )
    const { pageId } = site.addPage(`<atelier-component ref="${box}"><p>loose</p></atelier-component>`)
    const nodes = [...readTree(site.pages.get(pageId) ?? expect.fail()).walk()]
    const instance = nodes.find(({ tag }) => tag === 'atelier-component')?.id ?? expect.fail()
    expect(composePart(site.entry(pageId), site.composition(), instance)).toBe(
      '<h2><!--slot:the%20head-->No title<!--/slot--></h2><div><!--slot:--><p>loose</p><!--/slot--><i>None</i></div>',
    )
    expect(site.compose(pageId).body).not.toContain('<!--')
    const loose = nodes.find(({ tag }) => tag === 'p')?.id ?? expect.fail()
    const addressed = composePart(site.entry(pageId), site.composition(), instance, { uid: true })
    expect(addressed.match(/<\w+ uid="[^"]*"/g)).toEqual([`<h2 uid="${instance}"`, `<p uid="${loose}"`])
    expect(['slot:the%20head', 'slot:', 'slot:%', 'a note'].map(readSlotMark)).toEqual([
      'the head',
      '',
      undefined,
      undefined,
    ])
  })

  it('and fills those nodes with the entries that they show', async () => {
    const site = createTestSite()
    const loop =
      '<atelier-loop data-source-id="pages"><a href="{currentEntry.permalink}">{currentEntry.title}</a><i>{currentEntry.title}</i><u>{currentEntry.title}</u></atelier-loop>'
    const { pageId } = site.addPage(`<p>{page.title} {nothing}</p>${loop}`)
    site.addPage('', { title: 'Second', slug: 'second' })
    const tree = readTree(site.pages.get(pageId) ?? expect.fail())
    const filled = (tag: string) => {
      const node = [...tree.walk()].find((each) => each.tag === tag) ?? expect.fail()
      const [text] = tree.children(node.id)
      const of = (each: typeof node) => composeNode(site.entry(pageId), site.composition(), each)
      return [...of(node).attributes.map(([, value]) => value), text && of(text).text]
    }
    expect(filled('p')).toEqual(['Home {nothing}'])
    expect(filled('a')).toEqual(['/', 'Home'])
    expect(filled('i')).toEqual(['Second'])
    // There is no third page: the node stays as it is written.
    expect(filled('u')).toEqual(['{currentEntry.title}'])
  })
})

describe('what a page depends on', () => {
  it('is said while it is composed', () => {
    const site = createTestSite()
    const card = site.component('Card', '<p>{site.name}</p>')
    const layout = site.template('<atelier-outlet></atelier-outlet>', { target: { kind: 'everywhere' }, priority: 1 })
    const plain = site.addPage('<p>x</p>')
    const full = site.addPage(
      `<atelier-component ref="${card}"></atelier-component><atelier-loop data-source-id="media"><p></p></atelier-loop><atelier-loop data-source-id="pages"><p></p></atelier-loop>`,
      { slug: 'full' },
    )
    const noted = (id: string) => {
      const found = new Set<string>()
      composePage(
        site.entry(id),
        site.composition((dependency) => found.add(dependency)),
      )
      return [...found].sort()
    }
    expect(noted(plain.pageId)).toEqual([`document:${layout}`, 'templates'])
    expect(noted(full.pageId)).toEqual(
      [`component:${card}`, `document:${card}`, `document:${layout}`, 'media', 'pages', 'settings', 'templates'].sort(),
    )
  })
})
