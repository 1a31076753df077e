import { withoutFence } from '../answer/fences.ts'

/** How much of the end of a text is looked through for what its continuation repeats, in characters. */
const LOOKED_AT = 20_000

/**
 * A text with its continuation. A repeated end of the text is kept once: an overlap, an element that it begins again, or
 * all of a document that was written anew.
 */
export function joinContinuation(before: string, after: string): string {
  const rest = withoutFence(after)
  const start = rest.trimStart()
  if (start === '') return before
  const isDocument = /^(?:<!doctype|<html[\s>])/i.test(start)
  if (isDocument && before.trim() !== '' && /<\/(?:body|html)>\s{0,20}$/i.test(start.slice(-60))) return start
  const tail = before.slice(-LOOKED_AT)
  const head = start.slice(0, LOOKED_AT)
  const shared = overlap(tail.trimEnd(), head)
  if (isRepetition(head.slice(0, shared))) return before.trimEnd() + start.slice(shared)
  const again = begunAgain(before, start)
  if (again >= 0) return before.slice(0, again) + start
  const anew = isDocument ? start.lastIndexOf(tail.trimEnd().slice(-200)) : -1
  if (anew >= 0) return before.trimEnd() + start.slice(anew + Math.min(200, tail.trimEnd().length))
  if (isDocument) return start
  return before + rest
}

/**
 * Whether an answer continues a file that was cut: with a page, an element or a rule. A word that it is done, an apology,
 * JSON, and end tags by themselves continue nothing.
 */
export function isContinuation(answer: string): boolean {
  const text = withoutFence(answer).trim()
  if (text === '' || /^[[{]\s{0,9}["}\]]/.test(text)) return false
  const words = text.replace(/<\/[a-z][a-z0-9-]{0,20}>/gi, '').trim()
  const hasTag = words.split('<').some((part, index) => index > 0 && /^[a-z!]/i.test(part) && part.includes('>'))
  return hasTag || words.split('{').some((part, index) => index > 0 && part.includes('}'))
}

/** Whether what two texts share is a repetition: end tags, and a word, can follow one another by themselves. */
function isRepetition(shared: string): boolean {
  const started = shared.replace(/<\/[a-z][a-z0-9-]{0,20}>/gi, '')
  return started.trim().length >= 24 || started.replace(/<[^<>]{0,400}>/g, '').trim().length >= 8
}

/** Where the block begins that a continuation begins with, if the text has it already; -1 if it does not. */
function begunAgain(before: string, after: string): number {
  const tag = /^<[a-z][a-z0-9-]{0,20}\s[^<>]{0,300}>/i.exec(after)?.[0]
  return tag?.includes('data-block=') ? before.lastIndexOf(tag) : -1
}

/** How many of the last characters of a text are the first ones of another. Knuth, Morris and Pratt; one pass. */
function overlap(text: string, other: string): number {
  const borders = bordersOf(other)
  let matched = 0
  for (let at = 0; at < text.length; at += 1) {
    if (matched === other.length) matched = borders[matched - 1] ?? 0
    while (matched > 0 && text.charCodeAt(at) !== other.charCodeAt(matched)) matched = borders[matched - 1] ?? 0
    if (text.charCodeAt(at) === other.charCodeAt(matched)) matched += 1
  }
  return matched
}

/** For each beginning of a text the length of the longest one of its proper beginnings that it also ends with. */
export function bordersOf(text: string): Int32Array {
  const borders = new Int32Array(text.length)
  let length = 0
  for (let at = 1; at < text.length; at += 1) {
    while (length > 0 && text.charCodeAt(at) !== text.charCodeAt(length)) length = borders[length - 1] ?? 0
    if (text.charCodeAt(at) === text.charCodeAt(length)) length += 1
    borders[at] = length
  }
  return borders
}
