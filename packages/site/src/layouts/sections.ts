import type { Layout, LayoutPart } from './layout.ts'
import { actions, button, columns, placeholder, quietButton, sectionPadding } from './shared.ts'

const layout = (
  id: string,
  label: string,
  keywords: string,
  html: string,
  parts?: Readonly<Record<string, LayoutPart>>,
): Layout => ({ id, label, group: 'layouts', keywords, html, ...(parts ? { parts } : {}) })

const stack: LayoutPart = {
  needs: ['display', 'gap'],
  css: `display: flex
flex-direction: column
gap: {space:24}`,
}

const card: LayoutPart = {
  also: ['tile', 'panel'],
  needs: ['padding'],
  css: `padding: {space:24}
border: 1px solid {color:line}
border-radius: {radius?:11}
background: {color?:surface}`,
}

const listSection = (gap: number): string => `display: flex
flex-wrap: wrap
gap: {space:${gap}}
padding: 0
margin: 0
list-style: none`

const cards = ['First', 'Second', 'Third']
  .map((name) => `<article class="card">\n<h3>${name}</h3>\n<p>One thing that speaks for it.</p>\n</article>`)
  .join('\n')

const plans = ['Small', 'Medium', 'Large']
  .map(
    (name) =>
      `<article class="plan">\n<h3>${name}</h3>\n<p class="price">Price</p>\n<p>What is in it.</p>\n<p><a class="button" href="#">Choose</a></p>\n</article>`,
  )
  .join('\n')

