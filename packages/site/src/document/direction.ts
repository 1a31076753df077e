import type { View } from '@atelier/documents'
import { type Attribute, isRecord } from './node.ts'
import { settings } from './pages.ts'
import { bareAttributes, type PageTree } from './tree.ts'

export const DIRECTIONS = ['ltr', 'rtl', 'auto'] as const

/** Languages that are written from right to left. */
const RIGHT_TO_LEFT = /^(?:ar|he|iw|fa|ur|ps|sd|ug|yi|dv|ckb|arc|syr)(?:-|$)|-(?:arab|hebr|thaa|syrc)(?:-|$)/i

interface Said {
  language?: string | undefined
  direction?: string | undefined
}

/** The `dir` of a page's `<html>`: what is set, or `rtl` for a language that is written so; undefined otherwise. */
export function directionOf(page: Said, site: Said): string | undefined {
  const set = page.direction ?? (page.language === undefined ? site.direction : undefined)
  if (set !== undefined) return set
  if (RIGHT_TO_LEFT.test(page.language ?? site.language ?? '')) return 'rtl'
  return page.language !== undefined && site.direction === 'rtl' ? 'ltr' : undefined
}

/** The attributes of a page's `<html>` while it is edited: as authored, with the direction and language of its settings. */
export function shownHtmlAttributes(site: View, pageId: string, tree: PageTree | undefined): Attribute[] {
  const born = site.get(`page:${pageId}`)
  const all = settings(site)
  const own = (name: string) => textOf(site.get(`page:${pageId}/${name}`) ?? (isRecord(born) ? born[name] : undefined))
  const page = { language: own('language'), direction: own('direction') }
  const of = { language: textOf(all.language) ?? 'en', direction: textOf(all.direction) }
  const html = tree && tree.html !== '' ? tree.anyNode(tree.html) : undefined
  if (!html) return [['lang', page.language ?? of.language], ...dirAttribute(directionOf(page, of))]
  const authored = bareAttributes(html)
  if (page.direction === undefined) return [...authored]
  return [...authored.filter(([name]) => name !== 'dir'), ...dirAttribute(page.direction)]
}

const textOf = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined)
const dirAttribute = (dir: string | undefined): Attribute[] => (dir === undefined ? [] : [['dir', dir]])
