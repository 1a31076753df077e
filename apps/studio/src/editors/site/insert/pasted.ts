import { CLIP_MARK, textKind } from '@atelier/site'

/** The content of a clipboard or a drag, read at once: it is gone after the event. */
export interface Carried {
  files: readonly File[]
  html: string
  text: string
}

/** The part of it that is pasted. */
export type Pasted = { kind: 'files'; files: readonly File[] } | { kind: 'html' | 'text' | 'markdown'; source: string }

export const readCarried = (transfer: DataTransfer): Carried => ({
  files: [...transfer.files],
  html: transfer.getData('text/html'),
  text: transfer.getData('text/uri-list').split('\n')[0] || transfer.getData('text/plain'),
})

/**
 * The form that loses least: nodes that were copied here, then files (a picture brings HTML that only names it), markup
 * and addresses, Markdown that a code editor has coloured, rich text, words. Undefined if there is nothing.
 */
export function readPasted({ files, html, text }: Carried): Pasted | undefined {
  if (html.includes(CLIP_MARK)) return { kind: 'html', source: html }
  const isPicture = html === '' || /^[^<]{0,200}(?:<meta[^>]{0,200}>\s*)?<img\b[^>]*>\s*$/i.test(html)
  if (files.length > 0 && (isPicture || text === '')) return { kind: 'files', files }
  const source = text.trim()
  if (source !== '' && textKind(source) !== 'words') return { kind: 'text', source }
  if (isMarkdown(source) && !MEANS_MORE.test(html)) return { kind: 'markdown', source }
  if (html.trim() !== '') return { kind: 'html', source: html }
  return source === '' ? undefined : { kind: 'text', source }
}

/** Rich text with structure of its own; a code editor copies nothing but coloured lines. */
const MEANS_MORE = /<(?:h[1-6]|ul|ol|table|a|strong|em|b|i|img|blockquote)\b/i

/** Whether a text has signs of Markdown that are not written by accident. */
export function isMarkdown(text: string): boolean {
  const lines = text.split('\n')
  const block = lines.filter((line) =>
    /^(?:#{1,6} \S|[-*+] \S|\d{1,3}[.)] \S|> \S|```|\|.{1,500}\|$)/.test(line.trimStart()),
  )
  const inline = lines.some((line) => line.length < 2_000 && (line.includes('](') || line.split('**').length > 2))
  return inline || block.some((line) => /^(?:#{1,6} |```)/.test(line.trimStart())) || block.length > 1
}
