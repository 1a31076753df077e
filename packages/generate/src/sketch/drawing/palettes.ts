/** The colours of a sketch, as `#rrggbb`. */
export interface Palette {
  sky: readonly [top: string, bottom: string]
  sun: string
  /** The colours of far things, and of near ones. */
  far: string
  near: string
  accents: readonly [string, string, string]
  dark?: true
}

const palettes = {
  dawn: {
    sky: ['#f7cfb4', '#fdf1e3'],
    sun: '#f4a261',
    far: '#dba894',
    near: '#6d597a',
    accents: ['#e56b6f', '#eaac8b', '#355070'],
  },
  forest: {
    sky: ['#cfe3d6', '#f6f4e8'],
    sun: '#f2cc8f',
    far: '#a7c4a0',
    near: '#2f5d50',
    accents: ['#81b29a', '#e07a5f', '#3d405b'],
  },
  ocean: {
    sky: ['#bfe0ef', '#f5fbfa'],
    sun: '#ffe2a3',
    far: '#8fc1d4',
    near: '#14506b',
    accents: ['#2a9d8f', '#e9c46a', '#f4a261'],
  },
  clay: {
    sky: ['#f0dac4', '#fbf6ee'],
    sun: '#e7b58a',
    far: '#d6a77a',
    near: '#7a4b33',
    accents: ['#b5651d', '#4a5d4f', '#e8c39e'],
  },
  night: {
    sky: ['#0f1b3d', '#4a4585'],
    sun: '#fdf0c4',
    far: '#4b4b86',
    near: '#0b1026',
    accents: ['#f2a65a', '#8b7fd6', '#58c4c4'],
    dark: true,
  },
  dusk: {
    sky: ['#4a3470', '#f59a76'],
    sun: '#ffdcae',
    far: '#a2607f',
    near: '#2a1d42',
    accents: ['#f2545b', '#f7b267', '#7d5ba6'],
    dark: true,
  },
  mint: {
    sky: ['#c9ecdf', '#fbfffb'],
    sun: '#fff1b8',
    far: '#9ed8c6',
    near: '#1f6f63',
    accents: ['#ff8c61', '#ffd166', '#3a7ca5'],
  },
  rose: {
    sky: ['#f6d3d9', '#fff7f5'],
    sun: '#ffc9b5',
    far: '#e0a3b0',
    near: '#6b2d45',
    accents: ['#c9495f', '#f2b5a7', '#7a9e9f'],
  },
  slate: {
    sky: ['#d2dde6', '#f8fafb'],
    sun: '#ffd9a0',
    far: '#a9b8c6',
    near: '#2c3e50',
    accents: ['#3d7ea6', '#ff8a5b', '#93b7be'],
  },
  olive: {
    sky: ['#e6e9c3', '#fbfaf0'],
    sun: '#f5d76e',
    far: '#b9be82',
    near: '#4d5330',
    accents: ['#8a9a3b', '#d98e4a', '#5f7470'],
  },
} as const satisfies Record<string, Palette>

type PaletteName = keyof typeof palettes

/** Words that decide on the colours, each line a palette. */
const meant: readonly [palette: PaletteName, words: string][] = [
  ['night', 'night midnight stars starry moon neon dark bar cocktail club cinema'],
  ['dusk', 'sunset dusk evening twilight purple concert'],
  ['dawn', 'sunrise dawn morning warm golden wedding peach orange'],
  ['ocean', 'sea ocean beach water lake river coast blue swimming sailing surf pool dentist clinic medical'],
  ['forest', 'forest woods trees green garden nature hiking organic farm plants'],
  [
    'clay',
    'bread bakery baker coffee wood wooden brown pottery ceramic leather craft workshop bricks sourdough rustic',
  ],
  ['rose', 'pink rose beauty salon spa flowers florist cake love romantic fashion'],
  ['mint', 'fresh mint yoga wellness health kids children playful fruit salad smoothie'],
  ['slate', 'office business city architecture modern technology team law finance consulting steel industrial'],
  ['olive', 'olive wine vineyard vegetables harvest field herbs italian autumn'],
]

/** The palette that the words of a query ask for; where they ask for none, `fallback` says which. */
export function paletteOf(words: readonly string[], fallback: number): Palette {
  let best: PaletteName | undefined
  let most = 0
  for (const [name, text] of meant) {
    const asked = new Set(text.split(' '))
    // The light of the day decides before what it falls on.
    const weight = name === 'night' || name === 'dusk' || name === 'dawn' ? 2.5 : 1
    const count = weight * words.filter((word) => asked.has(word)).length
    if (count > most) [best, most] = [name, count]
  }
  const all = Object.values(palettes)
  return best ? palettes[best] : (all[fallback % all.length] ?? palettes.slate)
}

/** A colour between two: the first at 0, the second at 1. */
export function mix(one: string, other: string, share: number): string {
  const channel = (color: string, at: number) => Number.parseInt(color.slice(1 + 2 * at, 3 + 2 * at), 16)
  const mixed = [0, 1, 2].map((at) => Math.round(channel(one, at) * (1 - share) + channel(other, at) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

export const lighter = (color: string, share: number): string => mix(color, '#ffffff', share)
export const darker = (color: string, share: number): string => mix(color, '#10131f', share)
