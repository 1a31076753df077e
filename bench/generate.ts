import { parse } from 'parse5'
import { applyEdits } from '../packages/site/src/edits/applyEdits.ts'
import { editFiles } from '../packages/site/src/operations/files/editFiles.ts'
import { writeFile } from '../packages/site/src/operations/files/writeFile.ts'
import { createTestProject } from '../packages/site/testing/project.ts'
import { driveAtelier, drivePlain } from './support/drive.ts'
import { generatedPage, pageContent, styledPage } from './support/generatedPage.ts'
import { median } from './support/measured.ts'
import { startReplayProcess, startSubject } from './support/subject.ts'
import { judge, quantile, round2, type Time, timed } from './support/verdict.ts'

const RUNS = 60
const WARM = 10
/** For a streamed page, which is measured in processes of its own. */
const STREAMED = 15
const WARM_STREAMED = 4
const KILOBYTES = 60

/**
 * A page of 60 kB that a model writes in one call, from its provider's socket to the chat endpoint and the site, beside
 * only the bare loop and parse5. Files as a view: an edit of one line of 3,000 elements; a file of 60 kB in which every
 * section is another one, written whole into a page of 3,000 nodes and into one of 2,000 elements and 6,000 nodes; a
 * search of 1.1 kB that fails on 100 kB; a page of 60 kB in the classes of Tailwind beside one in the site's own. Milliseconds of CPU: medians, and the 95th of a hundred.
 */
export async function run(): Promise<object> {
  return { generatedPage: await streamed(), ...(await files()), ...(await tailwind()) }
}

/** Round by round in turn, so that what is compared was measured within the same second. */
async function streamed() {
  const replay = await startReplayProcess()
  const [bare, atelier] = [await startSubject('bare', replay.url), await startSubject('atelier', replay.url)]
  const text = generatedPage(KILOBYTES)
  const spent: Record<'bare' | 'atelier' | 'parse5', number[]> = { bare: [], atelier: [], parse5: [] }
  try {
    const subjects = [
      { name: 'bare', subject: bare, drive: drivePlain(bare) },
      { name: 'atelier', subject: atelier, drive: (await driveAtelier(atelier, replay.url)).drive },
    ] as const
    for (let at = -WARM_STREAMED; at < STREAMED; at += 1) {
      // Another page each time, all of which is made.
      const model = `page-${KILOBYTES}-${at + WARM_STREAMED + 1}`
      for (const { name, subject, drive } of subjects) {
        let lines = ''
        await subject.mark()
        await drive(model, (some) => {
          lines += some.join('\n')
        })
        const { cpuMs } = await subject.figures()
        if (name === 'atelier' && !lines.includes('"ok":true')) throw new Error('No page was made.')
        if (at >= 0) spent[name].push(cpuMs)
      }
      const { cpu } = await timed(() => parse(text))
      if (at >= 0) spent.parse5.push(cpu)
    }
  } finally {
    await Promise.all([bare.stop(), atelier.stop()])
    replay.stop()
  }
  return {
    characters: text.length,
    ...Object.fromEntries(Object.entries(spent).map(([name, times]) => [name, round2(median(times))])),
  }
}

/**
 * A page of 60 kB written whole over one that says something else in each section: in the site's own classes, and in those of
 * Tailwind in a site that compiles them. Both in turn, so that what else the machine does weighs on both.
 */
async function tailwind() {
  const subjects = (['own', 'utilities'] as const).map((classes) => {
    const project = createTestProject()
    project.addPage(pageContent(3))
    return { classes, project, spent: [] as Time[] }
  })
  for (let run = -WARM; run < RUNS; run += 1) {
    for (const { classes, project, spent } of subjects) {
      const content = styledPage(KILOBYTES, classes, run % 2 === 0 ? 'words' : 'other words')
      const time = await timed(async () => expectOk(await project.run(writeFile, { filename: 'index.html', content })))
      if (run >= 0) spent.push(time)
    }
  }
  const [own, utilities] = subjects.map(({ spent }) => ({
    median: round2(quantile(spent, 0.5).cpu),
    p95: round2(quantile(spent, 0.95).cpu),
  }))
  const { verdicts } = judge({
    tailwindTimesOwnClasses: { value: round2((utilities?.median ?? 0) / (own?.median ?? 1)), unit: 'times', most: 1.2 },
    tailwindP95: { value: utilities?.p95 ?? 0, unit: 'ms', most: 80 },
    ownClassesP95: { value: own?.p95 ?? 0, unit: 'ms', most: 80 },
  })
  return {
    pageOf60Kilobytes: { characters: styledPage(KILOBYTES, 'own').length, own, tailwind: utilities, ...verdicts },
  }
}

async function files() {
  const project = createTestProject()
  project.addPage(pageContent(375))
  const line = await times(async (i) => {
    const search = `<h2>Part ${i} of the page</h2>`
    const replaceOperations = [{ search, replace: search.replace('the page', 'this page') }]
    expectOk(await project.run(editFiles, { edits: [{ file: 'index.html', replaceOperations }] }))
  })
  const text = pageContent(430)
  const search = pageContent(4).replaceAll('Part', 'Piece').slice(0, 1_100)
  const failing = await times(() => {
    if (applyEdits(text, [{ search, replace: '' }], true).failed.length !== 1) throw new Error('The search was found.')
  })
  const long = 'rather long sentences, as they stand in a page that says something,'
  return {
    oneLine: line,
    wholeFile: await written(125, `${long} ${long} ${long}`),
    wholeFileOf6000Nodes: await written(250, 'words'),
    failingSearch: { characters: text.length, ...failing },
  }
}

/** A file of so many sections, of 8 elements and 16 texts each, written over one that says something else in each. */
async function written(sections: number, words: string) {
  const project = createTestProject()
  project.addPage(pageContent(sections, words))
  const file = (own: string) =>
    `<!doctype html><html lang="en"><head><title>Home</title></head><body>${pageContent(sections, own)}</body></html>`
  const whole = await times(async (i) => {
    const content = file(i % 2 === 0 ? `other ${words}` : words)
    expectOk(await project.run(writeFile, { filename: 'index.html', content }))
  })
  return { characters: file(words).length, ...whole, parse5: (await times(() => parse(file(words)))).median }
}

function expectOk({ ok }: { ok: boolean }): void {
  if (!ok) throw new Error('The call was refused.')
}

async function times(work: (run: number) => unknown): Promise<{ median: number; p95: number }> {
  const spent: Time[] = []
  for (let i = 0; i < WARM + RUNS; i += 1) {
    const time = await timed(() => work(i))
    if (i >= WARM) spent.push(time)
  }
  return { median: round2(quantile(spent, 0.5).cpu), p95: round2(quantile(spent, 0.95).cpu) }
}
