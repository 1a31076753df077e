import { launch } from '../e2e/support/browser.ts'
import { compareSite, type Fidelity } from './support/fidelity/compare.ts'
import { filesIn, importAndPublish } from './support/fidelity/publish.ts'
import { sheetSites } from './support/realSheets.ts'
import { realSites } from './support/realSites.ts'
import { round2 } from './support/verdict.ts'

/**
 * Real sites, imported and published, beside their originals in a browser without scripts and network, at three widths.
 * Further folders can be named: `FIDELITY_SITES=/a:/b`. A figure of 1 is the same everywhere. Beside them stand the largest
 * stylesheets that sites use, each on a page with its classes, with the time of its import and publication and the memory
 * that is held then.
 */
export async function run(): Promise<object> {
  const figures: Record<string, Omit<Fidelity, 'differences'>> = {}
  const browser = await launch()
  for (const [name, path] of sites()) {
    const { differences, ...fidelity } = await compareSite(browser, await importAndPublish(filesIn(path)))
    for (const line of differences) console.error(`${name}: ${line}`)
    figures[name] = fidelity
  }
  const sheets: Record<string, Omit<Fidelity, 'differences'> & { seconds: number; heapMb: number }> = {}
  for (const [name, files] of process.env.FIDELITY_SITES ? [] : sheetSites()) {
    const from = performance.now()
    const sites = await importAndPublish(files)
    const seconds = round2((performance.now() - from) / 1000)
    const heapMb = round2(process.memoryUsage().heapUsed / 1024 ** 2)
    const { differences, ...fidelity } = await compareSite(browser, sites, { at: [375, 1440], pixels: false })
    for (const line of [...differences, ...sites.warnings]) console.error(`${name}: ${line}`)
    sheets[name] = { ...fidelity, seconds, heapMb }
  }
  await browser.close()
  return { ...figures, ...sheets }
}

function sites(): [name: string, path: string][] {
  const given = process.env.FIDELITY_SITES
  return given ? given.split(':').map((path) => [path, path]) : realSites()
}
