import type { Steps } from '@atelier/operation'
import { codeAssets } from '../code/assets.ts'
import { walkRules } from '../css/rules.ts'
import { nodeAttribute, nodeAttributes } from '../document/tree.ts'
import { mediaByPath } from '../media/entries.ts'
import { sitePath } from '../media/resolve.ts'
import type { PageCheck, PageFacts } from './facts.ts'

/** The bytes that a page makes a visitor load: files in bytes before compression, texts in characters. */
export interface Weight {
  html: number
  css: number
  images: number
  scripts: number
}

const HTML_LIMIT = 500_000
const CSS_LIMIT = 300_000
const SCRIPT_LIMIT = 500_000
const PAGE_LIMIT = 3_000_000

export function* pageWeight({ elements, page, rules, site, address, entry }: PageFacts): Steps<Weight> {
  const weight: Weight = { html: 0, css: 0, images: 0, scripts: 0 }
  const own = address(entry) ?? '/'
  const seen = new Set<string>()
  for (const node of elements) {
    yield
    weight.html += node.tag.length * 2 + 5
    for (const [name, value] of nodeAttributes(node)) weight.html += name.length + value.length + 4
    for (const child of page.children(node.id)) if (child.kind !== 'element') weight.html += child.text.length
    const src = node.tag === 'img' || node.tag === 'video' ? nodeAttribute(node, 'src') : undefined
    const path = src === undefined ? undefined : sitePath(src, own)
    if (path === undefined || seen.has(path)) continue
    seen.add(path)
    weight.images += mediaByPath(site, path)?.bytes ?? 0
  }
  for (const [rule] of walkRules(rules)) {
    weight.css += rule.before.length + rule.prelude.length + rule.tail.length + 2
    for (const { before, text } of rule.declarations) weight.css += before.length + text.length + 1
  }
  for (const { type, content } of codeAssets(site)) if (type === 'script') weight.scripts += content.length
  return weight
}

/** Pages that load slowly on a phone. */
export const checkWeight: PageCheck = function* (facts, add) {
  if (facts.entry.kind !== 'page') return
  const weight = yield* pageWeight(facts)
  const nodeId = facts.page.root
  const total = weight.html + weight.css + weight.images + weight.scripts
  const parts: readonly (readonly [keyof Weight, number, string])[] = [
    ['html', HTML_LIMIT, 'Split the page, or move inline drawings and data into files.'],
    ['css', CSS_LIMIT, 'Remove rules that no page needs.'],
    ['scripts', SCRIPT_LIMIT, 'Load scripts only on the pages that need them.'],
  ]
  for (const [part, limit, hint] of parts) {
    if (weight[part] <= limit) continue
    const message = `The page’s ${part === 'html' ? 'HTML' : part === 'css' ? 'CSS' : 'scripts'} weighs ${kilobytes(weight[part])}; ${kilobytes(limit)} is much.`
    add({ code: 'heavy-page', severity: 'note', message, hint, nodeId, excerpt: part })
  }
  if (total <= PAGE_LIMIT) return
  const message = `The page weighs ${kilobytes(total)} with its pictures and scripts.`
  const hint = 'Use fewer or smaller pictures; below 1 MB a page is there at once.'
  add({ code: 'heavy-page', severity: 'warning', message, hint, nodeId, excerpt: 'total' })
}

const kilobytes = (bytes: number) => `${Math.round(bytes / 1000)} kB`
