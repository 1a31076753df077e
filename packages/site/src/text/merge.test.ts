import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseHtml } from '../html/parse.ts'
import { mergeRuns } from './mergeRuns.ts'
import { mergeWords } from './mergeWords.ts'
import { printRuns, runsOf } from './run.ts'

const runs = (html: string) => runsOf(parseHtml(html).nodes)
const merged = (base: string, mine: string, theirs: string) => {
  const result = mergeRuns(runs(base), runs(mine), runs(theirs))
  return { html: printRuns(result.runs), conflicts: result.conflicts }
}

describe('mergeWords', () => {
  it.each([
    [
      'both changed other words',
      'the red house stands',
      'the blue house stands',
      'the red house fell',
      'the blue house fell',
    ],
    ['neighbours', 'red blue', 'green blue', 'red black', 'green black'],
    ['both added at the end', 'Hello', 'Hello there', 'Hello friend', 'Hello friend there'],
    ['the same change twice', 'teh cat', 'the cat', 'the cat', 'the cat'],
    ['one removed what stands beside an addition', 'a b c', 'a c', 'a b c d', 'a c d'],
    ['one rewrote a word behind which the other wrote', 'a cat', 'a dog', 'a cat food', 'a dog food'],
    ['nothing changed there', 'a b', 'a c', 'a b', 'a c'],
    ['nothing changed here', 'a b', 'a b', 'b', 'b'],
    ['from nothing', '', 'one', 'two', 'twoone'],
  ])('%s', (_case, base, mine, theirs, text) => {
    expect(mergeWords(base, mine, theirs)).toEqual({ text, conflicts: [] })
  })

  it('keeps both versions of a word that both rewrote, and says so', () => {
    expect(mergeWords('a red car', 'a blue car', 'a green car')).toEqual({
      text: 'a green blue car',
      conflicts: [{ base: 'red', mine: 'blue', theirs: 'green' }],
    })
  })

  it('takes texts that have nothing in common as one change', () => {
    const words = (prefix: string) => Array.from({ length: 3_000 }, (_, i) => `${prefix}${i}`).join(' ')
    const { conflicts } = mergeWords(words('a'), words('b'), words('c'))
    expect(conflicts.length).toBeGreaterThan(0)
  })

  const text = fc
    .array(fc.constantFrom('one', 'two', ' ', 'three', '.', 'ä'), { maxLength: 12 })
    .map((all) => all.join(''))
  it('loses no word that one of them added', () => {
    fc.assert(
      fc.property(text, text, text, (base, mine, theirs) => {
        expect(mergeWords(base, mine, base)).toEqual({ text: mine, conflicts: [] })
        expect(mergeWords(base, base, theirs)).toEqual({ text: theirs, conflicts: [] })
        const own = `(${base})`
        const added = mergeWords(own, `${own} mine`, `theirs ${own}`)
        expect(added).toEqual({ text: `theirs ${own} mine`, conflicts: [] })
      }),
    )
  })
})

describe('mergeRuns', () => {
  it('joins one person’s words with another one’s formatting', () => {
    expect(merged('a b c', 'a b c d', 'a <strong>b</strong> c')).toEqual({
      html: 'a <strong>b</strong> c d',
      conflicts: 0,
    })
    expect(merged('a <em>b</em> c', 'a b c', 'a <em>b</em> c.')).toEqual({ html: 'a b c.', conflicts: 0 })
  })
  it('keeps formats of the same words by both: mine, if both changed it', () => {
    expect(merged('word', '<strong>word</strong>', '<em>word</em>').html).toBe('<strong>word</strong>')
    expect(merged('one two', '<strong>one</strong> two', 'one <em>two</em>').html).toBe(
      '<strong>one</strong> <em>two</em>',
    )
  })
  it('takes a word that is bold in part as one word', () => {
    expect(merged('hello you', '<strong>hel</strong>lo you', 'hello me')).toEqual({
      html: '<strong>hel</strong>lo me',
      conflicts: 0,
    })
  })
  it('merges breaks and pictures as words', () => {
    expect(merged('a<br>b', 'a<br>b c', 'a b')).toEqual({ html: 'a b c', conflicts: 0 })
    expect(merged('x <img src="a.png"> y', 'x <img src="a.png"> z', 'w <img src="a.png"> y').html).toBe(
      'w <img src="a.png"> z',
    )
  })
  it('keeps both versions if they contradict each other', () => {
    expect(merged('a <b>red</b> car', 'a <b>blue</b> car', 'a <b>green</b> car')).toEqual({
      html: 'a <b>green</b> <b>blue</b> car',
      conflicts: 1,
    })
  })
})
