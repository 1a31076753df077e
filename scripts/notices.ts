import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The file that each build writes beside what it made. */
export const noticesFile = 'THIRD-PARTY-NOTICES.txt'

interface Notice {
  name: string
  version: string
  licence: string
  /** The text of its licence files; empty if it comes without one. */
  text: string
}

/**
 * Names every package that a bundle holds parts of, with its version, its licence and the text of that licence.
 * @param modules paths of the bundled files; those outside of `node_modules` are our own and left out
 */
export function writeNotices(folder: string, modules: Iterable<string>): void {
  writeFileSync(join(folder, noticesFile), noticesOf(modules))
}

/** The text that `writeNotices` writes. */
export function noticesOf(modules: Iterable<string>): string {
  const folders = new Set<string>()
  for (const path of modules) {
    const folder = packageFolder(path.replace(/^\0/, '').replace(/\?.*$/, ''))
    if (folder !== undefined) folders.add(folder)
  }
  const notices = new Map<string, Notice>()
  for (const folder of folders) {
    const notice = readNotice(folder)
    notices.set(`${notice.name}@${notice.version}`, notice)
  }
  const sorted = [...notices].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, notice]) => notice)
  const line = '-'.repeat(80)
  const parts = sorted.map(({ name, version, licence, text }) => {
    const body = text === '' ? 'The package holds no licence text.' : text
    return `${line}\n${name} ${version}\nLicence: ${licence}\n\n${body}\n`
  })
  return `This build holds parts of ${sorted.length} packages of others.\n\n${parts.join('\n')}`
}

/** The folder of the package that a file belongs to; undefined if it belongs to none in `node_modules`. */
function packageFolder(path: string): string | undefined {
  if (!/[\\/]node_modules[\\/]/.test(path)) return undefined
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    const parent = dirname(folder)
    const isPackage = /[\\/]node_modules$/.test(parent) || /[\\/]node_modules[\\/]@[^\\/]+$/.test(parent)
    if (isPackage && existsSync(join(folder, 'package.json'))) return folder
  }
  return undefined
}

function readNotice(folder: string): Notice {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(?:licen[cs]e|copying|notice)/i.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), 'utf8').trim())
  return { name, version, licence: String(license ?? 'not stated'), text: texts.join('\n\n') }
}
