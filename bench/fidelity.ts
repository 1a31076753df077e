import { launch } from '../e2e/support/browser.ts'
import { compareSite, type Fidelity } from './support/fidelity/compare.ts'
import { filesIn, importAndPublish } from './support/fidelity/publish.ts'
import { realSites } from './support/realSites.ts'

/**
 * Real sites, imported and published, beside their originals in a browser without scripts and network, at three widths.
 * Further folders can be named: `FIDELITY_SITES=/a:/b`. A figure of 1 is the same everywhere.
 */
export async function run(): Promise<object> {
  const figures: Record<string, Omit<Fidelity, 'differences'>> = {}
  const browser = await launch()
  for (const [name, path] of sites()) {
    const { differences, ...fidelity } = await compareSite(browser, await importAndPublish(filesIn(path)))
    for (const line of differences) console.error(`${name}: ${line}`)
    figures[name] = fidelity
  }
  await browser.close()
  return figures
}

function sites(): [name: string, path: string][] {
  const given = process.env.FIDELITY_SITES
  return given ? given.split(':').map((path) => [path, path]) : realSites()
}
