import type { Envelope } from '@atelier/operation'
import { type Item, parseCss, readDeclaration } from '../css/index.ts'

export interface DocumentEntry {
  id: string
  title: string
  rootNodeId: string
  current: boolean
}

/** The page that a rehearsal works on and its content, which it reads first. */
export interface PageInfo {
  documents: DocumentEntry[]
  id: string
  title: string
  rootNodeId: string
  html: string
  css: string
}

type Data = Record<string, unknown>

/** The result's data as an object; empty if the operation failed. */
export function dataOf(envelope: Envelope | undefined): Data {
  const data = envelope?.ok ? envelope.data : undefined
  return typeof data === 'object' && data !== null ? (data as Data) : {}
}

export function stringOrNone(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Reads the results of `list_documents` and `read_document`. */
export function readPage(list: Envelope | undefined, page: Envelope | undefined): PageInfo {
  const entries = dataOf(list).documents
  const documents = (Array.isArray(entries) ? (entries as Data[]) : []).map((entry) => ({
    id: stringOrNone((entry.document as Data | undefined)?.id),
    title: stringOrNone(entry.title),
    rootNodeId: stringOrNone(entry.rootNodeId),
    current: entry.current === true,
  }))
  const read = dataOf(page)
  const id = stringOrNone((read.document as Data | undefined)?.id)
  const own = documents.find((entry) => entry.id === id) ?? documents.find((entry) => entry.current) ?? documents[0]
  return {
    documents,
    id: own?.id ?? id,
    title: own?.title ?? stringOrNone(read.title),
    rootNodeId: own?.rootNodeId ?? '',
    html: stringOrNone(read.html),
    css: stringOrNone(read.css),
  }
}

/** The uid of the first (or last) element with this tag in annotated HTML. */
export function uidOf(html: string, tag: string, which: 'first' | 'last' = 'first'): string | undefined {
  const found = [...html.matchAll(new RegExp(`<${tag}\\b[^<>]*?\\suid="([^"]+)"`, 'g'))].map((match) => match[1])
  return which === 'first' ? found[0] : found.at(-1)
}

/** Whether a page shows nothing: it holds no text, no picture and no control, only empty boxes. */
export function showsNothing(html: string): boolean {
  if (/<(?:img|svg|video|audio|iframe|canvas|object|embed|input|button|select|textarea|hr|atelier-)/i.test(html))
    return false
  return html.replace(/<[^<>]*>/g, '').trim() === ''
}

/** HTML without the `uid` attributes that a read adds. */
export function withoutUids(html: string): string {
  return html.replace(/\suid="[^"]*"/g, '')
}

/** The custom properties that the page's CSS defines, by name. */
export function tokensOf(css: string): Map<string, string> {
  const tokens = new Map<string, string>()
  const collect = (items: readonly Item[]) => {
    for (const item of items) {
      if (item.kind === 'style' || item.kind === 'at') collect(item.items)
      else if (item.kind === 'declaration' && item.name.startsWith('--'))
        tokens.set(item.name, readDeclaration(item.text).value)
    }
  }
  collect(parseCss(css).items)
  return tokens
}

/** The script's next sentence if a call failed; undefined if all succeeded. */
export function failureOf(results: readonly Envelope[]): string | undefined {
  const failed = results.find((result) => !result.ok)
  if (!failed || failed.ok) return undefined
  return failed.error?.message ?? failed.requiresConfirmation?.message ?? 'The studio refused that step.'
}
