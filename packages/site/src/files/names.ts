import { excerpt } from '@atelier/operation'
import { isRecord } from '../document/node.ts'
import { isSafePath } from '../document/paths.ts'
import { isPublishedPath } from '../media/path.ts'

/** The file of the site's own rules. */
export const STYLES_FILE = 'styles.css'
/** The folder of the shared parts and components. */
export const PARTS_FOLDER = '_components/'
const LONGEST_NAME = 200
/** Folders of a published site that hold something else. */
const TAKEN_FOLDERS: ReadonlySet<string> = new Set(['media', 'node_modules'])
/** How many pairs of quotes around a name are taken off. */
const MOST_QUOTES = 3

/** Names that a model gives to what is no file. Kept if the value is markup. */
const METADATA: ReadonlySet<string> = new Set([
  'version',
  'id',
  'type',
  'name',
  'title',
  'description',
  'metadata',
  'schema',
])
const NAME_KEYS = ['name', 'filename', 'file', 'path']
const CONTENT_KEYS = ['content', 'html', 'body', 'source', 'code']

const isQuoted = (name: string) => name.length > 1 && `'"\``.includes(name.charAt(0)) && name.endsWith(name.charAt(0))

/** A file name as a model writes it in the form that names have: `'_components_header_html'` is `_components/header.html`. */
export function normalizeName(given: string): string {
  let name = given.trim()
  for (let level = 0; level < MOST_QUOTES && isQuoted(name); level += 1) name = name.slice(1, -1).trim()
  name = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/^\.?\/(?=[^\s/]\S{0,200}$)/, '')
  // A folder with an index is a page of the folder's name.
  if (!name.startsWith(PARTS_FOLDER)) name = name.replace(/\/index\.html?$/, '.html')
  if (name.startsWith('_components_')) name = PARTS_FOLDER + name.slice(PARTS_FOLDER.length)
  name = name.replace(/_(html|css|js)$/, '.$1')
  return name.includes('.') || name === '' ? name : `${name}.html`
}

const LETTERS: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  ø: 'oe',
  å: 'aa',
  œ: 'oe',
}

/**
 * The ways in which the name of a page may be spelled without its special letters, in lower case and without `.html`:
 * `ueber-uns` and `uber-uns` for `Über uns.html`. Two names that share one mean the same page where no other has their name.
 */
export function spellings(name: string): string[] {
  const bare = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/^[./]{1,4}|\.html?$/g, '')
    .replace(/\/(?:index)?$/, '')
  const spelled = [bare.replace(/[äöüßæøåœ]/g, (letter) => LETTERS[letter] ?? letter), bare].map((each) =>
    each
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .replaceAll('ß', 'ss')
      .split('/')
      .map((part) => part.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, ''))
      .join('/'),
  )
  return [...new Set(spelled)].filter((each) => each !== '')
}

/** Why a name cannot be that of a file, as a sentence; undefined if it can. */
export function refuseName(name: string): string | undefined {
  if (name === '') return 'A file has a name.'
  if (name.length > LONGEST_NAME) return `A file name has at most ${LONGEST_NAME} characters.`
  if (name.startsWith('/')) return 'File names are relative to the site: no slash in front.'
  if (!isSafePath(name))
    return 'A file name is folders and a file, without `..`, empty parts, or signs that mean something in an address.'
  if (!isPublishedPath(name)) return 'Some systems cannot have a file of this name: another one is needed.'
  const folders = name.toLowerCase().split('/').slice(0, -1)
  const taken = folders.find(
    (folder, i) => (i === 0 && TAKEN_FOLDERS.has(folder)) || /\.(?:html?|css|m?js|ts)$/.test(folder),
  )
  return taken === undefined ? undefined : `The folder ${shortName(taken)} is something else on a site.`
}

/** A name as an error shows it. */
export const shortName = (name: string) => excerpt(name, 80)

export interface NormalizedFiles {
  /** Name and content; of two of one name the last. */
  files: ReadonlyMap<string, string>
  /** The parts of the input that are no files, as sentences. */
  dropped: string[]
}

/** Whether a map is the name and the content of one file. */
const isOneFile = (map: Readonly<Record<string, unknown>>) =>
  [NAME_KEYS, CONTENT_KEYS].every((keys) => keys.some((key) => typeof map[key] === 'string'))

/**
 * The files in what a model sent as `files`: a map of names to contents, a list of records, folders as nested maps, and contents in a
 * record of their own are all read, as are a single file and a map under `files`. Parts that are no file are left out and named.
 */
export function normalizeFiles(given: unknown): NormalizedFiles {
  const files = new Map<string, string>()
  const dropped: string[] = []
  const take = (name: string, content: string) => {
    const key = normalizeName(name)
    if (files.has(key)) dropped.push(`An earlier content of ${shortName(key)}: the last one counts.`)
    files.set(key, content)
  }
  const drop = (name: string, why: string) => dropped.push(`${shortName(name)}: ${why}.`)
  const readList = (list: readonly unknown[]) => {
    for (const [i, each] of list.entries()) {
      const record = isRecord(each) ? each : {}
      const name = NAME_KEYS.map((key) => record[key]).find((value) => typeof value === 'string')
      const content = CONTENT_KEYS.map((key) => record[key]).find((value) => typeof value === 'string')
      if (typeof name === 'string' && typeof content === 'string') take(name, content)
      else drop(`Entry ${i + 1}`, 'it has no name and content')
    }
  }
  const readMap = (map: object, folder: string) => {
    for (const [key, value] of Object.entries(map)) {
      const name = folder + key
      if (typeof value === 'string') {
        if (METADATA.has(key.toLowerCase()) && !value.includes('<'))
          drop(name, 'it says something about the files, and is none')
        else take(name, value)
      } else if (Array.isArray(value)) readList(value)
      else if (isRecord(value)) {
        const content = CONTENT_KEYS.map((each) => value[each]).find((each) => typeof each === 'string')
        if (typeof content === 'string') take(name, content)
        else if (METADATA.has(key.toLowerCase())) drop(name, 'it says something about the files, and is none')
        else if (folder === '') readMap(value, key.endsWith('/') ? key : `${key}/`)
        else drop(name, 'it holds no content')
      } else drop(name, 'its content is no text')
    }
  }
  if (Array.isArray(given)) readList(given)
  else if (isRecord(given)) {
    const { files: inner, ...others } = given
    if (typeof inner === 'object' && inner !== null) {
      const read = normalizeFiles(inner)
      for (const [name, content] of read.files) take(name, content)
      dropped.push(...read.dropped)
      readMap(others, '')
    } else if (isOneFile(given)) readList([given])
    else readMap(given, '')
  }
  return { files, dropped }
}
