import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { labels, localeOf, modelOf, post } from '../../testing/blog.ts'
import { queryWords, searchTextOf, wordsIn } from './words.ts'

describe('the words of a text', () => {
  it('are lower case, without accents, Turkish letters or punctuation', () => {
    expect(wordsIn('İstanbul ISPARTA ılık Crème-brûlée, can’t 3.14 ﬁne ΟΔΟΣ')).toEqual([
      'istanbul',
      'isparta',
      'ilik',
      'creme',
      'brulee',
      'can',
      't',
      '3',
      '14',
      'fine',
      'οδοσ',
    ])
  })
  it('are those that a visitor reads: no markup, scripts or targets of links', () => {
    const html = '<p class="lead">One <b>two</b></p><script>hidden()</script><!-- hidden --><style>p{}</style>three'
    expect(wordsIn(html)).toEqual(['one', 'two', 'three'])
    expect(wordsIn('## One [two](https://hidden.example/x) `three` a < b > c, caf&eacute; &amp; R&#38;D')).toEqual([
      'one',
      'two',
      'three',
      'a',
      'b',
      'c',
      'caf',
      'r',
      'd',
    ])
    expect(wordsIn('unclosed <b and <!-- seen')).toEqual(['unclosed', 'b', 'and', 'seen'])
  })
  it('are divided by a dictionary in scripts without blanks', () => {
    expect(wordsIn('我们的网站')).toEqual(['我们', '的', '网站'])
    expect(wordsIn('서울에서')).toEqual(['서울에서'])
    // A compatibility form of a Han character, as the character itself.
    expect(wordsIn('е㆒')).toEqual(wordsIn('е一'))
  })
  it('of a query each stand once, the last of them last', () => {
    expect(queryWords('The the Studio’s thé rel')).toEqual(['the', 'studio', 's', 'rel'])
    expect(queryWords('word '.repeat(3) + [...'abcdefghijklmnopqrstuvwxyz'].join(' '))).toHaveLength(16)
  })
  it('of any text are found by the text itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const words = wordsIn(text)
        for (const word of queryWords(text)) expect(words).toContain(word)
      }),
    )
    // The parts of a dictionary depend on their neighbours; everywhere else a word is its own word.
    fc.assert(
      fc.property(
        fc.stringMatching(/^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}\p{M}\p{P} ]*$/u),
        (text) => {
          const words = wordsIn(text)
          expect(wordsIn(words.join(' '))).toEqual(words)
        },
      ),
    )
  })
  it('are found in a megabyte, whatever it consists of', () => {
    for (const unit of ['<', '<a', '<!--', '<script>', '](', '&amp', '我们的', 'a\u0301', 'a<b>']) {
      expect(wordsIn(unit.repeat(1_000_000 / unit.length)).length).toBeGreaterThanOrEqual(0)
    }
  })
})

describe('what is searched of an entry', () => {
  it('is its title and its words by locale, without a locale that is not translated', () => {
    const values = {
      title: 'Ships & sails',
      body: '**Bold** words',
      author: 'hidden',
      tags: ['sea', 'wind'],
      seo: { note: 'harbour', image: 'hidden.jpg' },
      price: 7,
    }
    const entry = {
      model: 'blog-post',
      id: 'a1',
      locales: { en: localeOf(values), tr: localeOf(values, {}, { standIn: true }) },
    }
    expect(searchTextOf(entry, post)).toEqual({
      en: { title: 'ships sails', text: 'a1 bold words sea wind harbour' },
    })
  })
  it('is each key and text of a dictionary, and the body of a document', () => {
    const terms = { model: 'labels', id: 'main', locales: { en: localeOf({ 'nav.home': 'Start page' }) } }
    expect(searchTextOf(terms, labels).en).toEqual({ title: '', text: 'nav home start page' })
    const page = modelOf({ id: 'page', kind: 'document' }, { title: { type: 'string' } })
    const text = { model: 'page', id: 'about-us', locales: { en: localeOf({ title: 'About', body: 'Who we are' }) } }
    expect(searchTextOf(text, page).en).toEqual({ title: 'about', text: 'about us who we are' })
  })
  it('ends where the row of a database would not hold it', () => {
    const body = Array.from({ length: 200_000 }, (_, index) => `w${index}`).join(' ')
    const text = searchTextOf({ model: 'blog-post', id: 'a', locales: { en: localeOf({ title: 'T', body }) } }, post).en
      ?.text
    expect(text?.length).toBeLessThanOrEqual(200_010)
    expect(text?.startsWith('a w0 w1 w2')).toBe(true)
  })
})
