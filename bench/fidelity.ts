import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { launch } from '../e2e/support/browser.ts'
import { compareSite, type Fidelity } from './support/fidelity/compare.ts'
import { filesIn, importAndPublish } from './support/fidelity/publish.ts'

const folder = fileURLToPath(new URL('./sites/', import.meta.url))
const names = [
  'startbootstrap-creative',
  'startbootstrap-agency',
  'startbootstrap-clean-blog',
  'startbootstrap-freelancer',
  'startbootstrap-grayscale',
  'startbootstrap-resume',
  'startbootstrap-sb-admin-2',
  'html5-boilerplate',
]

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

/** The packages are installed when they are first asked for, since no other benchmark needs them. */
function sites(): [name: string, path: string][] {
  const given = process.env.FIDELITY_SITES
  if (given) return given.split(':').map((path) => [path, path])
  if (!existsSync(`${folder}node_modules`)) {
    console.error('Installing the sites to compare with (once) …')
    execFileSync('npm', ['ci', '--no-workspaces', '--ignore-scripts'], { cwd: folder, stdio: 'ignore' })
  }
  return names.map((name) => [name, `${folder}node_modules/${name}`])
}
