import { MAX_DEPTH } from './canonical.ts'

/** The fault of a JSON text, and its line from 1 on. `name` is the member in question. */
export interface JsonProblem {
  code: 'syntax' | 'duplicate_key' | 'unsafe_key' | 'too_deep'
  line: number
  name?: string
}

export interface JsonScan {
  problems: JsonProblem[]
  /** The line of each member of the outermost object, and of each member of those, by their names joined with line ends. */
  lines: ReadonlyMap<string, number>
}

interface Level {
  /** The names that were seen; undefined in a list. */
  names?: Set<string>
  /** The name of the member that is being read, or the position in the list. */
  at: string
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const LITERAL = /true|false|null/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

/**
 * Walks a JSON text without making its value: finds what `JSON.parse` lets through, and the line of what it does not.
 * Stops at the first error of syntax. Holds no stack of calls, and takes time linear in the length of the text.
 */
export function scanJson(text: string, want: { lines?: boolean } = {}): JsonScan {
  const problems: JsonProblem[] = []
  const lines = new Map<string, number>()
  const levels: Level[] = []
  let at = 0
  let line = 1
  const skipSpace = () => {
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code === 10) line += 1
      else if (code !== 32 && code !== 13 && code !== 9) return
    }
  }
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found !== undefined) at += found.length
    return found
  }
  const takeString = (): string | undefined => {
    if (text[at] !== '"') return undefined
    const start = at
    for (at += 1; at < text.length; ) {
      const code = text.charCodeAt(at)
      if (code === 34) {
        at += 1
        return text.slice(start, at)
      }
      if (code < 32 || (code === 92 && take(ESCAPE) === undefined)) return undefined
      if (code !== 92) at += 1
    }
    return undefined
  }
  const takeChar = (char: string): boolean => {
    skipSpace()
    if (text[at] !== char) return false
    at += 1
    return true
  }
  const wrong = (): JsonScan => {
    problems.push({ code: 'syntax', line })
    return { problems, lines }
  }
  /** The name of a member and its colon; false if there is none. */
  const takeName = (level: Level): boolean => {
    skipSpace()
    const quoted = takeString()
    if (quoted === undefined) return false
    const name: unknown = JSON.parse(quoted)
    if (typeof name !== 'string') return false
    if (level.names?.has(name)) problems.push({ code: 'duplicate_key', line, name })
    if (name === '__proto__') problems.push({ code: 'unsafe_key', line, name })
    level.names?.add(name)
    level.at = name
    if (want.lines && levels.length <= 2) lines.set(levels.map((each) => each.at).join('\n'), line)
    return takeChar(':')
  }
  for (;;) {
    // A value begins here.
    skipSpace()
    const char = text[at]
    if (char === '{' || char === '[') {
      at += 1
      if (levels.length >= MAX_DEPTH) {
        problems.push({ code: 'too_deep', line })
        return { problems, lines }
      }
      const level: Level = char === '{' ? { names: new Set(), at: '' } : { at: '0' }
      levels.push(level)
      if (!takeChar(char === '{' ? '}' : ']')) {
        if (level.names && !takeName(level)) return wrong()
        continue
      }
      levels.pop()
    } else if ((takeString() ?? take(NUMBER) ?? take(LITERAL)) === undefined) {
      return wrong()
    }
    // A value has ended here.
    for (;;) {
      const level = levels.at(-1)
      if (!level) {
        skipSpace()
        return at === text.length ? { problems, lines } : wrong()
      }
      if (takeChar(',')) {
        if (level.names && !takeName(level)) return wrong()
        break
      }
      if (!takeChar(level.names ? '}' : ']')) return wrong()
      levels.pop()
    }
  }
}
