/** Numbers that are the same in every run. */
export interface Random {
  /** A whole number below `limit`. */
  below(limit: number): number
  pick<Item>(items: readonly Item[]): Item
  chance(percent: number): boolean
}

export function seeded(seed: number): Random {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 0x1_0000_0000
  }
  for (let warm = 0; warm < 8; warm += 1) next()
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    pick(items) {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('Nothing to pick from')
      return item
    },
    chance: (percent) => next() * 100 < percent,
  }
}

/** Declarations whose values differ in computed styles, by a number that counts up. */
const declarations: readonly ((n: number) => string)[] = [
  (n) => `margin: ${n}px`,
  (n) => `margin: ${n}px ${n + 0.25}px ${n + 0.5}px`,
  (n) => `margin-left: ${n}px`,
  (n) => `margin-top: ${n}px`,
  (n) => `margin-inline: ${n}px ${n + 0.5}px`,
  (n) => `margin-inline-start: ${n}px`,
  (n) => `margin-block-start: ${n}px`,
  (n) => `padding: ${n}px ${n + 0.5}px`,
  (n) => `padding-right: ${n}px`,
  (n) => `padding-inline-end: ${n}px`,
  (n) => `border: ${n}px solid rgb(${n % 256} 1 2)`,
  (n) => `border-left: ${n}px dashed rgb(${n % 256} 3 4)`,
  (n) => `border-inline-start: ${n}px solid rgb(${n % 256} 5 6)`,
  (n) => `border-color: rgb(${n % 256} 7 8)`,
  (n) => `border-width: ${n}px ${n + 1}px`,
  (n) => `border-top-color: rgb(${n % 256} 9 10)`,
  (n) => `border-radius: ${n}px ${n + 0.5}px`,
  (n) => `border-start-start-radius: ${n}px`,
  (n) => `border-top-left-radius: ${n}px`,
  (n) => `border-image: linear-gradient(rgb(${n % 256} 0 0), red) ${n % 90}`,
  (n) => `font: italic ${100 + (n % 9) * 100} ${n}px/${n + 7}px family${n}`,
  (n) => `font-size: ${n}px`,
  (n) => `font-weight: ${1 + n}`,
  (n) => `font-family: other${n}`,
  (n) => `font-style: oblique ${n % 80}deg`,
  () => 'font-variant: small-caps',
  (n) => `font-feature-settings: "ss01" ${n}`,
  (n) => `line-height: ${n + 20}px`,
  (n) => `letter-spacing: ${n}px`,
  (n) => `color: rgb(${n % 256} 11 12)`,
  (n) => `background: rgb(${n % 256} 13 14)`,
  (n) => `background: linear-gradient(rgb(${n % 256} 15 16), blue) ${n}px ${n + 1}px`,
  (n) => `background-color: rgb(${n % 256} 17 18)`,
  (n) => `background-position: ${n}px ${n + 2}px`,
  (n) => `gap: ${n}px ${n + 0.5}px`,
  (n) => `row-gap: ${n}px`,
  (n) => `grid-gap: ${n}px`,
  (n) => `flex: ${n} ${n + 1} ${n}px`,
  (n) => `flex-grow: ${n}`,
  (n) => `flex-basis: ${n}px`,
  (n) => `grid-area: ${n} / ${n + 1} / ${n + 2} / ${n + 3}`,
  (n) => `grid-column: ${n} / ${n + 5}`,
  (n) => `order: ${n}`,
  (n) => `z-index: ${n}`,
  (n) => `opacity: 0.${100 + (n % 800)}`,
  (n) => `outline: ${n}px solid rgb(${n % 256} 19 20)`,
  (n) => `outline-color: rgb(${n % 256} 21 22)`,
  (n) => `text-decoration: underline rgb(${n % 256} 23 24)`,
  (n) => `text-decoration-color: rgb(${n % 256} 25 26)`,
  (n) => `text-indent: ${n}px`,
  (n) => `white-space: ${['nowrap', 'pre', 'pre-line', 'pre-wrap'][n % 4]}`,
  (n) => `text-wrap: ${['nowrap', 'balance', 'pretty'][n % 3]}`,
  (n) => `transition: color ${n}s`,
  (n) => `transition-duration: ${n}s`,
  (n) => `animation: moves${n} ${n}s`,
  (n) => `animation-duration: ${n}s`,
  (n) => `columns: ${n} ${n}px`,
  (n) => `column-rule: ${n}px solid rgb(${n % 256} 27 28)`,
  (n) => `column-count: ${n}`,
  (n) => `list-style: inside "${n}"`,
  (n) => `list-style-type: "x${n}"`,
  (n) => `scroll-margin: ${n}px`,
  (n) => `scroll-padding-block: ${n}px`,
  (n) => `overflow: ${['hidden', 'clip', 'auto'][n % 3]}`,
  (n) => `place-items: ${['start', 'end', 'center'][n % 3]}`,
  (n) => `align-items: ${['baseline', 'stretch', 'center'][n % 3]}`,
  (n) => `max-inline-size: ${n + 200}px`,
  (n) => `max-width: ${n + 200}px`,
  (n) => `min-block-size: ${n}px`,
  (n) => `min-height: ${n}px`,
  (n) => `--mark: m${n}`,
  (n) => `-webkit-text-stroke: ${n}px rgb(${n % 256} 29 30)`,
  (n) => `text-emphasis: "${n % 10}" rgb(${n % 256} 31 32)`,
  (n) => `mask: linear-gradient(rgb(${n % 256} 0 0), red) ${n}px ${n}px`,
  (n) => `container: name${n} / inline-size`,
  (n) => `offset: path("M 0 0 L ${n} 1") ${n}px`,
]

