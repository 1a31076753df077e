import { Script } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { renameClassInScript } from './scriptClasses.ts'

const rename = (code: string, from = 'card', to = 'panel') => renameClassInScript(code, from, to).code
const left = (code: string, from = 'card') =>
  renameClassInScript(code, from, 'panel').left.map(({ at, reason }) => `${reason} ${code.slice(at, at + 12)}`)

describe('a class in a script is renamed', () => {
  it.each([
    [`document.querySelector('.card')`, `document.querySelector('.panel')`],
    [`all('div.card > .cards, .list .card:hover')`, `all('div.panel > .cards, .list .panel:hover')`],
    [`$('[class~="card"], #card')`, `$('[class~="panel"], #card')`],
    [`el.closest(".card").classList.add('open', 'card')`, `el.closest(".panel").classList.add('open', 'panel')`],
    [`el.classList.toggle(\n  'card',\n  on,\n)`, `el.classList.toggle(\n  'panel',\n  on,\n)`],
    [`el.classList.add(on ? 'card' : 'tile')`, `el.classList.add(on ? 'panel' : 'tile')`],
    [`document.getElementsByClassName('card')[0]`, `document.getElementsByClassName('panel')[0]`],
    [`el.className = 'wide card md:flex'`, `el.className = 'wide panel md:flex'`],
    [`el.className += ' card'`, `el.className += ' panel'`],
    [`if (el.className === 'card') go()`, `if (el.className === 'panel') go()`],
    [`el.className = 'card' + (on ? ' open' : '')`, `el.className = 'panel' + (on ? ' open' : '')`],
    [`el.setAttribute('class', 'card open')`, `el.setAttribute('class', 'panel open')`],
    [`const cardClass = 'card'`, `const cardClass = 'panel'`],
    [
      `const names = { activeClass: 'card', 'errorClass': 'card' }`,
      `const names = { activeClass: 'panel', 'errorClass': 'panel' }`,
    ],
    [`$('.card').addClass('card').removeClass("card wide")`, `$('.panel').addClass('panel').removeClass("panel wide")`],
    [`$(document).on('click', '.card', () => {})`, `$(document).on('click', '.panel', () => {})`],
    [`$('<div/>', { class: 'card', text: 'card' })`, `$('<div/>', { class: 'panel', text: 'card' })`],
    [`$('<p class="card">card</p>')`, `$('<p class="panel">card</p>')`],
    [`list.innerHTML = \`<i class="card \${on}">card</i>\``, `list.innerHTML = \`<i class="panel \${on}">card</i>\``],
    [`h = \`<i class="\${on} card">\``, `h = \`<i class="\${on} panel">\``],
    [`h = \`<i class="a \${on ? 'card' : ''} b">\``, `h = \`<i class="a \${on ? 'panel' : ''} b">\``],
    [`el.className = \`a \${on ? 'card' : ''}\``, `el.className = \`a \${on ? 'panel' : ''}\``],
    [`el.innerHTML = "<i class=\\"card\\">"`, `el.innerHTML = "<i class=\\"panel\\">"`],
    [`clsx('card', { 'card': on }, ['card'])`, `clsx('panel', { 'panel': on }, ['panel'])`],
    ["const a = x / y; b.querySelector('.card') / 2", "const a = x / y; b.querySelector('.panel') / 2"],
    [`return /'/.test(x) ? q('.card') : 0`, `return /'/.test(x) ? q('.panel') : 0`],
  ])('%s', (code, renamed) => {
    expect(rename(code)).toBe(renamed)
  })
})

