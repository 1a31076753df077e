import { createMemoryView } from '@atelier/documents'
import { describe, expect, it } from 'vitest'
import { createTestProject } from '../../testing/project.ts'
import { listComponent } from '../document/pages.ts'
import { importPage } from '../import/page.ts'
import { addMedia } from '../media/entries.ts'

/** A page's content around the calls: a stylesheet for the classes of the right ones. */
function setUp() {
  const project = createTestProject()
  const { pageId, root } = project.addPage('<main id="main"><p>One</p></main>', {
    css: '.hero, .card, .row, .lead, .btn { color: red }',
  })
  return { ...project, pageId, root }
}

/** Inserts into a site with another page, a picture and a script. */
async function around(html: string) {
  const { call, addPage, site, root } = setUp()
  addPage('<h1 id="team">Team</h1>', { title: 'About', slug: 'about' })
  const file = { hash: 'a'.repeat(64), type: 'image/png', bytes: 1, folder: '', createdAt: 0 }
  addMedia(site, { ...file, id: 'm1', name: 'rye.png', path: 'media/rye.png' })
  await call('write_code_asset', { path: 'a.js', type: 'script', content: 'el.classList.add("toggled")' })
  return await call('insertHtml', { parentId: root, html })
}

async function insert(html: string) {
  const { call, root } = setUp()
  return await call('insertHtml', { parentId: root, html })
}

/** @param wrong HTML, and what the warning has to name */
function table(name: string, wrong: readonly (readonly [html: string, says: RegExp])[], right: readonly string[]) {
  describe(name, () => {
    it.each(wrong)('%s', async (html, says) => {
      const result = await insert(html)
      expect(result).toMatchObject({ ok: true, warnings: expect.arrayContaining([expect.stringMatching(says)]) })
    })
    it.each(right)('nothing is said of %s', async (html) => {
      const result = await insert(html)
      expect(result.ok ? (result.warnings ?? []) : result).toEqual([])
    })
    it('has as many right calls as wrong ones, ten or more', () => {
      expect(wrong.length).toBeGreaterThanOrEqual(10)
      expect(right.length).toBeGreaterThanOrEqual(wrong.length)
    })
  })
}

table(
  'tags that close themselves, stay open, end wrongly or repeat attributes',
  [
    ['<div class="card" /><p>Beside it</p>', /self-closing form of `<div \/>`/],
    ['<p><i class="lead" /> Call us</p>', /self-closing.*<i \/>/],
    ['<section><span /><h2>Title</h2></section>', /self-closing.*<span \/>/],
    ['<textarea name="a"><p>After</p>', /`<textarea>` was never closed/],
    ['<div class="card"><p>One</p><div class="card"><p>Two</p></div>', /`<div>` was never closed/],
    ['<p>Some <b>bold words</p><p>and more</p>', /`<b>` was never closed/],
    ['<section><h2>Title</h2><p>Text</section></section>', /`<\/section>` closes nothing/],
    ['<div><p>One</p></span></div>', /`<\/span>` closes nothing/],
    ['<p><b><i>x</b></i></p>', /Tags cross: `<b>…<i>…<\/b>…<\/i>`/],
    ['<p>One<div>Two</div></p>', /<p> cannot hold `<div>`/],
    ['<p>One<ul><li>Two</li></ul>three</p>', /<p> cannot hold `<ul>`/],
    ['<a href="#main">One <a href="#main">two</a></a>', /`<a> in <a>`/],
    ['<h2>One<h3>Two</h3>', /`<h3> in <h2>`/],
    ['<div class="card" id="a" class="hero">x</div>', /written twice.*`class="hero"`/],
    ['<input type="text" name="q" type="email" aria-label="Mail">', /written twice.*`type="email"`/],
    ['<p title="a>One</p><p title="b">Two</p>', /quotes of an attribute do not pair up/],
    ['<p>One</p><p>Two</p><a href="#main', /ends inside `a tag`/],
    ['<p>One</p><!-- Two', /ends inside `a comment`/],
    ['<svg viewBox="0 0 1 1"><path d="M0 0"><path d="M1 1"></svg>', /`<path>` was never closed/],
  ],
  [
    '<p>One<br/>two</p>',
    '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt=""/>',
    '<ul><li>One<li>Two</ul>',
    '<p>One<p>Two',
    '<dl><dt>A<dd>B<dt>C<dd>D</dl>',
    '<table><tr><td>1<td>2<tr><td>3<td>4</table>',
    '<p>One<div>Two</div>',
    '<svg viewBox="0 0 1 1"><path d="M0 0"/><circle r="1"/></svg>',
    '<select aria-label="x"><option>A<option>B</select>',
    '<DIV><P>Upper case</P></DIV>',
    '<p>a < b and <b>c</b> > d</p>',
    '<section><div class="card" /></section>',
    '<div class="card" id="b" class="card">same twice</div>',
    '<video controls><source src="https://example.com/a.mp4"></video>',
    '<p><input type="text" aria-label="x"></input></p>',
    '<p><em>a</em><strong>b <i>c</i></strong></p>',
    '<table><colgroup><col><col></colgroup><tbody><tr><th>x</th><td><p>y</td></tr></tbody></table>',
    '<p title="it\'s 5 > 4">x</p>',
    '<svg viewBox="0 0 9 9"><g><title>A</title><foreignObject><p>B</p></foreignObject></g></svg>',
  ],
)

