import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Fields } from '@atelier/documents'
import type { SiteSource } from '@atelier/site'

/** Projections as a database has them: JSON text, with the head of each document. */
export interface Stored {
  site: string
  pages: Map<string, { head: number; text: string }>
}

export function parsed(text: string): Fields {
  return JSON.parse(text)
}

/** The source that publishing reads; each document is parsed again each time it is read. */
export function sourceOf({ site, pages }: Stored): SiteSource {
  return {
    site: parsed(site),
    heads: new Map([...pages].map(([id, { head }]) => [id, head])),
    load: async (ids) =>
      new Map(
        ids.flatMap((id) => {
          const found = pages.get(id)
          return found ? [[id, { head: found.head, fields: parsed(found.text) }] as const] : []
        }),
      ),
  }
}

/** Lays projections into a folder, for a process that is to read them one by one. */
export function writeStored(folder: string, { site, pages }: Stored): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'site.json'), site)
  writeFileSync(join(folder, 'heads.json'), JSON.stringify([...pages.keys()]))
  for (const [id, { text }] of pages) writeFileSync(join(folder, `${id}.page.json`), text)
}

/** The site in a folder, each document read on demand. */
export function storedSource(folder: string, head = 1): SiteSource {
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'))
  const ids: string[] = read('heads.json')
  return {
    site: read('site.json'),
    heads: new Map(ids.map((id, i) => [id, i === 0 ? head : 1])),
    load: async (asked) =>
      new Map(asked.map((id) => [id, { head: id === ids[0] ? head : 1, fields: read(`${id}.page.json`) }])),
  }
}

/** A page of about so many nodes. */
export function cards(page: number, nodes: number): string {
  let html = ''
  for (let i = 0; i < nodes / 12; i += 1) {
    html += `<article class="card" id="c${i}"><h3>Loaf no. ${page}.${i}</h3><p>Baked &amp; sold by <b>hand</b>, daily.</p><a href="/p/${i}?a=1&amp;b=2">More</a></article>\n`
  }
  return html
}
