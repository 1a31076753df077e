import { createMemoryView } from '@atelier/documents'
import fc from 'fast-check'
import { type DefaultTreeAdapterTypes as Dom, parse } from 'parse5'
import { describe, expect, it } from 'vitest'
import { numRuns } from '../../../../scripts/testing/runs.ts'
import { countingIds } from '../../testing/memoryDraft.ts'
import { publishSite } from '../../testing/publishSite.ts'
import { createSite, listPage } from '../document/pages.ts'
import { readTree } from '../document/tree.ts'
import { applyImport } from '../import/apply.ts'
import { prepareImport } from '../import/prepare.ts'
import { checkPageValue } from '../validate/page.ts'
import { checkSiteValue } from '../validate/site.ts'
import { parseDocument, printParsed } from './document.ts'

/** A DOM as lines, without the refused parts. */
function lines(node: Dom.Node, indent = ''): string[] {
  if (node.nodeName === '#documentType' && 'publicId' in node) {
    return [`doctype ${node.name} ${node.publicId} ${node.systemId}`]
  }
  if ('value' in node) return [`${indent}${JSON.stringify(node.value)}`]
  if ('data' in node) return [`${indent}<!--${node.data}-->`]
  if (!('childNodes' in node)) return []
  const own =
    'tagName' in node
      ? [
          `${indent}<${node.tagName} ${node.attrs.map(({ name, value }) => `${name}=${JSON.stringify(value)}`).join(' ')}>`,
        ]
      : []
  const children = 'content' in node ? node.content.childNodes : node.childNodes
  return [...own, ...children.flatMap((child) => lines(child, `${indent} `))]
}

const domOf = (html: string) => {
  const document = parse(html, { scriptingEnabled: false })
  return [document.mode, ...lines(document)]
}

async function published(html: string): Promise<string> {
  const prepared = await prepareImport([{ path: 'index.html', bytes: new TextEncoder().encode(html) }])
  const site = createMemoryView()
  const page = createMemoryView()
  createSite(site, { name: 'Site' })
  const report = applyImport(
    {
      site,
      drafts: { open: async () => undefined, create: () => page },
      newId: countingIds('n'),
      now: () => 0,
      media: new Map(),
      starter: new Set(),
    },
    prepared,
    {},
  )
  for (const [check, view] of [
    [checkSiteValue, site],
    [checkPageValue, page],
  ] as const) {
    for (const key of view.keys()) {
      expect(check(key, view.get(key) ?? null, view.get), key).toBeUndefined()
    }
  }
  const id = report.pages[0]?.id ?? ''
  const { files } = await publishSite({ site, pages: [{ id, view: page }] })
  return files.find(({ path }) => path === 'index.html')?.text ?? ''
}

const whole = (head: string, body = '<p>x</p>') =>
  `<!DOCTYPE html><html lang="de"><head>${head}</head><body>${body}</body></html>`