/** Ready layouts: sections and arrangements of boxes. */
export const sections: readonly Layout[] = [
  layout(
    'hero',
    'Hero',
    'header intro banner opening headline start',
    `<section class="hero">
<div class="hero-copy">
<h1>Say in one line what this is</h1>
<p>And in a second one why it matters to the person who reads it.</p>
<div class="actions"><a class="button" href="#">Get started</a> <a class="button-quiet" href="#">Learn more</a></div>
</div>
${placeholder.replace('<img ', '<img class="hero-picture" ')}
</section>`,
    {
      hero: {
        also: ['opening', 'banner', 'intro'],
        ...columns('minmax(0, 1fr) minmax(0, 1fr)', 48),
        css: `display: grid
gap: {space:48}
align-items: center
padding: {space:64} {space:24}`,
      },
      'hero-copy': {
        also: ['stack', 'opening-words'],
        needs: ['display', 'gap'],
        css: 'display: grid\ngap: {space:24}\njustify-items: start',
      },
      'hero-picture': { needs: ['width'], css: 'width: 100%\nheight: auto' },
      actions,
      button,
      'button-quiet': quietButton,
    },
  ),
  layout('cards', 'Cards', 'grid three columns features tiles list', `<div class="cards">\n${cards}\n</div>`, {
    cards: {
      also: ['card-grid', 'features', 'people'],
      ...columns('repeat(3, minmax(0, 1fr))', 24),
      css: `display: grid
gap: {space:24}${sectionPadding}`,
    },
    card,
  }),
  layout(
    'quote',
    'Quote',
    'testimonial review blockquote words',
    `<figure class="quote">
<blockquote>
<p>A sentence that a customer said, and that says it better.</p>
</blockquote>
<figcaption class="quote-source">Name, company</figcaption>
</figure>`,
    {
      quote: {
        also: ['testimonial'],
        needs: ['font-size'],
        css: `max-width: 40rem
margin: 0 auto
padding: {space:48} {space:24}
font-size: {size:24}
text-align: center`,
      },
      'quote-source': { needs: ['font-size'], css: 'color: {color?:muted}\nfont-size: {size:16}' },
    },
  ),
  layout(
    'split',
    'Text and picture',
    'two columns feature media image side',
    `<section class="split">
<div>
<h2>Heading</h2>
<p>Text beside a picture.</p>
</div>
${placeholder.replace('<img ', '<img class="split-picture" ')}
</section>`,
    {
      split: {
        also: ['feature', 'media-text'],
        ...columns('minmax(0, 1fr) minmax(0, 1fr)', 48),
        css: `display: grid
gap: {space:48}
align-items: center${sectionPadding}`,
      },
      'split-picture': { also: ['hero-picture'], needs: ['width'], css: 'width: 100%\nheight: auto' },
    },
  ),
  layout(
    'call',
    'Call to action',
    'cta banner sign up button',
    `<section class="call">
<h2>Ready to begin?</h2>
<p>One sentence that takes away the last doubt.</p>
<a class="button" href="#">Get started</a>
</section>`,
    {
      call: {
        also: ['cta', 'closing'],
        needs: ['display', 'gap'],
        css: `display: grid
gap: {space:16}
justify-items: center
padding: {space:64} {space:24}
text-align: center`,
      },
      button,
    },
  ),
  layout(
    'pricing',
    'Prices',
    'pricing plans cost offers packages table',
    `<section class="pricing">
<h2>Prices</h2>
<div class="plans">
${plans}
</div>
</section>`,
    {
      pricing: {
        also: ['prices'],
        needs: ['display', 'gap'],
        css: `display: grid
gap: {space:24}${sectionPadding}`,
      },
      plans: { also: ['card-grid', 'cards'], ...columns('repeat(3, minmax(0, 1fr))', 24) },
      plan: { ...card, also: ['card', 'tile', 'panel'] },
      price: { needs: ['font-size'], css: 'margin: 0\nfont-size: {size:24}\nfont-weight: 700' },
      button,
    },
  ),
  layout(
    'faq',
    'Questions',
    'faq accordion details answers',
    `<section class="faq">
<h2>Questions</h2>
<details>
<summary>What does it cost?</summary>
<p>Answer</p>
</details>
<details>
<summary>How long does it take?</summary>
<p>Answer</p>
</details>
</section>`,
    {
      faq: {
        needs: ['display', 'gap'],
        css: `display: grid
gap: {space:16}
max-width: 44rem${sectionPadding}`,
      },
    },
  ),
  layout(
    'figures',
    'Figures',
    'stats numbers metrics facts',
    `<dl class="figures">
<div>
<dt>Customers</dt>
<dd class="figure-value">1,200</dd>
</div>
<div>
<dt>Countries</dt>
<dd class="figure-value">14</dd>
</div>
<div>
<dt>Years</dt>
<dd class="figure-value">9</dd>
</div>
</dl>`,
    {
      figures: {
        also: ['stats'],
        needs: ['display', 'gap'],
        css: `display: flex
flex-wrap: wrap
gap: {space:48}
margin: 0${sectionPadding}`,
      },
      'figure-value': { also: ['stat-value'], needs: ['font-size'], css: 'margin: 0\nfont-size: {size:40}' },
    },
  ),
  layout(
    'gallery',
    'Gallery',
    'pictures images photos grid',
    `<div class="gallery">
${Array.from({ length: 4 }, () => placeholder.replace('<img ', '<img class="gallery-picture" ')).join('\n')}
</div>`,
    {
      gallery: {
        ...columns('repeat(4, minmax(0, 1fr))', 16),
        css: `display: grid
gap: {space:16}${sectionPadding}`,
      },
      'gallery-picture': {
        also: ['hero-picture', 'split-picture'],
        needs: ['width'],
        css: 'width: 100%\nheight: auto',
      },
    },
  ),
  layout(
    'form',
    'Contact form',
    'contact form email message fields',
    `<form class="form" method="post">
<label class="field">Name <input name="name" autocomplete="name" required></label>
<label class="field">Email <input type="email" name="email" autocomplete="email" required></label>
<label class="field">Message <textarea name="message" rows="5" required></textarea></label>
<button class="button" type="submit">Send</button>
</form>`,
    {
      form: {
        needs: ['display', 'gap'],
        css: `display: grid
gap: {space:16}
justify-items: start
max-width: 36rem${sectionPadding}`,
      },
      field: { needs: ['display', 'gap'], css: 'display: grid\ngap: {space:4}\nwidth: 100%' },
      button,
    },
  ),
  layout(
    'nav',
    'Navigation',
    'nav menu header bar links masthead',
    `<header class="header">
<a class="logo" href="/">Name</a>
<nav aria-label="Main">
<ul class="menu">
<li><a href="#">First</a></li>
<li><a href="#">Second</a></li>
<li><a href="#">Third</a></li>
</ul>
</nav>
</header>`,
    {
      header: {
        also: ['masthead', 'site-header', 'navbar'],
        needs: ['display', 'justify-content'],
        css: `display: flex
flex-wrap: wrap
gap: {space:16}
align-items: center
justify-content: space-between
padding: {space:16} {space:24}`,
      },
      logo: {
        also: ['wordmark', 'brand'],
        needs: ['text-decoration'],
        css: 'color: inherit\nfont-weight: 700\ntext-decoration: none',
      },
      menu: { also: ['nav-links', 'links'], needs: ['list-style', 'display'], css: listSection(24) },
    },
  ),
  layout(
    'footer',
    'Footer',
    'footer bottom copyright links colophon',
    `<footer class="footer">
<p>© Name</p>
<nav aria-label="Footer">
<ul class="menu">
<li><a href="#">Imprint</a></li>
<li><a href="#">Privacy</a></li>
</ul>
</nav>
</footer>`,
    {
      footer: {
        also: ['colophon', 'site-footer'],
        needs: ['display'],
        css: `display: flex
flex-wrap: wrap
gap: {space:16} {space:32}
align-items: center
justify-content: space-between
padding: {space:32} {space:24}
border-top: 1px solid {color:line}`,
      },
      menu: { also: ['nav-links', 'links'], needs: ['list-style', 'display'], css: listSection(24) },
    },
  ),
  layout(
    'section',
    'Section',
    'section container block centered width',
    `<section class="section">
<h2>Heading</h2>
<p>Text</p>
</section>`,
    { section: { needs: ['padding'], css: 'padding: {space:64} {space:24}' } },
  ),
  layout('container', 'Container', 'wrap width centered max inner', '<div class="container"></div>', {
    container: {
      also: ['wrap', 'wrapper', 'inner'],
      needs: ['margin', 'width'],
      css: 'width: min(100% - 2rem, 72rem)\nmargin-inline: auto',
    },
  }),
  layout(
    'stack',
    'Stack',
    'column vertical flex list below',
    '<div class="stack">\n<p>First</p>\n<p>Second</p>\n</div>',
    { stack },
  ),
  layout('row', 'Row', 'horizontal flex side inline', '<div class="row">\n<p>First</p>\n<p>Second</p>\n</div>', {
    row: {
      also: ['cluster'],
      needs: ['display', 'gap'],
      css: 'display: flex\nflex-wrap: wrap\ngap: {space:16}\nalign-items: center',
    },
  }),
  layout(
    'columns',
    'Two columns',
    'columns grid half',
    '<div class="columns">\n<div>\n<p>First</p>\n</div>\n<div>\n<p>Second</p>\n</div>\n</div>',
    {
      columns: { also: ['two-columns', 'grid-2'], ...columns('minmax(0, 1fr) minmax(0, 1fr)') },
    },
  ),
  layout(
    'grid',
    'Grid',
    'columns three cells',
    `<div class="grid">
${['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth'].map((name) => `<div>\n<p>${name}</p>\n</div>`).join('\n')}
</div>`,
    { grid: columns('repeat(3, minmax(0, 1fr))', 24) },
  ),
  layout(
    'sidebar',
    'Sidebar',
    'aside columns main navigation left',
    `<div class="with-sidebar">
<aside>
<h2>Beside</h2>
</aside>
<div>
<p>Content</p>
</div>
</div>`,
    { 'with-sidebar': { also: ['sidebar-layout'], ...columns('16rem minmax(0, 1fr)') } },
  ),
]
