import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../published/', import.meta.url))

/**
 * The HTML files of a published version of a package, by path, with `\n` at the ends of lines. They are fetched by npm
 * when they are first asked for, and kept.
 */
export function publishedPages(name: string, version: string): Map<string, string> {
  const kept = join(folder, `${name}-${version}`)
  if (!existsSync(kept)) fetchPages(name, version, kept)
  const paths = readdirSync(kept, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'))
  const pages = new Map<string, string>()
  for (const path of paths.filter((each) => each.endsWith('.html')).sort()) {
    pages.set(path, readFileSync(join(kept, path), 'utf8').replaceAll('\r\n', '\n'))
  }
  return pages
}

function fetchPages(name: string, version: string, kept: string): void {
  console.error(`Fetching ${name} ${version} (once) …`)
  const part = `${kept}.part`
  rmSync(part, { recursive: true, force: true })
  mkdirSync(part, { recursive: true })
  const npm = ['pack', `${name}@${version}`, '--silent', '--ignore-scripts']
  execFileSync('npm', npm, { cwd: part, stdio: ['ignore', 'ignore', 'inherit'] })
  const [archive = ''] = readdirSync(part).filter((file) => file.endsWith('.tgz'))
  execFileSync('tar', ['-xzf', archive, '--strip-components=1'], { cwd: part })
  for (const path of readdirSync(part, { recursive: true, encoding: 'utf8', withFileTypes: true })) {
    if (path.isFile() && !path.name.endsWith('.html')) rmSync(join(path.parentPath, path.name))
  }
  rmSync(join(part, 'vendor'), { recursive: true, force: true })
  rmSync(join(part, 'node_modules'), { recursive: true, force: true })
  renameSync(part, kept)
}
