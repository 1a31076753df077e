import { documents } from '../../src/document/pages.ts'
import { readTree } from '../../src/document/tree.ts'
import type { TextFile } from '../../src/publish/files.ts'
import { frameHtml } from '../../src/view/frame.ts'
import type { TestProject } from '../project.ts'
import { publishSite } from '../publishSite.ts'

/** A way by which something comes into a site, and what is published of hostile things that came by it. */
export interface EntryPoint {
  name: string
  /** How many pieces were sent in. */
  sent: number
  files: TextFile[]
  /** The canvas's view of each page. */
  frames: string[]
}

/** The published and shown forms of a site into which hostile things were brought. */
export async function finish(name: string, sent: number, { site, pages }: TestProject): Promise<EntryPoint> {
  const { files } = await publishSite(
    { site, pages: [...pages].map(([id, view]) => ({ id, view })) },
    { baseUrl: 'https://site.test' },
  )
  const tree = (id: string) => {
    const page = pages.get(id)
    return page && readTree(page)
  }
  const frames = documents(site).map((entry) => frameHtml(site, entry, tree))
  return { name, sent, files, frames }
}

/** The id of the last element of a tag on the first page. */
export function last({ pages }: TestProject, tag: string): string {
  const [page] = pages.values()
  return (page ? [...readTree(page).walk()] : []).filter((node) => node.tag === tag).at(-1)?.id ?? 'none'
}

/** Elements whose content is read in another way than that of others. */
export const RAW = [
  'xmp',
  'iframe',
  'noembed',
  'noframes',
  'style',
  'title',
  'textarea',
  'noscript',
  'template',
  'select',
  'svg',
  'script',
  'plaintext',
]