/** Declarations that are rare, since they change what others mean. */
const rare: readonly ((n: number) => string)[] = [
  () => 'direction: rtl',
  () => 'writing-mode: vertical-rl',
  () => 'all: unset',
  () => 'all: revert',
]

/** Declarations that keep a computed width from being zero, whatever else is declared. */
export const GROUND =
  '* { border-style: solid; outline-style: solid; column-rule-style: solid; position: relative; text-decoration-line: underline; }'

export const FRAMES: readonly number[] = [375, 768, 1440]

export interface GeneratedSite {
  name: string
  html: string
  /** The stylesheets that the page links to, in order. */
  linked: string[]
  /** The content of the site's own stylesheet. */
  own: string
}

const CLASSES = ['a', 'b', 'c', 'd', 'e']
const TAGS = ['div', 'span', 'a', 'li', 'section', 'article']

/** One element inside others, and rules that compete for it, of every kind. */
export function generateElement(seed: number): GeneratedSite & { width: number } {
  const random = seeded(seed)
  let count = 1
  const next = () => (count += 1)
  const classes = (more: string) => [more, ...CLASSES.filter(() => random.chance(40))].filter(Boolean).join(' ')
  const tag = random.pick(TAGS)
  const declare = () => {
    const text = random.chance(2) ? random.pick(rare)(next()) : random.pick(declarations)(next())
    return `${text}${random.chance(8) ? ' !important' : ''}`
  }
  const body = () => Array.from({ length: 1 + random.below(3) }, declare).join('; ')
  const inner = () =>
    random.pick([
      '.t',
      `.${random.pick(CLASSES)}`,
      `.t.${random.pick(CLASSES)}`,
      tag,
      `${tag}.t`,
      '#t',
      '*',
      '.wrap .t',
      'section > .t',
      '#m .t',
      `:is(.t, .${random.pick(CLASSES)})`,
      ':where(#t)',
      '.t:not(.z)',
      '.t:nth-child(1)',
      '[class~="t"]',
      `.none, .t`,
      `.${random.pick(CLASSES)}, #m`,
      'main > section .t',
      'body',
      '.wrap',
      'section',
      ':root',
    ])
  const nested = () => random.pick(['.t', '& .t', '> section', '&', '& > section > .t', ':is(section) &', '.t, .x'])
  const rule = (depth: number): string => {
    const kind = random.below(depth > 1 ? 6 : 12)
    if (kind < 6) return `${inner()} { ${body()} }`
    if (kind === 6) return `@layer ${random.pick(['x', 'y', 'z', 'x.in'])} { ${rules(depth + 1)} }`
    if (kind === 7 || kind === 8) return `@media ${media(random)} { ${rules(depth + 1)} }`
    if (kind === 9) return `@supports (${random.pick(['display: grid', 'color: red'])}) { ${rules(depth + 1)} }`
    if (kind === 10) return `.wrap { ${body()}; ${nested()} { ${body()} } ${body()} }`
    return `.t { ${body()}; @media ${media(random)} { ${body()} } ${random.chance(50) ? body() : ''} }`
  }
  const rules = (depth: number): string => Array.from({ length: 1 + random.below(3) }, () => rule(depth)).join('\n')
  const sheet = (length: number) => Array.from({ length }, () => rule(0)).join('\n')
  const order = random.chance(40) ? '@layer z, y;\n' : ''
  const style = random.chance(30) ? ` style="${body().replaceAll('"', "'")}"` : ''
  const html = `<main id="m" class="${classes('wrap')}"><section class="${classes('')}"><${tag} id="t" class="${classes('t')}"${style}>x</${tag}></section></main>`
  return {
    name: `element ${seed}`,
    html,
    linked: random.chance(40) ? [`${order}${GROUND}\n${sheet(2)}`, sheet(2)] : [],
    own: `${order}${GROUND}\n${sheet(3 + random.below(5))}`,
    width: random.pick(FRAMES),
  }
}