describe('a whole document', () => {
  it.each([
    ['nothing', ''],
    ['no doctype', '<html><head><title>T</title></head><body><p><table></table></body></html>'],
    [
      'an old doctype',
      '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd"><p>x',
    ],
    ['a doctype without an address', '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN"><p><table>'],
    [
      'comments all around',
      '<!-- a --><!doctype html><!-- b --><html><!-- c --><head></head><!-- d --> <!-- e --><body></body><!-- f --></html><!-- g -->',
    ],
    [
      'attributes of html, head and body',
      '<!doctype html><html class="no-js" data-x="1"><head data-h><body id="b" class=" a  b ">',
    ],
    [
      'everything a head may hold',
      whole(
        '\n  <meta charset="utf-8">\n  <title> A &amp; B </title><link rel="icon" href="i.png"><meta property="og:title" content="x"><noscript><link rel="stylesheet" href="n.css"></noscript><template><p>t</p></template>\n',
      ),
    ],
    [
      'styles in the head and the body',
      whole(
        '<style media="print">a { color: red }</style>',
        '<p>1</p><style>p + p { margin: 0 } /* < & > */</style><p>2</p>',
      ),
    ],
    [
      'styles in a drawing',
      whole('', '<svg><style>.a { fill: red } a > b { }</style><path class="a" d="M0 0"/></svg>'),
    ],
    ['a style that is left open', '<!doctype html><style>.a { color: red'],
    ['a style of another language', whole('<style type="text/less">@x: 1;</style>')],
    ['text before the head', '<!doctype html>text<title>late</title>'],
    ['no body tag', '<!doctype html><title>T</title><p>x'],
  ])('with %s is published with the same DOM, and in the same mode', async (_, html) => {
    expect(domOf(await published(html))).toEqual(domOf(html))
  })

  it('yields to the settings of its page only', async () => {
    const html = whole('<title>Old</title><meta name="description" content="old"><link rel="canonical" href="/old">')
    const prepared = await prepareImport([{ path: 'index.html', bytes: new TextEncoder().encode(html) }])
    const site = createMemoryView()
    const page = createMemoryView()
    createSite(site, { name: 'Site' })
    const drafts = { open: async () => undefined, create: () => page }
    const context = {
      site,
      drafts,
      newId: countingIds('n'),
      now: () => 0,
      media: new Map(),
      starter: new Set<string>(),
    }
    const id = applyImport(context, prepared, {}).pages[0]?.id ?? ''
    listPage(site, { id: 'other', title: 'Other', slug: 'other' })
    site.set('settings/metaDescription', 'of the site')
    site.set(`page:${id}/title`, 'New')
    site.set(`page:${id}/canonical`, '/new')
    const { files } = await publishSite({ site, pages: [{ id, view: page }] })
    expect(files.find(({ path }) => path === 'index.html')?.text).toContain(
      '<title>New</title><meta name="description" content="old"><link rel="canonical" href="/new"></head>',
    )
  })

  const piece = fc.oneof(
    fc.constantFrom(
      ...'<!doctype html>|<html lang=de>|<html class="x">|<head>|</head>|<body class=b>|</body>|</html>|<title>t</title>|<meta name=a content=b>|<link rel=icon href=x>|<style>p{}</style>|<style>|</style>|<!-- c -->|<!-->|-->|<noscript>|</noscript>|<template>|</template>|<p>|</p>|<table>|<tr><td>|</table>|<div>|</div>|<b>|</b>|<a href=x>|</a>|<svg>|</svg>|<svg><style>a>b</style>|<math><mi>|text| |\n|&amp;|<select><option>|</select>|<form>|</form>|<frameset>|<pre>\n\n|</pre>|<textarea>\n|</textarea>|<li>|<ul>|</ul>|<!doctype x SYSTEM "y">|<br>|<script>1</script>|<img onerror=x>|<iframe>|</iframe>|<xmp>|</xmp>|<h1>|<button>|<nobr>|\r|\0'.split(
        '|',
      ),
    ),
    fc.string({ maxLength: 5 }),
  )

  it('reads back from its print as it was kept, for any document', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 18 }), (pieces) => {
        const parsed = parseDocument(pieces.join(''))
        if (parsed.warnings.some((each) => each.includes('each time it is written out'))) return
        const printed = printParsed(parsed)
        const again = parseDocument(printed)
        expect(again.refused).toEqual([])
        expect(again.warnings).toEqual([])
        expect({ ...again, refused: [], warnings: [], scripts: [] }).toEqual({
          ...parsed,
          refused: [],
          warnings: [],
          scripts: [],
        })
        expect(printParsed(again)).toBe(printed)
      }),
      { numRuns: numRuns(250, 2_000) },
    )
  })

  it('is published with the DOM that was kept, for any document', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 14 }), async (pieces) => {
        const parsed = parseDocument(pieces.join(''))
        if (parsed.warnings.length > 0) return
        expect(domOf(await published(pieces.join('')))).toEqual(domOf(printParsed(parsed)))
      }),
      { numRuns: numRuns(40, 300) },
    )
  })

  it('keeps head and html apart from what is in the page', async () => {
    const page = createMemoryView([
      ['root', 'b'],
      ['head', 'b'],
      ['html', 'h'],
      ['b', { kind: 'element', tag: 'body', at: ['', 'a0'] }],
      ['h', { kind: 'element', tag: 'html', at: ['', 'a0'] }],
      ['p', { kind: 'element', tag: 'p', at: ['gone', 'a0'] }],
    ])
    const tree = readTree(page)
    expect([tree.root, tree.head, tree.html]).toEqual(['b', '', 'h'])
    expect([...tree.walk()].map(({ id }) => id)).toEqual(['b', 'p'])
    expect(tree.node('h')?.parent).toBe('')
  })
})
