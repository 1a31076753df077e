import { errorMessage } from '@atelier/operation'

/*
 * Regular expressions that a model brings, matched in linear time: a pattern becomes a list of steps, and a text is read
 * once with all steps that could be next (Thompson's construction). `RegExp` may try for ever.
 */

type Step =
  | { do: 'sign'; ranges: readonly number[]; next: number }
  | { do: 'split'; next: number; other: number }
  | { do: 'assert'; what: 'start' | 'end' | 'boundary' | 'inside'; next: number }
  | { do: 'match' }

/** A pattern that can be matched. */
export interface LinearPattern {
  steps: readonly Step[]
  start: number
}

export const MAX_PATTERN = 500
const MAX_STEPS = 2_000
/** The most work on all patterns of one entry; about 40 ms. */
const MAX_WORK = 1_500_000

/** The remaining work that the patterns of one entry may take together. */
export interface PatternWork {
  left: number
}

export const patternWork = (): PatternWork => ({ left: MAX_WORK })

class Unsupported extends Error {}

/**
 * Reads the syntax of JavaScript's regular expressions without flags. Patterns that cannot be matched in linear time
 * are refused: looking ahead and behind, and references to groups.
 * @returns a sentence that says what is wrong, if something is
 */
export function readPattern(source: string): LinearPattern | string {
  if (source.length > MAX_PATTERN) return `A pattern has at most ${MAX_PATTERN} characters.`
  try {
    new RegExp(source)
  } catch (error) {
    return `The pattern cannot be read: ${errorMessage(error)}.`
  }
  try {
    return compile(new PatternReader(source).read())
  } catch (error) {
    if (error instanceof Unsupported) return error.message
    throw error
  }
}

type Node =
  | { kind: 'sign'; ranges: readonly number[] }
  | { kind: 'assert'; what: 'start' | 'end' | 'boundary' | 'inside' }
  | { kind: 'list'; nodes: readonly Node[] }
  | { kind: 'either'; nodes: readonly Node[] }
  | { kind: 'repeat'; node: Node; min: number; max: number }

/** Code units as pairs of first and last, rising. */
const DIGITS = [48, 57]
const WORDS = [48, 57, 65, 90, 95, 95, 97, 122]
const SPACES = [
  9, 13, 32, 32, 160, 160, 0x1680, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029, 0x202f, 0x202f, 0x205f, 0x205f, 0x3000,
  0x3000, 0xfeff, 0xfeff,
]
const LINE_ENDS = [10, 10, 13, 13, 0x2028, 0x2029]
const CONTROLS: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, v: 11, f: 12 }

function others(ranges: readonly number[]): number[] {
  const sorted = mergeRanges(ranges)
  const found: number[] = []
  let next = 0
  for (let i = 0; i < sorted.length; i += 2) {
    const [from = 0, to = 0] = [sorted[i], sorted[i + 1]]
    if (from > next) found.push(next, from - 1)
    next = to + 1
  }
  if (next <= 0xffff) found.push(next, 0xffff)
  return found
}

function mergeRanges(ranges: readonly number[]): number[] {
  const pairs: [number, number][] = []
  for (let i = 0; i < ranges.length; i += 2) pairs.push([ranges[i] ?? 0, ranges[i + 1] ?? 0])
  const found: number[] = []
  for (const [from, to] of pairs.sort(([a], [b]) => a - b)) {
    const last = found.at(-1)
    if (last !== undefined && from <= last + 1) found[found.length - 1] = Math.max(last, to)
    else found.push(from, to)
  }
  return found
}

class PatternReader {
  private at = 0
  private readonly source: string

  constructor(source: string) {
    this.source = source
  }

  read(): Node {
    return this.either()
  }

  private either(): Node {
    const nodes = [this.list()]
    while (this.take('|')) nodes.push(this.list())
    return nodes.length === 1 && nodes[0] ? nodes[0] : { kind: 'either', nodes }
  }

  private list(): Node {
    const nodes: Node[] = []
    while (this.at < this.source.length && this.peek() !== '|' && this.peek() !== ')') nodes.push(this.repeated())
    return { kind: 'list', nodes }
  }

