import { createMemoryView } from '@atelier/documents'
import { createSite, importPage, printRuns, readTree, treeRuns } from '@atelier/site'
import { expect, test } from 'vitest'
import { reworded, textOfRuns } from './words.ts'

/** The runs of the first element of a page, and how they print without ids. */
function textIn(html: string) {
  const site = createMemoryView()
  createSite(site, { name: 'Test' })
  const page = createMemoryView()
  let count = 0
  importPage(site, page, { html, newId: () => `n${(count++).toString(36).padStart(9, '0')}` })
  const tree = readTree(page)
  const [element] = tree.children(tree.root)
  const isVerbatim = element?.tag === 'pre'
  const runs = treeRuns(tree, element?.id ?? '')
  const print = (text: string) => printRuns(reworded(runs, text, isVerbatim)).replace(/ uid="[^"]*"/g, '')
  return {
    runs,
    text: textOfRuns(runs, isVerbatim),
    print,
    same: () => reworded(runs, textOfRuns(runs, isVerbatim), isVerbatim),
  }
}

test.each([
  '<p>Open <strong>daily</strong> from 8</p>',
  '<p>\n  Open   <em>daily </em>\n from 8\n</p>',
  '<p>One<br>two<br><br>three</p>',
  '<p><i class="icon"></i> Call <a href="/x">us <b>now</b></a></p>',
  '<pre>a\n  b</pre>',
  '<p></p>',
])('a text that is written as it was read changes nothing: %s', (html) => {
  const { runs, same } = textIn(html)
  expect(printRuns(same())).toBe(printRuns(runs))
})

test('a text is read as a person reads it', () => {
  expect(textIn('<p>\n  Open   <em>daily </em>\n from 8<br>\n to 6 </p>').text).toBe('Open daily from 8\nto 6')
})

test.each([
  ['<p>Open <strong>daily</strong> from 8</p>', 'Open daily from 9', 'Open <strong>daily</strong> from 9'],
  ['<p>Open <strong>daily</strong> from 8</p>', 'Open weekly from 8', 'Open <strong>weekly</strong> from 8'],
  ['<p>Read <a href="/a">the story</a>.</p>', 'Read the long story.', 'Read <a href="/a">the long story</a>.'],
  ['<p><b>All of it</b></p>', 'Something else', '<b>Something else</b>'],
  ['<p><i class="icon"></i> Call us</p>', 'Write to them', '<i></i> Write to them'],
  ['<p>One</p>', 'One\ntwo', 'One<br>two'],
  ['<p></p>', 'New & <old>', 'New &amp; &lt;old&gt;'],
  ['<pre>a\n  b</pre>', 'a\n  c', 'a\n  c'],
  ['<p>Open daily</p>', '', ''],
])('%s becomes “%s”', (html, text, printed) => {
  expect(textIn(html).print(text)).toBe(printed)
})
