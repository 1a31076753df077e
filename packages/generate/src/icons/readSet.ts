/** A set of icons as its package holds it. */
export interface IconSetFile {
  /** By name; those that the set has withdrawn are left out. */
  icons: Map<string, { body: string; width?: number; height?: number }>
  /** Other names of icons: the name to what it means. */
  aliases: Map<string, string>
  /** The width of icons that do not have their own. */
  width: number
  height: number
}

/** The size of icons in a set that does not say it, as Iconify defines it. */
const DEFAULT_SIZE = 16

/**
 * Reads the `icons.json` of an Iconify package as it arrives: at once, the largest would hold up the event loop for some
 * 20 ms. Those files have each field on a line, indented with tabs by its depth.
 * @param chunks the bytes of the file in UTF-8; each is read without a pause
 */
export async function readIconSet(chunks: AsyncIterable<Uint8Array>): Promise<IconSetFile> {
  const file: IconSetFile = { icons: new Map(), aliases: new Map(), width: DEFAULT_SIZE, height: DEFAULT_SIZE }
  const decoder = new TextDecoder()
  const read = createLineReader(file)
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) read(line)
  }
  return file
}

function createLineReader(file: IconSetFile): (line: string) => void {
  let section = ''
  let name = ''
  let fields = new Map<string, unknown>()
  const take = () => {
    const number = (field: string) => {
      const value = fields.get(field)
      return typeof value === 'number' ? value : undefined
    }
    const [body, parent] = [fields.get('body'), fields.get('parent')]
    if (section === 'icons' && typeof body === 'string' && fields.get('hidden') !== true) {
      file.icons.set(name, { body, width: number('width'), height: number('height') })
    }
    // One that is also turned or mirrored is another picture, which `body` alone does not show.
    if (section === 'aliases' && typeof parent === 'string' && fields.size === 1) file.aliases.set(name, parent)
  }
  return (line) => {
    const depth = line.search(/[^\t]/)
    if (depth === 2 && line.startsWith('}', 2)) return take()
    const [key, value] = fieldOf(line.slice(depth)) ?? []
    if (key === undefined) return
    if (depth === 1) {
      section = key
      if ((key === 'width' || key === 'height') && typeof value === 'number') file[key] = value
    } else if (depth === 2) {
      name = key
      fields = new Map()
    } else fields.set(key, value)
  }
}

/** The field that a line holds, with no value if an object begins there. */
function fieldOf(line: string): [key: string, value?: unknown] | undefined {
  const end = line.indexOf('": ')
  if (!line.startsWith('"') || end < 0) return undefined
  const key = line.slice(1, end)
  const value = line.slice(end + 3).replace(/,$/, '')
  return value === '{' ? [key] : [key, JSON.parse(value)]
}