  private repeated(): Node {
    const node = this.atom()
    const [min, max] = this.count() ?? []
    if (min === undefined || max === undefined) return node
    // Whether as few or as many as possible makes no difference to whether anything matches.
    this.take('?')
    return { kind: 'repeat', node, min, max }
  }

  private count(): [number, number] | undefined {
    if (this.take('*')) return [0, Infinity]
    if (this.take('+')) return [1, Infinity]
    if (this.take('?')) return [0, 1]
    const found = /^\{(\d{1,6})(?:(,)(\d{0,6}))?\}/.exec(this.source.slice(this.at, this.at + 16))
    if (!found) return undefined
    this.at += found[0].length
    const min = Number(found[1])
    if (found[2] === undefined) return [min, min]
    return [min, found[3] === '' ? Infinity : Number(found[3])]
  }

  private atom(): Node {
    const sign = this.next()
    if (sign === '(') return this.group()
    if (sign === '[') return { kind: 'sign', ranges: this.signClass() }
    if (sign === '.') return { kind: 'sign', ranges: others(LINE_ENDS) }
    if (sign === '^') return { kind: 'assert', what: 'start' }
    if (sign === '$') return { kind: 'assert', what: 'end' }
    if (sign !== '\\') return one(sign.charCodeAt(0))
    if (this.take('b')) return { kind: 'assert', what: 'boundary' }
    if (this.take('B')) return { kind: 'assert', what: 'inside' }
    return { kind: 'sign', ranges: this.escape() }
  }

  private group(): Node {
    if (this.take('?')) {
      if (this.take('<')) {
        if (this.peek() === '=' || this.peek() === '!') throw new Unsupported('A pattern cannot look behind.')
        this.at = this.source.indexOf('>', this.at) + 1
      } else if (!this.take(':')) {
        const looks = this.peek() === '=' || this.peek() === '!'
        throw new Unsupported(looks ? 'A pattern cannot look ahead.' : 'A pattern cannot change its flags.')
      }
    }
    const node = this.either()
    this.take(')')
    return node
  }

  /** The part behind a backslash, as the characters that it matches. */
  private escape(): readonly number[] {
    const sign = this.next()
    const set = { d: DIGITS, w: WORDS, s: SPACES }[sign.toLowerCase()]
    if (set) return sign === sign.toLowerCase() ? set : others(set)
    const control = CONTROLS[sign]
    if (control !== undefined) return [control, control]
    if (sign === 'k' || /[1-9]/.test(sign)) throw new Unsupported('A pattern cannot refer to a group.')
    if (sign === 'p' || sign === 'P')
      throw new Unsupported('A pattern has no classes such as \\p{L}; name the letters instead, such as [a-zà-ÿ].')
    if (sign === '0') {
      if (/\d/.test(this.peek())) throw new Unsupported('A pattern has no octal numbers.')
      return [0, 0]
    }
    if (sign === 'c') throw new Unsupported('A pattern has no control letters.')
    const digits = sign === 'x' ? 2 : sign === 'u' ? 4 : 0
    const code = this.source.slice(this.at, this.at + digits)
    if (digits > 0 && code.length === digits && /^[0-9a-f]+$/i.test(code)) {
      this.at += digits
      return [Number.parseInt(code, 16), Number.parseInt(code, 16)]
    }
    return [sign.charCodeAt(0), sign.charCodeAt(0)]
  }

  private signClass(): readonly number[] {
    const negative = this.take('^')
    const ranges: number[] = []
    while (this.at < this.source.length && !this.take(']')) {
      const from = this.classSign()
      const dash = this.peek() === '-' && this.source[this.at + 1] !== ']'
      if (!dash || from.length !== 2 || from[0] !== from[1]) {
        ranges.push(...from)
        continue
      }
      this.at += 1
      const to = this.classSign()
      if (to.length === 2 && to[0] === to[1]) ranges.push(from[0] ?? 0, to[1] ?? 0)
      else ranges.push(...from, 45, 45, ...to)
    }
    return negative ? others(ranges) : mergeRanges(ranges)
  }

