import { inSlices, type Steps } from '@atelier/operation'
import { describe, expect, it, test } from 'vitest'
import { growthOf, LINEAR } from '../../../../scripts/testing/growth.ts'
import { createTestProject } from '../../testing/project.ts'
import { readTree } from '../document/tree.ts'
import { readColor } from '../tokens/color.ts'
import { contrast, toSrgb } from '../tokens/srgb.ts'
import { auditDocuments, auditSite } from './audit.ts'
import type { Finding } from './finding.ts'
import { bySeverity, newFindings } from './finding.ts'
import { blockingFindings } from './gate.ts'

function whole<Result>(work: Steps<Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

function audit(html: string, css?: string) {
  const project = createTestProject()
  const { pageId } = project.addPage(html, { css })
  const tree = (id: string) => {
    const page = project.pages.get(id)
    return page && readTree(page)
  }
  const audited = { site: project.site, siteId: 'site', tree }
  return {
    project,
    pageId,
    audited,
    findings: whole(auditDocuments(audited)),
    all: () => whole(auditSite(audited)),
    tree,
  }
}

/** The findings, without those that every bare page has. */
const codes = (findings: readonly Finding[]) =>
  findings
    .filter(({ code }) => !['no-h1', 'missing-description', 'undefined-class'].includes(code))
    .map(({ code }) => code)

describe('the checks of a page', () => {
  it('finds nothing wrong with a page that is as it should be', () => {
    const { all } = audit(
      '<main><h1>Bakery</h1><h2>Loaves</h2><p class="lead">Bread</p><a href="#loaves">Loaves</a><section id="loaves"><label>Name <input></label><button>Send</button><a href="https://example.com/">Elsewhere</a><a href="/"><img src="data:image/png;base64,AA" alt="Home"></a></section></main>',
      '.lead { color: #333; background: var(--paper) } :root { --paper: #fff }',
    )
    expect(codes(all())).toEqual([])
  })
  it.each([
    ['<a href="/nowhere">x</a>', 'broken-link'],
    ['<a href="#nowhere">x</a>', 'broken-anchor'],
    ['<a href="/#nowhere">x</a>', 'broken-anchor'],
    ['<a href="#">x</a>', 'empty-link-target'],
    ['<a href="/"></a>', 'empty-link'],
    ['<form method="post"></form>', 'unanswered-form'],
    ['<form method=POST action="/send"></form>', 'unanswered-form'],
    ['<form method="post" action="?sent#x"></form>', 'unanswered-form'],
    ['<form><button formmethod="post">Send</button></form>', 'unanswered-form'],
    ['<button><svg></svg></button>', 'empty-button'],
    ['<img src="media/gone.png" alt="">', 'broken-image'],
    ['<img alt="x">', 'missing-source'],
    ['<img src="https://example.com/a.png">', 'missing-alt'],
    ['<input name="q">', 'missing-label'],
    ['<label for="other">x</label><select></select>', 'missing-label'],
    ['<iframe src="https://example.com"></iframe>', 'missing-frame-title'],
    ['<h1>a</h1><h3>b</h3>', 'heading-order'],
    ['<h1>a</h1><h1>b</h1>', 'many-h1'],
    ['<h1> </h1>', 'empty-heading'],
    ['<p id="a">x</p><p id="a">y</p>', 'duplicate-id'],
    ['<p>Open [Your opening hours]</p>', 'blank-text'],
    ['<p>Tel. [Ihre Telefonnummer].</p>', 'blank-text'],
    ['<div class="px-4 md:flex mt-2 text-gray-700 rounded-lg bg-white"></div>', 'unstyled-page'],
    ['<p style="color: var(--nothing)">x</p>', 'undefined-token'],
    ['<p style="color: #999">x</p>', 'low-contrast'],
  ])('finds in %s: %s', (html, code) => {
    const { findings } = audit(html)
    expect(codes(findings)).toEqual([code])
    const [found] = findings.filter((each) => each.code === code)
    expect(found).toMatchObject({ nodeId: expect.any(String), hint: expect.any(String) })
  })
  it.each([
    '<a href="{currentEntry.permalink}">x</a>',
    '<img src="{currentEntry.image}" alt="{currentEntry.alt}">',
    '<input aria-label="Search">',
    '<label for="q">x</label><input id="q">',
    '<a href="mailto:a@example.com">x</a><a href="tel:1">x</a><a href="https://example.com/x#y">x</a>',
    '<a href="#top">x</a>',
    '<form></form><form method="get" action="/"></form><form method="dialog"></form>',
    '<form method="post" action="/_forms/contact"></form><form method="post" action="_forms/contact"></form>',
    '<form method="post" action="https://forms.example/x"></form><form method="post" action="//forms.example"></form>',
    '<form method="post" action="mailto:a@example.com"></form><form method="post" action="{params.action}"></form>',
    '<form method="post" action="/_forms/a"><button formaction="/_forms/b">b</button></form>',
    '<button aria-label="Close"></button>',
    '<div aria-hidden="true"><img src="data:,x"><h1></h1></div>',
    '<p style="color: var(--nothing, red); color: #000">x</p>',
    '<a href="/"><svg role="img" aria-label="Home"></svg></a>',
  ])('bears %s', (html) => {
    expect(codes(audit(html).findings)).toEqual([])
  })
  it('knows the pages, their places and their files', async () => {
    const { project, audited, pageId } = audit(
      '<a href="/about">1</a><a href="about/#team">2</a><a href="/about/#no">3</a>',
    )
    project.addPage('<h2 id="team">Team</h2>', { title: 'About', slug: 'about' })
    expect(codes(whole(auditDocuments(audited, [pageId])))).toEqual(['broken-anchor'])
  })
})

test('the contact form of the palette is said before publishing until it is bound', async () => {
  const { project, pageId, audited } = audit('<main></main>')
  const tree = audited.tree(pageId)
  const parentId = [...(tree?.walk() ?? [])].find(({ tag }) => tag === 'main')?.id ?? expect.fail()
  expect(await project.call('insertLayout', { layout: 'form', parentId })).toMatchObject({ ok: true })
  const found = () => whole(auditDocuments(audited)).filter(({ code }) => code === 'unanswered-form')
  expect(found()).toMatchObject([{ severity: 'error', hint: expect.stringContaining('form of the content') }])
  const asset = { path: 'send.js', type: 'script', content: 'addEventListener("submit", send)' }
  expect(await project.call('write_code_asset', asset)).toMatchObject({ ok: true })
  expect(found()).toMatchObject([{ severity: 'warning' }])
  const form = [...(audited.tree(pageId)?.walk() ?? [])].find(({ tag }) => tag === 'form')
  await project.call('updateNodeProps', { nodeId: form?.id, patch: { action: '/_forms/contact' } })
  expect(found()).toEqual([])
})

describe('contrast', () => {
  const low = (html: string, css: string) => audit(html, css).findings.filter(({ code }) => code === 'low-contrast')
  it('follows the cascade, inheritance, tokens and what lies behind', () => {
    const css = `:root { --ink: #777; --paper: oklch(0.98 0 0) } body { color: var(--ink); background: var(--paper) }
      .dark { background: #111 } .dark p { color: rgb(255 255 255 / 0.9) } h1 { font-size: 32px }`
    const found = low('<h1>Large</h1><p>Small</p><div class="dark"><p>White</p><b>Grey on black</b></div>', css)
    expect(found.map(({ excerpt }) => excerpt)).toEqual(['#777777 on #f8f8f8', '#777777 on #111111'])
  })
  it('says nothing if only a rendering could', () => {
    const gray = '<p>x</p>'
    for (const css of [
      'p { color: #999; background-image: url(a.png) }',
      'p { color: #999 } @media (min-width: 1px) { p { color: #000 } }',
      'p { color: color-mix(in oklch, red, blue) }',
      'p { color: #999; opacity: .5 }',
      'body { background: linear-gradient(red, blue) } p { color: #999 }',
      'p { color: #999; position: absolute }',
    ]) {
      expect.soft(low(gray, css), css).toEqual([])
    }
  })
  it('looks at each of several alike if a rule tells them apart', () => {
    const css = 'p:first-child, #odd, p + b { color: #999 } [lang] i { color: #999 }'
    const html = `<section><p>1</p><p>2</p></section><section><p id="odd">3</p><p>4</p></section><div><i>5</i><b>6</b></div>
      <div lang="en"><i>7</i></div><div><em></em><p>8</p><b>9</b></div>`
    const { findings, tree, pageId } = audit(html, css)
    const text = (id: string | undefined) => tree(pageId)?.children(id ?? '')[0]?.text
    const found = findings.filter(({ code }) => code === 'low-contrast').map(({ nodeId }) => text(nodeId))
    expect(found).toEqual(['1', '3', '7', '9'])
  })
  it('measures as WCAG does, in every space', () => {
    const read = (text: string) => {
      const color = readColor(text)
      return color.kind === 'known' ? toSrgb(color.color) : expect.fail(text)
    }
    expect(contrast(read('#000'), read('white'))).toBeCloseTo(21, 5)
    expect(contrast(read('#767676'), read('#fff'))).toBeCloseTo(4.54, 2)
    for (const same of ['rgb(255 0 0)', 'hsl(0 100% 50%)', 'oklch(0.6279 0.2577 29.23)', 'lab(54.29 80.8 69.89)']) {
      const { red, green, blue } = read(same)
      expect.soft(red, same).toBeCloseTo(1, 2)
      expect.soft(green, same).toBeCloseTo(0, 1)
      expect.soft(blue, same).toBeCloseTo(0, 1)
    }
  })
})

describe('the site as a whole', () => {
  it('names tokens and classes that are used and not defined, or the other way round', () => {
    const { all } = audit(
      '<p class="a odd">x</p>',
      ':root { --used: red; --spare: blue } .a { color: var(--used); top: var(--gone) } .b { top: 0 }',
    )
    const found = all().filter(({ code }) => /token|class/.test(code))
    expect(found.map(({ code, excerpt }) => `${code} ${excerpt}`)).toEqual([
      'undefined-class .odd',
      'undefined-token var(--gone)',
      'unused-token --spare',
      'unused-class b',
    ])
  })
  it('names files that stylesheets ask for and the site does not have', () => {
    const { all } = audit(
      '<p class="a">x</p>',
      `.a { background: url(/gone.png), url("https://example.com/a.png"), url(data:,x), url(#mask) }
       @media print { .a { background-image: image-set("also-gone.png" 1x) } }`,
    )
    const found = all().filter(({ code }) => code === 'broken-style-file')
    expect(found.map(({ excerpt }) => excerpt)).toEqual(['url(/gone.png)', 'url(also-gone.png)'])
  })
  it('reports what is new, and what keeps a site from being published', () => {
    const { project, audited, findings } = audit('<img src="data:,x">')
    project.site.set('settings/checkGate', 'errors')
    expect(newFindings(findings, whole(auditDocuments(audited)))).toEqual([])
    expect(newFindings([], findings)).toEqual(findings)
    expect(blockingFindings(project.site, findings).map(({ code }) => code)).toEqual(['missing-alt'])
    project.site.set('settings/checkGate', 'off')
    expect(blockingFindings(project.site, findings)).toEqual([])
    expect(bySeverity(findings)[0]?.severity).toBe('error')
  })
  it('looks at 15,000 nodes in time in proportion to their number', async () => {
    const card = (i: number) =>
      `<article class="card c${i % 9}" id="c${i}"><h2>No. ${i}</h2><p>Baked by <b>hand</b>.</p><a href="#c${i}">More</a></article>`
    const css = Array.from(
      { length: 200 },
      (_, i) => `.c${i} > p { color: #${(i % 9) + 1}11 } .card:hover .x${i} { top: 0 }`,
    ).join('\n')
    const CARDS = 1_600
    const prepare = (cards: number) => {
      const { audited, tree, pageId } = audit(
        `<main>${Array.from({ length: cards }, (_, i) => card(i)).join('')}</main>`,
        css,
      )
      if (cards === CARDS) expect([...(tree(pageId)?.walk() ?? [])].length).toBeGreaterThan(15_000)
      return () => whole(auditDocuments(audited))
    }
    expect(await growthOf(prepare, CARDS)).toBeLessThan(LINEAR)
  })
  it('lets others have their turn between few elements, with the same findings', async () => {
    const { audited, findings, tree, pageId } = audit(
      '<p style="color:#999">1</p><a href="/gone">2</a>'.repeat(200),
      '.a{top:0}',
    )
    const elements = [...(tree(pageId)?.walk() ?? [])].filter(({ kind }) => kind === 'element').length
    let time = 0
    let rests = 0
    const slicing = {
      now: () => (time += 10),
      async rest() {
        rests += 1
      },
    }
    expect(await inSlices(auditDocuments(audited), slicing)).toEqual(findings)
    // Each of nine checks and the reading of the page goes through all elements, and rests after 16 of them at the latest.
    expect(rests).toBeGreaterThan((elements * 8) / 16)
    rests = 0
    expect((await inSlices(auditSite(audited), slicing)).length).toBeGreaterThan(findings.length)
    expect(rests).toBeGreaterThan((elements * 9) / 16)
  })
  it('goes no further once a rest does not end', async () => {
    let steps = 0
    const work = (function* (): Steps<string> {
      for (; steps < 1_000; steps += 1) yield
      return 'done'
    })()
    const rest = Promise.withResolvers<void>()
    let time = 0
    const asked = inSlices(work, { now: () => (time += 10), rest: () => rest.promise })
    expect(await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, 20, 'resting'))])).toBe('resting')
    expect(steps).toBeLessThan(20)
    rest.resolve()
    expect(await asked).toBe('done')
  })
})
