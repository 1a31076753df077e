import { isRecord } from '../document/node.ts'

/** A configuration of Tailwind, read as data. */
export interface ReadConfig {
  /** Its values as `@theme` and other rules. */
  theme: string
  /** The parts that no value could be made of, by their names. */
  left: string[]
}

/** The most values of one configuration; the largest known has 500. */
const MOST_VALUES = 2_000

/** The name that a section of a configuration has among the custom properties of a theme. */
const NAMESPACES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    colors: 'color',
    fontFamily: 'font',
    fontSize: 'text',
    fontWeight: 'font-weight',
    letterSpacing: 'tracking',
    lineHeight: 'leading',
    screens: 'breakpoint',
    spacing: 'spacing',
    maxWidth: 'container',
    borderRadius: 'radius',
    boxShadow: 'shadow',
    dropShadow: 'drop-shadow',
    blur: 'blur',
    backgroundImage: 'background-image',
    transitionTimingFunction: 'ease',
    animation: 'animate',
    aspectRatio: 'aspect',
  }),
)

/**
 * The configuration that a script sets as `tailwind.config = { … }`, without running it; undefined if it sets none.
 */
export async function readConfig(script: string): Promise<ReadConfig | undefined> {
  const found = /\btailwind\s{0,9}\.\s{0,9}config\s{0,9}=/.exec(script)
  if (!found) return undefined
  const literal = objectAt(script, found.index + found[0].length)
  const config = literal === undefined ? undefined : await parseLiteral(literal)
  if (!isRecord(config)) return { theme: '', left: ['the whole configuration, which is no plain object'] }
  return themeOf(config)
}

/** The object literal that begins at a place, up to its closing brace; undefined if there is none. */
function objectAt(script: string, from: number): string | undefined {
  const start = script.indexOf('{', from)
  if (start < 0 || script.slice(from, start).trim() !== '') return undefined
  let depth = 0
  let quote = ''
  for (let at = start; at < script.length; at += 1) {
    const sign = script[at] ?? ''
    if (quote !== '') {
      if (sign === '\\') at += 1
      else if (sign === quote) quote = ''
    } else if (`'"\``.includes(sign)) quote = sign
    else if (sign === '{') depth += 1
    else if (sign === '}') {
      depth -= 1
      if (depth === 0) return script.slice(start, at + 1)
    }
  }
  return undefined
}

async function parseLiteral(literal: string): Promise<unknown> {
  const { jsonrepair } = await import('jsonrepair')
  try {
    return JSON.parse(jsonrepair(literal))
  } catch {
    // The object holds code, such as a call or a function.
    return undefined
  }
}

function themeOf(config: Record<string, unknown>): ReadConfig {
  const values: string[] = []
  const rules: string[] = []
  const left: string[] = []
  const theme = isRecord(config.theme) ? config.theme : {}
  const { extend, ...own } = theme
  for (const sections of [own, isRecord(extend) ? extend : {}]) {
    for (const [section, entries] of Object.entries(sections)) {
      const namespace = NAMESPACES.get(section)
      if (section === 'container') rules.push(...containerRule(entries))
      else if (section === 'keyframes') values.push(...keyframes(entries))
      else if (namespace === undefined || !isRecord(entries)) left.push(section)
      else addValues(values, left, namespace, [], entries)
    }
  }
  const dark = Array.isArray(config.darkMode) ? config.darkMode[0] : config.darkMode
  if (dark === 'class' || dark === 'selector') rules.push('@custom-variant dark (&:where(.dark, .dark *));')
  for (const name of ['plugins', 'presets', 'prefix', 'important', 'corePlugins'] as const) {
    const value = config[name]
    if (value !== undefined && !(Array.isArray(value) && value.length === 0)) left.push(name)
  }
  if (values.length > MOST_VALUES)
    return { theme: '', left: [`all of its ${values.length} values, of which ${MOST_VALUES} are read at most`] }
  const block = values.length > 0 ? [`@theme {\n${values.map((each) => `  ${each}\n`).join('')}}`] : []
  return { theme: [...block, ...rules].join('\n'), left: [...new Set(left)] }
}

/** Adds the values of a section; objects within it are shades, `DEFAULT` is the name without a shade. */
function addValues(
  values: string[],
  left: string[],
  namespace: string,
  path: readonly string[],
  entries: Readonly<Record<string, unknown>>,
): void {
  for (const [key, value] of Object.entries(entries)) {
    const names = key === 'DEFAULT' ? path : [...path, key.replaceAll('.', '_')]
    const name = `--${[namespace, ...names].join('-')}`
    if (!/^--[\w-]{1,120}$/.test(name)) left.push(`${namespace} ${key.slice(0, 40)}`)
    else if (isRecord(value) && path.length < 5) addValues(values, left, namespace, names, value)
    else {
      const lines = valueLines(name, value)
      if (lines.length === 0) left.push(`${namespace} ${key.slice(0, 40)}`)
      values.push(...lines)
    }
  }
}

function valueLines(name: string, value: unknown): string[] {
  if (Array.isArray(value) && name.startsWith('--text-')) {
    const [size, more] = value
    const height = isRecord(more) ? more.lineHeight : more
    const lines = line(name, size)
    return lines.length > 0 ? [...lines, ...line(`${name}--line-height`, height)] : []
  }
  return line(name, Array.isArray(value) ? value.map(quotedFamily).join(', ') : value)
}

/** A font of a list: names with blanks are quoted. */
const quotedFamily = (name: unknown) =>
  typeof name === 'string' && /\s/.test(name) && !/["',()]/.test(name) ? `"${name}"` : name

function line(name: string, value: unknown): string[] {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  const isCode = /^[A-Za-z]+\.[\w.]+$|=>|\bfunction\b|^require\(|[{};<]/.test(text)
  return text === '' || text.length > 1_000 || isCode ? [] : [`${name}: ${text};`]
}

function containerRule(given: unknown): string[] {
  if (!isRecord(given)) return []
  const padding = isRecord(given.padding) ? given.padding.DEFAULT : given.padding
  const lines = [...(given.center === true ? ['margin-inline: auto;'] : []), ...line('padding-inline', padding)]
  return lines.length === 0 ? [] : [`@utility container { ${lines.join(' ')} }`]
}

function keyframes(given: unknown): string[] {
  if (!isRecord(given)) return []
  return Object.entries(given).flatMap(([name, steps]) => {
    if (!/^[\w-]{1,80}$/.test(name) || !isRecord(steps)) return []
    const frames = Object.entries(steps).flatMap(([step, declared]) => {
      if (!/^[\w%,. ]{1,80}$/.test(step) || !isRecord(declared)) return []
      const lines = Object.entries(declared).flatMap(([property, value]) =>
        line(
          property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
          value,
        ),
      )
      return [`${step} { ${lines.join(' ')} }`]
    })
    return [`@keyframes ${name} { ${frames.join(' ')} }`]
  })
}