function media(random: Random): string {
  const bound = random.pick([300, 480, 640, 700, 768, 900, 1024, 1440])
  return random.pick([
    `(max-width: ${bound}px)`,
    `(min-width: ${bound}px)`,
    `(min-width: ${bound / 16}em)`,
    `(width >= ${bound / 16}rem)`,
    `(width < ${bound}px)`,
    `screen and (max-width: ${bound}px)`,
    'print',
    `(min-width: 400px) and (max-width: ${bound}px)`,
    `(300px <= width <= ${bound}px)`,
    `not all and (min-width: ${bound}px)`,
    `print, (min-width: ${bound}px)`,
    '(prefers-color-scheme: dark)',
    '(hover: none)',
  ])
}

const KINDS = ['mobile-first', 'desktop-first', 'mixed', 'layered', 'nested', 'several sheets', 'odd order'] as const

const parts = ['hero', 'title', 'card', 'text', 'button', 'note']

/** A page as a front-end developer writes it, with media queries in one of the ways that are usual, or unusual. */
export function generateSite(seed: number): GeneratedSite {
  const random = seeded(seed * 7 + 3)
  const kind = KINDS[seed % KINDS.length] ?? 'mixed'
  let count = 1
  const next = () => (count += 1)
  const declare = (depth: number) =>
    `${'  '.repeat(depth)}${random.pick(declarations)(next())}${random.chance(3) ? ' !important' : ''};`
  const body = (depth: number) => Array.from({ length: 1 + random.below(4) }, () => declare(depth)).join('\n')
  const selector = () => {
    const name = `.${random.pick(parts)}`
    return random.pick([name, name, name, name, `.hero ${name}`, `${name}.big`, 'p', 'h1', `${name}, .none`])
  }
  const rule = (depth = 0, of = selector()) => {
    const indent = '  '.repeat(depth)
    return `${indent}${of} {\n${body(depth + 1)}\n${indent}}`
  }
  const isMin = kind === 'mobile-first' || (kind !== 'desktop-first' && random.chance(50))
  const bounds = isMin ? [480, 768, 1024, 1200] : [1200, 900, 768, 480]
  const unit = random.pick(['px', 'px', 'em', 'rem'])
  const isRange = random.chance(25)
  const query = (bound: number, min = isMin) => {
    const length = unit === 'px' ? `${bound}px` : `${bound / 16}${unit}`
    return `@media ${isRange ? `(width ${min ? '>=' : '<='} ${length})` : `(${min ? 'min' : 'max'}-width: ${length})`}`
  }
  const block = (condition: string) =>
    `${condition} {\n${Array.from({ length: 1 + random.below(3) }, () => rule(1)).join('\n\n')}\n}`
  const base = () => parts.map((part) => rule(0, `.${part}`))
  const chosen = bounds.filter(() => random.chance(60))
  const blocks = chosen.map((bound) => block(query(bound)))
  const shuffled = (all: readonly string[]) =>
    all
      .map((each) => ({ each, at: random.below(1_000) }))
      .sort((a, b) => a.at - b.at)
      .map(({ each }) => each)
  const join = (all: readonly string[]) => `${all.join('\n\n')}\n`
  const rules = [...base(), rule(), rule()]
  const more = { linked: [] as string[], own: join([...rules, ...blocks]) }
  if (kind === 'mixed') {
    more.own = join([
      ...rules,
      ...blocks,
      block(query(random.pick([600, 1000]), !isMin)),
      block('@media print'),
      rule(),
    ])
  } else if (kind === 'layered') {
    const indented = (text: string) => text.replace(/^(?=.)/gm, '  ')
    const layer = (name: string, all: readonly string[]) => `@layer ${name} {\n${indented(all.join('\n\n'))}\n}`
    more.own = join([
      ...(random.chance(50) ? ['@layer base, parts;'] : []),
      layer('parts', [...base(), ...(random.chance(50) ? blocks : [])]),
      layer('base', [rule(), rule()]),
      ...(random.chance(50) ? blocks : []),
      ...(random.chance(40) ? [rule()] : []),
    ])
  } else if (kind === 'nested') {
    const nested = (part: string) =>
      `.${part} {\n${body(1)}\n\n${random.chance(50) ? rule(1, random.pick(['& .text', '&:hover', '&.big', '.title'])) : rule(1, '.note')}\n${chosen
        .filter(() => random.chance(60))
        .map((bound) => `\n  ${query(bound)} {\n${body(2)}\n  }`)
        .join('\n')}\n}`
    more.own = join([...parts.map((part) => (random.chance(60) ? nested(part) : rule(0, `.${part}`))), ...blocks])
  } else if (kind === 'several sheets') {
    more.linked = [join([...base(), ...blocks.slice(0, 1)]), join([rule(), ...blocks])]
    more.own = random.chance(60)
      ? join([rule(), ...(random.chance(50) ? [block(query(random.pick(bounds)))] : [])])
      : ''
  } else if (kind === 'odd order') {
    more.own = join(shuffled([...rules, ...blocks, ...(random.chance(50) ? blocks.slice(0, 1) : [])]))
  }
  const style = random.chance(10) ? ` style="${random.pick(declarations)(next()).replaceAll('"', "'")}"` : ''
  const big = () => (random.chance(30) ? ' big' : '')
  const html = `<section class="hero${big()}"><h1 class="title${big()}">One</h1><p class="text">Two</p><div class="card${big()}"${style}><p class="note text">Three</p><a class="button${big()}" href="/">Four</a></div></section><p class="note">Five</p>`
  return { name: `${kind} ${seed}`, html, ...more, own: `${GROUND}\n\n${more.own}` }
}

/** A property to write, with a value that no generated rule has. */
export function generateEdit(random: Random): { property: string; value: string } {
  const text = random.pick(declarations)(200 + random.below(40))
  const colon = text.indexOf(':')
  return { property: text.slice(0, colon), value: text.slice(colon + 2) }
}