table(
  'templates of other languages and JSX',
  [
    ['<p>{{ product.title }}</p>', /other languages.*\{\{ product\.title \}\}/],
    ['<ul>{% for item in items %}<li>{{ item }}</li>{% endfor %}</ul>', /\{% for item in items %\}/],
    ['<p>{#if user}Hello{/if}</p>', /\{#if user\}/],
    [`<p>Hello ${'$'}{name}</p>`, /\$\{name\}/],
    ['<p><?php echo $title; ?></p>', /<\?php/],
    ['<p><%= title %></p>', /<%= title %>/],
    ['<li v-for="item in items">x</li>', /v-for=/],
    ['<button @click="open = true">x</button>', /@click=/],
    ['<img :src="hero.url" alt="">', /:src=/],
    ['<div *ngIf="shown">x</div>', /\*ngif/],
    ['<p [hidden]="!shown">x</p>', /\[hidden\]/],
    ['<input bind:value={name} aria-label="x">', /bind:value/],
    ['<button on:click={save}>x</button>', /on:click/],
    ['<div x-data="{ open: false }">x</div>', /x-data/],
    ['<p>@foreach($items as $item)</p>', /@foreach/],
    ['<div className="card">x</div>', /JSX is not HTML.*classname/],
    ['<label htmlFor="q">x</label>', /JSX.*htmlfor/],
    ['<svg viewBox="0 0 1 1"><path strokeWidth="2" d="M0 0"/></svg>', /JSX.*strokewidth/],
    ['<p>{children}</p>', /\{children\}/],
    ['<a href={url}>x</a>', /JSX.*href=\{url\}/],
    ['<div class={styles.card}>x</div>', /JSX.*styles\.card/],
    ['<h2>{title}</h2>', /other languages.*\{title\}/],
    ['<p>By {post.author}</p>', /other languages.*\{post\.author\}/],
    ['<p>Hi #{name}</p>', /other languages.*#\{name\}/],
    ['<router-link to="/">x</router-link>', /no element `<router-link>`/],
    ['<Link href="https://example.com/">x</Link>', /A link to click is <a href>/],
  ],
  [
    '<p>{page.title}</p>',
    '<atelier-loop data-source-id="pages"><a href="{currentEntry.permalink}">{currentEntry.title}</a></atelier-loop>',
    '<p>© {site.name}</p>',
    `<pre><code>{{ value }} and {% if %} and ${'$'}{x}</code></pre>`,
    '<p>It costs $5 or {about} that</p>',
    '<p>Mail us @bakery or call</p>',
    '<p>50% off {while it lasts}</p>',
    '<p>Sets like {1, 2, 3} and {x | x > 0}</p>',
    '<div data-config=\'{"a":{"b":1}}\'>x</div>',
    '<p style="color: red">x</p>',
    '<label for="main">x</label>',
    '<p class="card">class="x"</p>',
    '<p>if (a && b) then c</p>',
    '<p>a@media.com</p>',
    '<p>He said: {sic}</p>',
    '<div data-x="[1, 2, {}]">x</div>',
    '<svg viewBox="0 0 1 1"><path stroke-width="2" d="M0 0"/></svg>',
    '<p>Use the @click of a mouse</p>',
    '<p title="5 % of {page.title}">x</p>',
    '<kbd>{{</kbd>',
    '<p>100 % natural %</p>',
    '<p>JSX: <code>className={x}</code></p>',
    '<p>The price ($) is {fixed}</p>',
    '<h2>{params.title}</h2>',
    '<p>By {site.name} and {page.title}</p>',
    '<p>{ not a name }</p>',
    '<p>Issue #12</p>',
    '<p>a <> b</p>',
    '<link rel="preconnect" href="https://example.com/">',
    '<p>[[1]] and [2]</p>',
    '<time datetime="2024-01-01">{page.title}</time>',
  ],
)

table(
  'Markdown, escaped HTML and text alone',
  [
    ['## Our bread', /Markdown.*## Our bread/],
    ['# Welcome to the bakery\n\nWe bake.', /Markdown.*# Welcome/],
    ['- Rye\n- Wheat\n- Spelt', /Markdown/],
    ['<p>We bake **every** day</p>', /Markdown.*\*\*every\*\*/],
    ['<p>Read [about us](/about) first</p>', /Markdown.*\[about us\]/],
    ['1. Mix\n2. Bake', /Markdown/],
    ['<div>| Loaf | Price |\n| --- | --- |\n| Rye | 4 |</div>', /Markdown/],
    ['<p>Type `npm install` first</p>', /Markdown.*`npm install`/],
    ['&lt;section&gt;&lt;h2&gt;Hi&lt;/h2&gt;&lt;/section&gt;', /Escaped HTML/],
    ['<div>&lt;p&gt;Hello&lt;/p&gt;</div>', /Escaped HTML.*<p>/],
    ['<p>&lt;strong&gt;Open&lt;/strong&gt; today</p>', /Escaped HTML.*<strong>/],
    ['Just a sentence', /No element was made/],
  ],
  [
    '<p>We are #1 in town</p>',
    '<p>5 * 3 * 2 = 30</p>',
    '<p>Open 9 - 5</p>',
    '<p>A footnote* and another**</p>',
    '<p>snake_case and __init__.py</p>',
    '<p>[sic] (1999)</p>',
    '<p>a &lt; b &amp;&amp; c &gt; d</p>',
    '<p>I &lt;3 bread</p>',
    '<p>The &lt;br&gt; tag ends a line</p>',
    '<pre><code>&lt;p&gt;Hello&lt;/p&gt;</code></pre>',
    '<p>- Anna</p>',
    '<p>1. FC Köln</p>',
  ],
)

table(
  'escapes that were escaped again, and typographic quotes around values',
  [
    ['<p>Fish &amp;amp; chips</p>', /`&amp;`.*escaped once too often/],
    ['<p>a&amp;nbsp;b</p>', /&nbsp;/],
    ['<p>One</p>\\n<p>Two</p>', /\\n/],
    ['<p>First line\\n\\nSecond line</p>', /\\n/],
    ['<p class=\\"card\\">x</p>', /escaped once too often.*class=/],
    ['<a href=\\"#main\\">x</a>', /escaped once too often.*href=/],
    ['<p>Say \\"hello\\" to us</p>', /\\"/],
    ['<p>Caf\\u00e9</p>', /\\u00e9/],
    ['<p>Line one\\nLine two</p>', /\\n/],
    ['<p class=“card”>x</p>', /Typographic quotes.*class=“card”/],
    ['<p class="“card”">x</p>', /Typographic quotes.*class=“card”/],
    ['<a href=“#main”>x</a>', /Typographic quotes.*href/],
    ['<p title=“hello”>x</p>', /Typographic quotes.*title/],
    ['<p id=‘a’>x</p>', /Typographic quotes.*id=/],
  ],
  [
    '<p>Fish &amp; chips</p>',
    '<p>C:\\new\\table</p>',
    '<code>"a\\nb"</code>',
    '<p>“Quoted” words</p>',
    '<p title="“Quoted” words">x</p>',
    '<p title="“Quoted”">x</p>',
    '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="“Rye”">',
    '<div data-config=\'{"say":"a \\"b\\""}\'>x</div>',
    '<p title="&quot;Rye&quot;">x</p>',
    '<p>&ldquo;Rye&rdquo;&nbsp;&mdash; it’s good</p>',
    '<pre>printf("\\n")</pre>',
    '<p>notes\\new and D:\\temp</p>',
    '<p>\\o/ and ¯\\_(ツ)_/¯</p>',
    '<a href="#main" title=\'the "main" part\'>x</a>',
  ],
)

table(
  'made-up elements and attributes',
  [
    ['<card><p>x</p></card>', /no element `<card>`/],
    ['<hero title="x">Hi</hero>', /no element `<hero>`/],
    ['<icon name="star"></icon>', /no element `<icon>`/],
    ['<p subtitle="x">y</p>', /no such attribute.*<p subtitle/],
    ['<section background="red">y</section>', /background=.*belongs on/],
    ['<div href="#main">y</div>', /href=.*on <div>.*<a>/],
    ['<p variant="lead">y</p>', /variant/],
    ['<p aria-lable="x">y</p>', /aria-lable/],
    ['<h2 text="Hi">y</h2>', /text="Hi"/],
    ['<div placeholder="x">y</div>', /placeholder.*<input>/],
    ['<atelier-card>y</atelier-card>', /<atelier-card>/],
    ['<atelier-loop data-source-id="pages" limit="3"><p>x</p></atelier-loop>', /limit/],
  ],
  [
    '<my-card title="x">y</my-card>',
    '<p draggable="false" spellcheck="false" contenteditable="false" translate="no">y</p>',
    '<p aria-hidden="false" aria-label="x" data-anything="false">y</p>',
    '<a href="#main" target="_blank" rel="noopener" download>y</a>',
    '<img src="https://example.com/a.png" alt="" width="1" height="1" loading="lazy" fetchpriority="high" decoding="async">',
    '<input type="text" inputmode="numeric" autocomplete="off" maxlength="3" pattern="[0-9]*" aria-label="x">',
    '<p itemscope itemtype="https://schema.org/Person" itemprop="name" property="og:x">y</p>',
    '<button type="button" popovertarget="main">y</button>',
    '<table border="1" cellpadding="2"><tr><td align="left" valign="top">y</td></tr></table>',
    '<iframe src="https://example.com/" title="x" allowfullscreen loading="lazy"></iframe>',
    '<svg viewBox="0 0 1 1" focusable="false"><path stroke-width="1" d="M0 0"/></svg>',
    '<atelier-loop data-source-id="pages" data-limit="3" class="row"><p>x</p></atelier-loop>',
  ],
)

table(
  'values that do not switch an attribute off',
  [
    ['<button type="button" disabled="false">y</button>', /disabled="false".*leave it out/i],
    ['<input type="checkbox" checked="false" aria-label="x">', /checked="false"/],
    ['<details open="no"><summary>x</summary></details>', /open="no"/],
    ['<p hidden="false">y</p>', /hidden="false"/],
    ['<input required="0" aria-label="x">', /required="0"/],
    ['<select multiple="false" aria-label="x"><option>a</option></select>', /multiple="false"/],
    ['<option selected="False">a</option>', /selected="False"/],
    ['<video autoplay="off" src="https://example.com/a.mp4"></video>', /autoplay="off"/],
    ['<video loop="false" muted="false" src="https://example.com/a.mp4"></video>', /loop="false"`, `muted="false"/],
    ['<textarea readonly="false" aria-label="x"></textarea>', /readonly="false"/],
    ['<ol reversed="null"><li>x</li></ol>', /reversed="null"/],
  ],
  [
    '<section hidden>y</section>',
    '<button type="button" disabled>y</button>',
    '<button type="button" disabled="disabled">y</button>',
    '<button type="button" disabled="">y</button>',
    '<input type="checkbox" checked="true" aria-label="x">',
    '<details open><summary>x</summary></details>',
    '<p hidden="until-found">y</p>',
    '<p aria-disabled="false" aria-expanded="false">y</p>',
    '<p data-open="false" draggable="false">y</p>',
    '<input value="false" aria-label="x"><button type="button" value="0" name="no">y</button>',
    '<video controls muted playsinline src="https://example.com/a.mp4"></video>',
  ],
)

describe('what HTML names that is not there', () => {
  it.each([
    ['<a href="/nope">x</a>', /no page or file at the address of `<a href="\/nope">`/],
    ['<a href="about/team.html">x</a>', /no page or file/],
    ['<a href="/about#nope">x</a>', /no page or file.*\/about#nope/],
    ['<a href="#nope">x</a>', /No element has the id.*`#nope`/],
    ['<a href="#One">x</a><section id="one">y</section>', /`#One`/],
    ['<label for="mail">x</label><input id="email" type="email">', /`<label for="mail">`/],
    ['<nav aria-labelledby="nav-title">x</nav>', /aria-labelledby="nav-title"/],
    ['<p aria-describedby="main missing">x</p>', /aria-describedby="main missing"/],
    ['<button type="button" aria-controls="menu">x</button>', /aria-controls="menu"/],
    ['<button type="button" popovertarget="pop">x</button>', /popovertarget="pop"/],
    ['<input list="towns" aria-label="x">', /list="towns"/],
    ['<img src="/images/hero.jpg" alt="x">', /no file for `<img src="\/images\/hero.jpg">`/],
    ['<img src="hero.png" srcset="a.png 1x, b.png 2x" alt="x">', /`<img srcset="b.png">`/],
    ['<video src="/clip.mp4" poster="/clip.jpg"></video>', /poster="\/clip.jpg"/],
    ['<div style="background-image: url(/nope.png)">x</div>', /style="\/nope.png"/],
    ['<link rel="stylesheet" href="/css/nope.css">', /<link href="\/css\/nope.css">/],
    ['<svg viewBox="0 0 1 1"><use href="#icon"></use></svg>', /<use href="#icon">/],
    ['<svg viewBox="0 0 1 1"><rect fill="url(#sun)"></rect></svg>', /fill="url\(#sun\)"/],
    ['<div id="main">x</div>', /more than once: `main`/],
    ['<p id="a">x</p><p id="a">y</p>', /more than once: `a`/],
    [
      '<div class="flex items-center px-4 bg-blue-500">x</div>',
      /Tailwind.*`flex`, `items-center`, `px-4`, `bg-blue-500`/,
    ],
    ['<div class="card testimonial">x</div>', /no stylesheet has a rule for the class `testimonial`/i],
  ])('%s', async (html, says) => {
    const result = await around(html)
    expect(result).toMatchObject({ ok: true, warnings: expect.arrayContaining([expect.stringMatching(says)]) })
  })
  it.each([
    '<a href="/">x</a>',
    '<a href="/about">x</a><a href="about/">y</a>',
    '<a href="/about#team">x</a>',
    '<a href="#main">x</a><a href="#top">y</a><a href="#">z</a>',
    '<a href="#new">x</a><section id="new">y</section>',
    '<label for="mail">x</label><input id="mail" type="email">',
    '<nav aria-labelledby="main">x</nav>',
    '<a href="https://example.com/nope#x">x</a><a href="mailto:a@b.c">y</a><a href="tel:1">z</a>',
    '<a href="{page.permalink}">x</a>',
    '<img src="https://example.com/a.png" alt="x">',
    '<img src="/media/rye.png" srcset="/media/rye.png 1x" alt="x">',
    '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="x">',
    '<svg viewBox="0 0 1 1"><defs><g id="icon"></g></defs><use href="#icon"></use></svg>',
    '<svg viewBox="0 0 1 1"><linearGradient id="sun"></linearGradient><rect fill="url(#sun)"></rect></svg>',
    '<p id="b">x</p><p id="c">y</p>',
    '<div class="card hero">x</div>',
    '<style>.testimonial { color: red }</style><div class="testimonial">x</div>',
    '<div class="js-open toggled">x</div>',
    '<a href="/sitemap.xml">x</a>',
    '<div style="background: url(/media/rye.png)">x</div>',
    '<link rel="stylesheet" href="https://example.com/a.css">',
    '<a href="#:~:text=bread">x</a><a href="/about?x=1">y</a>',
  ])('nothing is said of %s', async (html) => {
    const result = await around(html)
    expect(result.ok ? (result.warnings ?? []) : result).toEqual([])
  })
  it('does not count what is replaced, and looks into components', async () => {
    const { call, addPage, site, pages, newId } = setUp()
    const { root } = addPage('<main><p id="x">One</p></main>', { title: 'Blog', slug: 'blog' })
    const again = await call('replaceNodeHtml', { nodeId: root, html: '<main><p id="x">Two</p></main>' })
    expect(again).toMatchObject({ ok: true })
    expect(again.ok ? (again.warnings ?? []) : again).toEqual([])
    const link = '<a href="#from-component">x</a>'
    expect(await call('insertHtml', { parentId: root, html: link })).toMatchObject({ warnings: [{}] })
    const { id } = listComponent(site, { id: newId(), title: 'Top' })
    const page = createMemoryView()
    pages.set(id, page)
    importPage(site, page, { html: '<header id="from-component"></header>', newId })
    const known = await call('insertHtml', { parentId: root, html: link })
    expect(known.ok ? (known.warnings ?? []) : known).toEqual([])
  })
})
