import { parse } from 'parse5'
import { applyEdits } from '../packages/site/src/edits/applyEdits.ts'
import { editFiles } from '../packages/site/src/operations/editFiles.ts'
import { writeFile } from '../packages/site/src/operations/writeFile.ts'
import { createTestProject } from '../packages/site/src/testing/project.ts'
import { quantile, round2, type Time, timed } from './support/verdict.ts'

const RUNS = 60
const WARM = 10

/** A section of 8 elements, about 240 characters. */
const section = (i: number, words: string) =>
  `<section class="band band-${i}">
  <h2>Part ${i} of the page</h2>
  <p>Some ${words} about part ${i}, with <a href="/p${i}">a link</a> and <strong>strong</strong> words.</p>
  <ul>
    <li>One ${i}</li>
    <li>Two ${i}</li>
  </ul>
</section>
`
const page = (sections: number, words = 'words') =>
  `<main>\n${Array.from({ length: sections }, (_, i) => section(i, words)).join('')}</main>`

/**
 * Files as a view of a page of 3,000 elements: an edit of one line, and a file of 60 kB written whole, beside parse5
 * alone; and a search of 1.1 kB that fails on 100 kB. Milliseconds of CPU: medians, and the 95th of a hundred.
 */
export async function run(): Promise<object> {
  const project = createTestProject()
  project.addPage(page(375))
  const file = (words: string) =>
    `<!doctype html><html lang="en"><head><title>Home</title></head><body>${page(250, words)}</body></html>`
  const expectOk = ({ ok }: { ok: boolean }) => {
    if (!ok) throw new Error('The call was refused.')
  }
  const line = await times(async (i) => {
    const search = `<h2>Part ${i} of the page</h2>`
    const replaceOperations = [{ search, replace: search.replace('the page', 'this page') }]
    expectOk(await project.run(editFiles, { edits: [{ file: 'index.html', replaceOperations }] }))
  })
  const whole = await times(async (i) => {
    const content = file(i % 2 === 0 ? 'words' : 'sentences')
    expectOk(await project.run(writeFile, { filename: 'index.html', content }))
  })
  const text = page(430)
  const search = page(4).replaceAll('Part', 'Piece').slice(0, 1_100)
  const failing = await times(() => {
    if (applyEdits(text, [{ search, replace: '' }], true).failed.length !== 1) throw new Error('The search was found.')
  })
  return {
    oneLine: line,
    wholeFile: { characters: file('words').length, ...whole, parse5: (await times(() => parse(file('words')))).median },
    failingSearch: { characters: text.length, ...failing },
  }
}

async function times(work: (run: number) => unknown): Promise<{ median: number; p95: number }> {
  const spent: Time[] = []
  for (let i = 0; i < WARM + RUNS; i += 1) {
    const time = await timed(() => work(i))
    if (i >= WARM) spent.push(time)
  }
  return { median: round2(quantile(spent, 0.5).cpu), p95: round2(quantile(spent, 0.95).cpu) }
}
