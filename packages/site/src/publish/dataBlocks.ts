import { isList } from '@atelier/operation'
import { isRecord } from '../document/node.ts'

/** The types of `<script>` that hold data: structured data, a map of modules, pages to load ahead. */
export const DATA_TYPES = ['application/ld+json', 'importmap', 'speculationrules'] as const
export type DataType = (typeof DATA_TYPES)[number]

/** Data in the head of a page, published as it was written. */
export type DataBlock = {
  type: DataType
  /** JSON. */
  text: string
}

/** The most blocks of a page; a page of a shop has four (goods, path, questions, company). */
export const MOST_BLOCKS = 40
/** The most characters of a block: room for a list of some 500 goods. */
export const LONGEST_BLOCK = 200_000

/** The data type that a `type` attribute names; undefined if it is none. */
export function dataTypeOf(type: string): DataType | undefined {
  const plain = type.trim().toLowerCase().split(';', 1)[0]?.trim()
  return DATA_TYPES.find((each) => each === plain)
}

/** Why a block cannot be kept, as a sentence; undefined if it can. */
export function dataBlockProblem({ type, text }: DataBlock): string | undefined {
  if (text.length > LONGEST_BLOCK) return `A block of ${type} may have ${LONGEST_BLOCK} characters.`
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const why = error instanceof Error ? error.message.slice(0, 120) : 'it cannot be read'
    return `The ${type} is no JSON: ${why}.`
  }
  const fits = isRecord(value) || (type === 'application/ld+json' && isList(value))
  return fits ? undefined : `The ${type} is ${type === 'application/ld+json' ? 'an object or a list' : 'an object'}.`
}

/** Why a list of blocks cannot be kept, as a sentence; undefined if it can. */
export function dataBlocksProblem(blocks: readonly DataBlock[]): string | undefined {
  if (blocks.length > MOST_BLOCKS) return `A page may have ${MOST_BLOCKS} blocks of data.`
  if (blocks.filter(({ type }) => type === 'importmap').length > 1) return 'A page has one importmap at most.'
  return blocks.map(dataBlockProblem).find((problem) => problem !== undefined)
}

/** The blocks in a value of a document; those that it could not hold are left out. */
export function readDataBlocks(value: unknown): DataBlock[] {
  if (!isList(value)) return []
  return value.flatMap((each) => {
    if (!isRecord(each) || typeof each.type !== 'string' || typeof each.text !== 'string') return []
    const type = DATA_TYPES.find((known) => known === each.type)
    return type === undefined ? [] : [{ type, text: each.text }]
  })
}

/** A block as an element. Text that would end it is escaped as JSON escapes it, which means the same. */
export const dataBlockHtml = ({ type, text }: DataBlock): string =>
  `<script type="${type}">${text.replace(/<(?=\/script|script|!--)/gi, '\\u003c')}</script>`

/** The sources that a page's policy must allow for its blocks: maps and rules are scripts to it, structured data is not. */
export async function dataBlockSources(blocks: readonly DataBlock[]): Promise<string[]> {
  const sources: string[] = []
  for (const block of blocks) {
    if (block.type === 'application/ld+json') continue
    const html = dataBlockHtml(block)
    const text = html.slice(html.indexOf('>') + 1, html.lastIndexOf('<'))
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
    sources.push(`'sha256-${btoa(String.fromCharCode(...new Uint8Array(hash)))}'`)
  }
  return sources
}

/** A script as a document has it. */
interface GivenScript {
  attrs: readonly (readonly [name: string, value: string])[]
  text: string
}

/** Takes the blocks of data out of the scripts of a document; those that cannot be kept are problems, as sentences. */
export function takeDataBlocks<Script extends GivenScript>(
  scripts: readonly Script[],
): { blocks: DataBlock[]; rest: Script[]; problems: string[] } {
  const blocks: DataBlock[] = []
  const rest: Script[] = []
  const problems: string[] = []
  for (const script of scripts) {
    const attribute = (name: string) => script.attrs.find(([each]) => each === name)?.[1]
    const type = dataTypeOf(attribute('type') ?? '')
    if (type === undefined || attribute('src') !== undefined) {
      rest.push(script)
      continue
    }
    const block = { type, text: script.text.trim() }
    const problem = dataBlocksProblem([...blocks, block])
    if (problem === undefined) blocks.push(block)
    else problems.push(`${problem} It was left out.`)
  }
  return { blocks, rest, problems }
}
