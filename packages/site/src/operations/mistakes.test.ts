import type { Envelope } from '@atelier/operation'
import { expect, test } from 'vitest'
import { bySuite } from '../../../../scripts/testing/runs.ts'
import { DOORS, type Door, type DoorSite, newDoorSite } from '../../testing/doors.ts'
import { isRecord } from '../document/node.ts'

/** A text with a mistake, and the words of an answer that helps. */
type Mistake = readonly [text: string, helps: RegExp]

const HTML: readonly Mistake[] = [
  ['<div class="a" /><p>Beside</p>', /self-closing|<div \/>/],
  ['<section><span /><h2>Title</h2></section>', /self-closing|<span \/>/],
  ['<div class="card"><p>One</p>', /never closed|open/],
  ['<p>Some <b>bold words</p><p>more</p>', /never closed|open/],
  ['<section><h2>Title</h2><p>Text</section></section>', /closes nothing|for nothing/],
  ['<div><p>One</p></span></div>', /closes nothing|for nothing/],
  ['<p>One</p><p cla', /ends inside|no end|pair up/],
  ['<p class="a" class="b">Twice</p>', /twice/],
  ['<p><div>Inside</div></p>', /<p>/],
  ['<a href="/"><a href="/x/">Twice</a></a>', /own kind|<a>/],
  ['<p style="colour: red">Text</p>', /colour/],
  ['<p style="width: 10 px">Text</p>', /width/],
  ['<p style="color: bluish">Text</p>', /color|bluish/],
  ['<p id="my id">Text</p>', /id/],
  ['<input type="fone" name="a">', /type|fone/],
  ['<a href="/" target="blank">Text</a>', /target|blank/],
  ['<form method="put" action="/x"></form>', /method|put/],
  ['<table><tbody><tr><td colspan="many">Cell</td></tr></tbody></table>', /colspan/],
  ['<button disabled="false">Send</button>', /disabled/],
  ['<img src="blob:http://localhost/1" alt="">', /blob/],
  ['<img src="file:///C:/a.png" alt="">', /file:|C:/],
  ['<img src="C:\\photos\\a.png" alt="">', /C:/],
  ['<img src="cid:1@mail" alt="">', /cid/],
  ['<a href="http://localhost:3000/x">Text</a>', /localhost/],
  ['<p onclick="go()">Text</p>', /onclick/],
  ['<a href="javascript:go()">Text</a>', /javascript/],
  ['<script>go()</script><p>Text</p>', /script/],
  ['<title>Home</title><p>Text</p>', /title/i],
  ['<meta name="robots" content="noindex"><p>Text</p>', /meta/],
  ['<link rel="stylesheet" href="x.css"><p>Text</p>', /link|stylesheet/],
  ['<p className="a">Text</p>', /classname/i],
  ['<p style={{color: "red"}}>Text</p>', /style=\{\{|JSX|a quote has no end/],
  ['<ul>{items.map((item) => (<li>{item}</li>))}</ul>', /map|JSX|template/i],
  ['<><p>Text</p></>', /<>|fragment|JSX/i],
  ['<p v-if="open">Text</p>', /v-if/],
  ['<p>{% if open %}Text{% endif %}</p>', /\{%/],
  ['<p>**Bold** text</p>', /Markdown|\*\*/],
  ['<p>&lt;b&gt;Bold&lt;/b&gt;</p>', /escaped|<b>|&lt;/],
  ['<my_card>Text</my_card>', /my_card/],
  ['<atelier-component>Text</atelier-component>', /component/],
  ['<p class=“lead”>Text</p>', /quotes|“/],
  ['<p class=\\"lead\\">Text</p>', /backslash|\\/i],
]
const CSS: readonly Mistake[] = [
  ['.a { colour: red }', /colour/],
  ['.a { width: 10 px }', /width/],
  ['.a { color: bluish }', /color|bluish/],
  ['.a { color: red ', /\}|closed|balance/i],
  ['.a { color: red }}', /\}/],
  ['.a color: red }', /\}|color/],
  ['.a { // comment\n color: red }', /\/\//],
  ['$ink: red; .a { color: $ink }', /\$ink/],
  ['.a { &:hover { color: red } .b { @include x; } }', /@include/],
  ['.a { background: url(javascript:go()) }', /javascript|background/],
  ['@media (min-with: 3px) { .a { top: 0 } }', /min-with/],
  ['.a:hoverr { top: 0 }', /hoverr/],
  ['.a { margin-top: 5 }', /margin-top|5/],
]
const SCRIPT: readonly Mistake[] = [
  ['const a = {', /line|unexpected|end/i],
  ['const const = 1', /line|unexpected|const/i],
  ['<div>Text</div>', /<|JSX|unexpected|Invalid/i],
  ['function go() { return 1', /line|unexpected|end/i],
]
const MISTAKES: Readonly<Record<Door['takes'], readonly Mistake[]>> = { html: HTML, css: CSS, script: SCRIPT }

/** The documents and the rules of a site as one text. */
const stateOf = ({ site, pages }: DoorSite) =>
  JSON.stringify([site, ...pages.values()].map((draft) => [...draft.keys()].sort().map((key) => [key, draft.get(key)])))

/** Everything that an answer says. */
function saidIn(result: Envelope): string {
  if (!result.ok) return JSON.stringify(result.error)
  const data = isRecord(result.data) ? result.data : {}
  const { refused, result: one, results, problems, skipped, errors } = data
  return JSON.stringify([result.warnings, refused, one, results, problems, skipped, errors])
}

test('no mistake passes any door in silence, and what is said of it helps', async () => {
  const silent: string[] = []
  const unhelpful: string[] = []
  let count = 0
  for (const [at, door] of DOORS.entries()) {
    for (const [i, [text, helps]] of MISTAKES[door.takes].entries()) {
      if ((i + at) % bySuite(4, 1) !== 0) continue
      count += 1
      const site = await newDoorSite()
      const before = stateOf(site)
      const result = await door.send(site, text)
      const said = saidIn(result)
      const name = `${at + 1}. ${door.operation}: ${text}`
      if (helps.test(said) || door.removes?.test(text)) continue
      const isMended =
        result.ok && stateOf(site) !== before && !stateOf(site).includes(JSON.stringify(text).slice(1, -1))
      if (!result.ok || /"(?:warnings|message)"/.test(said)) unhelpful.push(`${name} → ${said.slice(0, 160)}`)
      else silent.push(`${name}${isMended ? ' (stored otherwise)' : ''} → ${said.slice(0, 100)}`)
    }
  }
  expect(count).toBeGreaterThan(100)
  expect([...silent, ...unhelpful]).toEqual([])
})

test.each<[patch: Record<string, string>, says: RegExp]>([
  [{ width: '10 px' }, /width/],
  [{ color: 'bluish' }, /color|bluish/],
  [{ style: 'colour: red' }, /colour/],
  [{ id: 'my id' }, /id/],
  [{ src: 'blob:http://localhost/1' }, /blob/],
  [{ href: 'C:\\\\site\\\\about.html' }, /C:/],
  [{ target: 'blank' }, /blank/],
  [{ onclick: 'go()' }, /onclick/],
  [{ href: 'javascript:go()' }, /javascript/],
  [{ className: 'a' }, /class/i],
  [{ disabled: 'false' }, /disabled/],
])('updateNodeProps names the mistake in %j', async (patch, says) => {
  const site = await newDoorSite()
  const made = await site.call('insertHtml', {
    parentId: site.root,
    html: '<a href="/"><img src="/a.png" alt=""></a><button>Send</button>',
  })
  const ids = made.ok && isRecord(made.data) && Array.isArray(made.data.nodeIds) ? made.data.nodeIds : []
  const [nodeId = site.root] = [ids.at('disabled' in patch ? -1 : 0)]
  expect(saidIn(await site.call('updateNodeProps', { nodeId, patch }))).toMatch(says)
})