describe('what only has the word is left, with the reason', () => {
  it.each([
    [`localStorage.getItem('card')`, ['string card']],
    [`el.classList.contains('x') && store.setItem('card', 1)`, ['string card']],
    [`class Card { type = 'card' }`, ['string card']],
    [`addEventListener('card', go)`, ['string card']],
    [`fetch('/card/list')`, ['string card']],
    [`el.dataset.kind === 'card'`, ['string card']],
    [`const card = 1 // the .card\nuse(card)`, ['name card', 'comment card', 'name card']],
    [`/\\.card/.test(x)`, ['pattern card']],
    [`clsx({ card: on })`, ['key card']],
    [`el.className = 'card' + size`, ['dynamic card']],
    [`el.className = \`card\${size}\``, ['dynamic card']],
    [`q(\`.card\${n}\`)`, ['dynamic card']],
  ])('%s', (code, reasons) => {
    expect(rename(code)).toBe(code)
    expect(left(code).map((each) => each.replace(/^(\w+ card).*$/s, '$1'))).toEqual(reasons)
  })

  it('reports names that are put together', () => {
    const dynamic = (code: string) => renameClassInScript(code, 'btn-primary', 'x').left.map(({ reason }) => reason)
    expect(dynamic(`el.classList.add('btn-' + kind)`)).toEqual(['dynamic'])
    expect(dynamic(`el.className = \`btn btn-\${kind}\``)).toEqual(['dynamic'])
    expect(dynamic(`q('.' + base + '-primary')`)).toEqual(['dynamic'])
    expect(dynamic(`q(\`.\${base}-primary\`)`)).toEqual(['dynamic'])
    expect(dynamic(`el.classList.add('btn-secondary')`)).toEqual([])
    expect(dynamic(`q('.btn-primary-wide')`)).toEqual([])
  })
})

const wild = `
/* Opens .card when clicked */
(function ($) {
  'use strict'
  var card = document.querySelectorAll('.card'), ratio = card.length / 2 / 3
  $('.card, a.card-link').on('click', '.card .title', function (event) {
    $(this).closest('.card').toggleClass('card is-open').data('card', true)
    var url = '/api/card?id=' + event.target.dataset.card
    if (/\\bcard\\b/.test(url)) console.log("it's a card", \`card: \${card.length}\`)
    document.body.insertAdjacentHTML('beforeend', \`<article class="card card--\${ratio > 1 ? 'big' : \`x\${'card'}\`}" data-card="card"><h2>card</h2></article>\`)
    for (const each of document.getElementsByClassName('card')) each.classList.replace('card', 'card-' + ratio)
  })
})(window.jQuery)
`

test('a script as it is found in the wild still parses, changes where the class is meant, and comes back', () => {
  const { code, left: kept } = renameClassInScript(wild, 'card', 'panel')
  expect(() => new Script(code)).not.toThrow()
  const changed = code.split('\n').flatMap((line, index) => (line === wild.split('\n')[index] ? [] : [line.trim()]))
  expect(changed).toEqual([
    `var card = document.querySelectorAll('.panel'), ratio = card.length / 2 / 3`,
    `$('.panel, a.card-link').on('click', '.panel .title', function (event) {`,
    `$(this).closest('.panel').toggleClass('panel is-open').data('card', true)`,
    `document.body.insertAdjacentHTML('beforeend', \`<article class="panel card--\${ratio > 1 ? 'big' : \`x\${'card'}\`}" data-card="card"><h2>card</h2></article>\`)`,
    `for (const each of document.getElementsByClassName('panel')) each.classList.replace('panel', 'card-' + ratio)`,
  ])
  const reasons = new Set(kept.map(({ reason }) => reason))
  expect([...reasons].sort()).toEqual(['comment', 'name', 'pattern', 'string'])
  expect(renameClassInScript(code, 'panel', 'card').code).toBe(wild)
})

test('every whole word of any text is either changed or told', () => {
  const piece = fc.constantFrom(
    'card',
    '.card',
    "'card'",
    '"',
    "'",
    '`',
    '${',
    '}',
    '/',
    '//',
    '/*',
    '*/',
    '\n',
    ' ',
    '+',
    '(',
    ')',
    '=',
    ':',
    '{',
    'class',
    'el.className',
    'classList.add(',
    '\\',
    '-',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const code = pieces.join('')
      const { code: next, left: kept } = renameClassInScript(code, 'card', 'panel')
      const words = [...code.matchAll(/(?<![\w-])card(?![\w-])/g)].map(({ index }) => index)
      const changed = (next.match(/panel/g) ?? []).length
      expect(changed + new Set(kept.map(({ at }) => at)).size).toBeGreaterThanOrEqual(words.length)
      expect(next.replaceAll('panel', 'card')).toBe(code)
    }),
  )
})
