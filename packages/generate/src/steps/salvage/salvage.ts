import { isRecord } from '@atelier/operation'
import { normalizeFiles } from '@atelier/site'
import { readPartialJson } from './partialJson.ts'
import { wholePart } from './wholePart.ts'

/** How often the rest of a cut file is requested. */
export const MOST_CONTINUATIONS = 2

/** The content of a call of `writeFile` or `writeFiles` when it was cut. */
export interface Salvaged {
  /** The files that are whole, by their normalized names. */
  files: ReadonlyMap<string, string>
  /** The file in whose content the answer ends; undefined if it ends between two files. */
  cut: CutFile | undefined
}

export interface CutFile {
  filename: string
  /** Its text, up to the last whole element or rule. */
  content: string
  /** The start tags (or at-rules) that stand open there, the outermost first. */
  open: readonly string[]
}

/**
 * The files in the arguments of a call that was cut by the length of its answer. Undefined if nothing can be used.
 * @param argumentsSoFar the JSON as it was streamed; it may end anywhere, also within an escape
 * @param usual the name of a file whose own name had not come yet
 */
export function salvageContent(argumentsSoFar: string, usual = ''): Salvaged | undefined {
  const { value, cut } = readPartialJson(argumentsSoFar)
  if (!isRecord(value)) return undefined
  // A model sends the map as a text now and then.
  const sent = value.files
  if (typeof sent === 'string' && /^\s{0,20}[{[]/.test(sent)) {
    return salvageContent(`{"files":${sent}${cut === undefined ? '}' : ''}`, usual)
  }
  const name = typeof value.filename === 'string' ? value.filename : usual
  const given = sent ?? (typeof value.content === 'string' ? { [name]: value.content } : {})
  const place = cut === undefined ? undefined : sent === undefined ? [name] : cut.slice(1)
  const isContent = place !== undefined && (sent === undefined ? cut?.[0] === 'content' : cut?.[0] === 'files')
  const found = isContent ? takeCut(given, place) : undefined
  const { files } = normalizeFiles(given)
  const whole = new Map([...files].filter(([each]) => each !== '' && each !== found?.[0]))
  const [filename, text] = found ?? []
  const part = filename === undefined ? undefined : wholePart(filename, text ?? '')
  const rest =
    filename !== undefined && part && part.text !== '' ? { filename, content: part.text, open: part.open } : undefined
  return whole.size === 0 && !rest ? undefined : { files: whole, cut: rest }
}

/** Takes the text at a place out of what was sent as files. Returns its file with what there is of it. */
function takeCut(given: unknown, place: readonly (string | number)[]): [string, string] | undefined {
  const parent = place.slice(0, -1).reduce<unknown>(at, given)
  const last = place.at(-1)
  if (last === undefined || typeof parent !== 'object' || parent === null) return undefined
  const text = at(parent, last)
  const record = normalizeFiles([parent]).files
  const alone = record.size === 1 ? record : normalizeFiles(nested(place, text)).files
  if (Array.isArray(parent)) parent.pop()
  else Reflect.deleteProperty(parent, last)
  const [found] = alone
  return found
}

/** The value of a key. */
const at = (value: unknown, key: string | number): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined

/** A value that holds nothing but a text at a place. */
const nested = (place: readonly (string | number)[], text: unknown): unknown =>
  place.reduceRight<unknown>((inner, key) => (typeof key === 'number' ? [inner] : { [key]: inner }), text)
/** How much of what there is is shown, in characters. */
const SHOWN = 1_500

/** Asks for the rest of a file that was cut. The answer is text and goes to `joinContinuation`. */
export function continuationPrompt({ filename, content, open }: CutFile): string {
  const end = content.slice(-SHOWN)
  const standing =
    open.length === 0 ? 'Nothing stands open.' : `These stand open, and are yours to close:\n${open.join('\n')}`
  return `Your answer was cut by its length. ${filename} is kept as far as this, ${content.length} characters; it ends:

${end}

${standing}

Answer with what comes next, from the sign behind that on to the end of the file. Only the text of the file: no tool call, no fence, no words around it, nothing of what is there already.`
}
