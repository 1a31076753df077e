import sharp from 'sharp'

/** Pictures as a camera of a workshop would take them: light from a side, hills, timber. */
const scenes: Readonly<Record<string, { sky: [string, string]; hills: string[]; sun: [number, number]; alt: string }>> =
  {
    'ash-in-the-mist.jpg': {
      sky: ['#dfe6df', '#f6efe2'],
      hills: ['#b9c6b4', '#8fa58c', '#5f7a62', '#36503f'],
      sun: [860, 210],
      alt: 'Ash trees on a hill in the morning mist',
    },
    'workshop-at-dusk.jpg': {
      sky: ['#31435f', '#e9a06a'],
      hills: ['#8a6a6a', '#5b4a5a', '#342f42', '#1d1c29'],
      sun: [420, 520],
      alt: 'Hills behind the workshop at dusk',
    },
    'frost-on-the-yard.jpg': {
      sky: ['#b7cfe0', '#eef3f4'],
      hills: ['#cfdbe2', '#a9bfcc', '#7d9aad', '#55758a'],
      sun: [300, 240],
      alt: 'Frost on the yard behind the timber store',
    },
    'late-summer-field.jpg': {
      sky: ['#8fb7cf', '#f4e3b5'],
      hills: ['#c9b56a', '#b3923f', '#8b6c2a', '#57441d'],
      sun: [900, 300],
      alt: 'A field in late summer',
    },
    'river-tyne.jpg': {
      sky: ['#9db9b7', '#e7e5d4'],
      hills: ['#9fb5a6', '#6f9490', '#42706f', '#224849'],
      sun: [640, 180],
      alt: 'The river below Hexham',
    },
    'ember.jpg': {
      sky: ['#2a1712', '#b4532a'],
      hills: ['#84381f', '#5d2618', '#3a1811', '#1d0d0a'],
      sun: [600, 560],
      alt: 'The stove of the drying room',
    },
  }

const hill = (color: string, at: number) => {
  const y = 420 + at * 95
  const wave = (x: number) => y + Math.sin(x / (170 - at * 18) + at * 1.7) * (60 - at * 8)
  const points = Array.from({ length: 49 }, (_, index) => `${index * 25},${wave(index * 25).toFixed(1)}`)
  return `<polygon fill="${color}" points="0,900 ${points.join(' ')} 1200,900"/>`
}

export const pictures = Object.entries(scenes).map(([name, { sky, hills, sun, alt }], at) => ({
  name,
  alt,
  focal: { x: sun[0] / 1200, y: sun[1] / 800 },
  tags: [['timber'], ['workshop', 'evening'], ['winter'], ['timber', 'summer'], ['river'], ['workshop']][at] ?? [],
  draw: () =>
    sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"><defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="${sky[0]}"/><stop offset=".8" stop-color="${sky[1]}"/></linearGradient><radialGradient id="g"><stop stop-color="#fffbe8" stop-opacity=".95"/><stop offset=".25" stop-color="#fff1cc" stop-opacity=".6"/><stop offset="1" stop-color="#fff1cc" stop-opacity="0"/></radialGradient></defs><rect width="1200" height="800" fill="url(#s)"/><circle cx="${sun[0]}" cy="${sun[1]}" r="260" fill="url(#g)"/>${hills.map(hill).join('')}</svg>`,
      ),
    )
      // Variants of larger ones would take the server seconds.
      .resize(600)
      .jpeg({ quality: 82 })
      .toBuffer(),
}))
