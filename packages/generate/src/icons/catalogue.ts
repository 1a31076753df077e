import { type IconSetFile, readIconSet } from './readSet.ts'
import { type IconSetSource, iconSets } from './sets.ts'

export type IconStyle = 'outline' | 'solid'

/** One icon in one style. */
export interface Icon {
  set: IconSetSource['set']
  name: string
  /** Its name without the ending that says its style. */
  base: string
  style: IconStyle
  /** The order of preference within one style and base name: 0 before 1. */
  rank: number
  /** The same number for all icons of a set and base name. */
  group: number
  /** The bonus of its set in the score. */
  bonus: number
  body: string
  width: number
  height: number
}

/** The icons that can be found, by what they are found by; each is named by its index in `icons`. */
export interface IconCatalogue {
  icons: Icon[]
  /** How many groups there are. */
  groups: number
  /** By the words of their base names. */
  byWord: Map<string, number[]>
  byName: Map<string, number[]>
  /** Icons of Lucide by their other names. */
  byTag: Map<string, number[]>
  /** Icons of the other sets by the words of their other names. */
  byTerm: Map<string, number[]>
}

export interface CatalogueOptions {
  /** The bytes of a file in pieces, by its URL. */
  read(url: string): AsyncIterable<Uint8Array>
  /** Lets other requests have their turn. */
  rest(): Promise<void>
}

/** How many icons are listed without a pause. */
const AT_ONCE = 500

/** Reads all sets, one after the other. */
export async function readIcons({ read, rest }: CatalogueOptions): Promise<IconCatalogue> {
  const catalogue: IconCatalogue = {
    icons: [],
    groups: 0,
    byWord: new Map(),
    byName: new Map(),
    byTag: new Map(),
    byTerm: new Map(),
  }
  for (const source of iconSets) {
    const file = await readIconSet(read(source.url()))
    let listed = 0
    for (const step of addSet(catalogue, source, file)) {
      listed += step
      if (listed % AT_ONCE === 0) await rest()
    }
  }
  return catalogue
}

/** A text as names of icons are written: lower-case words with `-` between them. */
export const kebab = (text: string): string => iconWords(text).join('-')

export const iconWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? []

/** Lists the icons of a set; it may pause at each step. */
function* addSet(catalogue: IconCatalogue, source: IconSetSource, file: IconSetFile): Generator<1> {
  const { set, priority } = source
  const groups = new Map<string, { group: number; members: number[] }>()
  for (const [name, { body, width = file.width, height = file.height }] of file.icons) {
    yield 1
    const variant = variantOf(name, source, file)
    if (!variant) continue
    const { base } = variant
    let known = groups.get(base)
    if (!known) {
      known = { group: catalogue.groups++, members: [] }
      groups.set(base, known)
    }
    const { group, members } = known
    const at =
      catalogue.icons.push({ set, name, ...variant, group, bonus: (5 - priority) * 2, body, width, height }) - 1
    members.push(at)
    push(catalogue.byName, base, [at])
    for (const word of new Set(base.split('-'))) push(catalogue.byWord, word, [at])
  }
  // Lucide's tags and categories are not in its Iconify package, which has only the former names of its icons.
  for (const [alias, name] of file.aliases) {
    const members = groups.get(name)?.members
    if (!members) continue
    if (set === 'lucide') push(catalogue.byTag, alias, members)
    else for (const word of new Set(alias.split('-'))) push(catalogue.byTerm, word, members)
  }
}

/** An ending only says a style if the icon without it is there too: `letter-bold` alone is a letter. */
function variantOf(
  name: string,
  { solid, leftOut }: IconSetSource,
  { icons }: IconSetFile,
): Pick<Icon, 'base' | 'style' | 'rank'> | undefined {
  let ending = ''
  for (const each of [...solid, ...leftOut]) {
    if (each.length > ending.length && name.endsWith(each) && icons.has(name.slice(0, -each.length))) ending = each
  }
  if (ending === '') return { base: name, style: 'outline', rank: 0 }
  const rank = solid.indexOf(ending)
  return rank < 0 ? undefined : { base: name.slice(0, -ending.length), style: 'solid', rank }
}

function push(map: Map<string, number[]>, key: string, values: readonly number[]): void {
  const list = map.get(key)
  if (list) list.push(...values)
  else map.set(key, [...values])
}
