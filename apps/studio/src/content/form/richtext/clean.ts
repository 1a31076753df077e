import { cleanText, parseHtml, plainBlocks, printRuns, type TextBlock } from '@atelier/site'

/** The longest paste that is read, in characters. */
const MAX_PASTE = 500_000

/** HTML of the clipboard as the surface knows it, by the rules of texts on the canvas: no styles, classes or layout. */
export function cleanHtml(html: string): string {
  const { blocks } = html.length > MAX_PASTE ? { blocks: [] } : cleanText(parseHtml(html).nodes)
  return printBlocks(blocks)
}

/** Plain text as paragraphs. */
export const cleanPlain = (text: string): string => printBlocks(plainBlocks(text.slice(0, MAX_PASTE)))

function printBlocks(blocks: readonly TextBlock[]): string {
  let html = ''
  let list: string | undefined
  for (const block of blocks) {
    const wanted = block.tag === 'li' ? (block.list ?? 'ul') : undefined
    if (list !== wanted) html += `${list ? `</${list}>` : ''}${wanted ? `<${wanted}>` : ''}`
    list = wanted
    html += `<${block.tag}>${printRuns(block.runs)}</${block.tag}>`
  }
  return list ? `${html}</${list}>` : html
}
