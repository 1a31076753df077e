import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../sites/', import.meta.url))
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

/** Real sites with their folders. They are installed when they are first asked for, since only benchmarks need them. */
export function realSites(): [name: string, path: string][] {
  if (!existsSync(`${folder}node_modules`)) {
    console.error('Installing the sites to compare with (once) …')
    execFileSync('npm', ['ci', '--no-workspaces', '--ignore-scripts'], { cwd: folder, stdio: 'ignore' })
  }
  return names.map((name) => [name, `${folder}node_modules/${name}`])
}
