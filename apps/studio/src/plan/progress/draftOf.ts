import { readPartialJson } from '@atelier/generate/plan'
import { isRecord } from '@atelier/operation'
import type { Turn } from '../../shell/agent/transcript/view.ts'

/** The HTML that a run has written of a file so far, while the call that writes it is still coming. */
export function draftOf(turns: readonly Turn[], runId: string, filename: string): string | undefined {
  const turn = turns.find((each) => each.runId === runId)
  const writing = turn?.items.findLast((item) => item.kind === 'tool' && item.writing !== undefined)
  if (writing?.kind !== 'tool' || writing.writing === undefined) return undefined
  const { value } = readPartialJson(writing.writing)
  const called = isRecord(value) && isRecord(value.input) ? value.input : value
  if (!isRecord(called)) return undefined
  const content = isRecord(called.files) ? called.files[filename] : called.content
  return typeof content === 'string' ? drawablePart(content) : undefined
}

/** The part of a document, which may end anywhere, that is drawn. A tag that is not finished is left out. */
export function drawablePart(html: string): string {
  const tag = html.search(/<body[\s>]/i)
  const close = tag < 0 ? -1 : html.indexOf('>', tag)
  const head = close < 0 ? /<\/head>/i.exec(html) : undefined
  if (close < 0 && !head && /^\s{0,100}<(?:!doctype|html|head)/i.test(html)) return ''
  const body = html.slice(head ? head.index + head[0].length : close + 1)
  const open = body.lastIndexOf('<')
  return open > body.lastIndexOf('>') ? body.slice(0, open) : body
}

/** The styles in the HTML of a frame. */
export function stylesOf(frame: string): string {
  const start = frame.indexOf('<style>')
  const end = frame.indexOf('</style>', start)
  return start < 0 || end < 0 ? '' : frame.slice(start + '<style>'.length, end)
}