  private classSign(): readonly number[] {
    const sign = this.next()
    if (sign !== '\\') return [sign.charCodeAt(0), sign.charCodeAt(0)]
    if (this.take('b')) return [8, 8]
    return this.escape()
  }

  private peek(): string {
    return this.source[this.at] ?? ''
  }

  private next(): string {
    const sign = this.peek()
    this.at += 1
    return sign
  }

  private take(sign: string): boolean {
    if (this.peek() !== sign) return false
    this.at += 1
    return true
  }
}

const one = (code: number): Node => ({ kind: 'sign', ranges: [code, code] })

function compile(node: Node): LinearPattern {
  const steps: Step[] = [{ do: 'match' }]
  const add = (step: Step): number => {
    if (steps.length >= MAX_STEPS) throw new Unsupported('The pattern is too long with its repetitions written out.')
    steps.push(step)
    return steps.length - 1
  }
  /** Adds the steps that match the node and then continue at `next`; returns where it begins. */
  const build = (each: Node, next: number): number => {
    switch (each.kind) {
      case 'sign':
        return add({ do: 'sign', ranges: each.ranges, next })
      case 'assert':
        return add({ do: 'assert', what: each.what, next })
      case 'list':
        return each.nodes.reduceRight((after, inner) => build(inner, after), next)
      case 'either':
        return each.nodes
          .map((inner) => build(inner, next))
          .reduceRight((other, start) => add({ do: 'split', next: start, other }))
      case 'repeat':
        return repeat(each.node, each.min, each.max, next)
    }
  }
  const repeat = (inner: Node, min: number, max: number, next: number): number => {
    let after = next
    if (max === Infinity) {
      const again: Step & { do: 'split' } = { do: 'split', next: 0, other: next }
      after = add(again)
      again.next = build(inner, after)
    } else for (let i = min; i < max; i += 1) after = add({ do: 'split', next: build(inner, after), other: next })
    for (let i = 0; i < min; i += 1) {
      const before = build(inner, after)
      // A node that matches only the empty text adds no step, however often it is repeated.
      if (before === after) break
      after = before
    }
    return after
  }
  return { steps, start: build(node, 0) }
}

/**
 * Whether a text matches anywhere. Undefined if that would take too long, for a long text and a long pattern.
 * @param work shared by the patterns of an entry; what this match takes is subtracted
 */
export function matches(
  { steps, start }: LinearPattern,
  text: string,
  work: PatternWork = patternWork(),
): boolean | undefined {
  let [current, next]: [number[], number[]] = [[], []]
  const seen = new Int32Array(steps.length).fill(-1)
  let matched = false

  const follow = (from: number, at: number, into: number[]) => {
    const waiting = [from]
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      if (seen[index] === at) continue
      seen[index] = at
      work.left -= 1
      const step = steps[index]
      if (step?.do === 'match') matched = true
      else if (step?.do === 'split') waiting.push(step.other, step.next)
      else if (step?.do === 'assert') {
        if (matchesAnchor(step.what, text, at)) waiting.push(step.next)
      } else into.push(index)
    }
  }

  for (let at = 0; ; at += 1) {
    follow(start, at, current)
    if (matched) return true
    if (at >= text.length) return false
    const code = text.charCodeAt(at)
    for (const index of current) {
      const step = steps[index]
      work.left -= 1
      if (step?.do === 'sign' && isIn(step.ranges, code)) follow(step.next, at + 1, next)
      if (matched) return true
    }
    if (work.left < 0) return undefined
    ;[current, next] = [next, current]
    next.length = 0
  }
}

function isIn(ranges: readonly number[], code: number): boolean {
  for (let i = 0; i < ranges.length; i += 2) {
    if (code < (ranges[i] ?? 0)) return false
    if (code <= (ranges[i + 1] ?? 0)) return true
  }
  return false
}

function matchesAnchor(what: 'start' | 'end' | 'boundary' | 'inside', text: string, at: number): boolean {
  if (what === 'start') return at === 0
  if (what === 'end') return at === text.length
  const word = (index: number) => isIn(WORDS, text.charCodeAt(index))
  return (word(at - 1) !== word(at)) === (what === 'boundary')
}
