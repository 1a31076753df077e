import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ImportFile } from '@atelier/site'

/** The largest stylesheets that sites use, by the packages that hold them. */
const sheets = [
  ['bulma', '1.0.4', 'css/bulma.css'],
  ['admin-lte', '3.2.0', 'dist/css/adminlte.css'],
  ['@salesforce-ux/design-system', '2.264.1', 'assets/styles/salesforce-lightning-design-system.css'],
  ['tailwindcss', '2.2.19', 'dist/tailwind.css'],
] as const

const folder = fileURLToPath(new URL('../sites/node_modules/.sheets/', import.meta.url))
/** Elements of a page that a stylesheet is tried on. */
const ELEMENTS = 600

/**
 * Sites of one page with one of these stylesheets. The packages are fetched when they are first asked for, without what they
 * depend on: some are too large to be installed for each checkout.
 */
export function sheetSites(): [name: string, files: ImportFile[]][] {
  return sheets.map(([name, version, path]) => {
    const place = `${folder}${name.replace('/', '-')}-${version}`
    if (!existsSync(`${place}/package/${path}`)) {
      console.error(`Fetching ${name} (once) …`)
      mkdirSync(place, { recursive: true })
      const [line = ''] = execFileSync('npm', ['pack', `${name}@${version}`, '--silent'], {
        cwd: place,
        encoding: 'utf8',
      })
        .trim()
        .split('\n')
      execFileSync('tar', ['xzf', line], { cwd: place })
      rmSync(`${place}/${line}`)
    }
    return [name, siteWith(readFileSync(`${place}/package/${path}`, 'utf8'))]
  })
}

/** A page whose elements have the classes of the stylesheet, taken from all of it, one and two on each. */
function siteWith(css: string): ImportFile[] {
  const classes = [...new Set([...css.matchAll(/\.(-?[a-zA-Z_][\w-]*)(?=[\s,.:{>])/g)].map(([, name = '']) => name))]
  const step = Math.max(1, Math.floor(classes.length / ELEMENTS))
  const taken = classes.filter((_, at) => at % step === 0).slice(0, ELEMENTS)
  const tags = ['div', 'p', 'span', 'a', 'button', 'h2', 'ul', 'section']
  const elements = taken.map((name, at) => {
    const tag = tags[at % tags.length]
    return `<${tag} class="${name} ${taken[(at * 7) % taken.length]}">Words <b class="${taken[(at * 3) % taken.length]}">inside</b></${tag}>`
  })
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sheet</title><link rel="stylesheet" href="sheet.css"></head><body>${elements.join('\n')}</body></html>`
  const bytes = (text: string) => new TextEncoder().encode(text)
  return [
    { path: 'index.html', bytes: bytes(html) },
    { path: 'sheet.css', bytes: bytes(css) },
  ]
}
