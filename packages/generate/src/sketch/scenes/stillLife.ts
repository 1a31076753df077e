import { backdrop, type Canvas, leaf, shadow } from '../drawing/canvas.ts'
import { darker, lighter, mix } from '../drawing/palettes.ts'

const vessels = [
  { draw: vase, words: 'vase pottery ceramic ceramics clay jug' },
  { draw: bottle, words: 'bottle perfume wine oil cosmetics beer soap lotion packaging candle' },
  { draw: sphere, words: 'glass jewelry watch ball object' },
  { draw: box, words: 'box gift parcel present packaging package' },
]

/** Vessels and boxes on plinths before an arch: for products and crafts. */
export function stillLife(canvas: Canvas): void {
  const { width, height, unit, palette, random, words } = canvas
  const { sky, sun, far, near, accents } = palette
  const wall = palette.dark ? mix(near, far, 0.5) : mix(sky[0], far, 0.2)
  const floor = height * 0.74
  backdrop(canvas, [lighter(wall, 0.3), wall], 100)
  canvas.add('circle', { cx: width * 0.25, cy: height * 0.2, r: unit * 0.7, fill: canvas.glow(lighter(sun, 0.3), 0.7) })
  const [archX, archW] = [width * random.between(0.42, 0.52), unit * 0.46]
  canvas.add('path', {
    d: `M${Math.round(archX)} ${Math.round(floor)}V${Math.round(height * 0.2 + archW / 2)}a${Math.round(archW / 2)} ${Math.round(archW / 2)} 0 0 1 ${Math.round(archW)} 0V${Math.round(floor)}Z`,
    fill: canvas.linear([mix(accents[1], wall, 0.15), mix(accents[0], wall, 0.45)]),
  })
  canvas.add('circle', { cx: archX - unit * 0.12, cy: height * 0.32, r: unit * 0.12, fill: lighter(sun, 0.25) })
  canvas.add('rect', {
    y: floor,
    width,
    height: height - floor,
    fill: canvas.linear([lighter(wall, 0.15), darker(wall, 0.14)]),
  })
  const middle = width * 0.5
  const pieces = [
    { x: middle - unit * 0.27, size: 0.15, tall: 0.1, front: 0.05 },
    { x: middle + unit * 0.02, size: 0.19, tall: 0.2, front: 0 },
    { x: middle + unit * 0.31, size: 0.13, tall: 0.06, front: 0.08 },
  ]
  const colors = [accents[0], accents[2], near, accents[1]]
  const asked = vessels.findIndex(({ words: own }) => own.split(' ').some((word) => words.has(word)))
  // The wanted object is in the middle, on the highest plinth.
  const first = (asked < 0 ? random.whole(0, 3) : asked) + vessels.length - 1
  for (const [at, { x, size, tall, front }] of pieces.entries()) {
    const ground = floor + height * 0.06 + front * height
    plinth(canvas, x, ground, unit * size, unit * tall, lighter(mix(far, wall, 0.5), 0.3))
    const { draw } = vessels[(first + at) % vessels.length] ?? { draw: vase }
    draw(canvas, x, ground - unit * tall, unit * size * 0.9, colors[(first + at) % colors.length] ?? near)
  }
}

function plinth(canvas: Canvas, x: number, ground: number, r: number, tall: number, color: string): void {
  shadow(canvas, x + r * 0.35, ground + r * 0.06, r * 1.25, r * 0.3, 0.3)
  const side = canvas.linear([lighter(color, 0.2), color, darker(color, 0.22)], 0)
  canvas.add('ellipse', { cx: x, cy: ground, rx: r, ry: r * 0.26, fill: side })
  canvas.add('rect', { x: x - r, y: ground - tall, width: 2 * r, height: tall, fill: side })
  canvas.add('ellipse', { cx: x, cy: ground - tall, rx: r, ry: r * 0.26, fill: lighter(color, 0.35) })
}

const roundNumbers = (...values: number[]) => values.map((each) => Math.round(each * 10) / 10).join(' ')

function vase(canvas: Canvas, x: number, ground: number, s: number, color: string): void {
  const { random, palette } = canvas
  for (let count = 0; count < 7; count += 1) {
    const green = mix('#6f8f5a', palette.near, random.between(0, 0.4))
    canvas.moved(x, ground - s * 1.7, -90 + (count - 3) * 18, () =>
      leaf(canvas, s * random.between(0.9, 1.7), s * 0.15, green, lighter(green, 0.4)),
    )
  }
  shadow(canvas, x, ground, s * 0.6, s * 0.12, 0.35)
  canvas.add('path', {
    d: `M${roundNumbers(x - s * 0.28, ground - s * 1.8)}C${roundNumbers(x - s * 0.16, ground - s * 1.4, x - s * 0.8, ground - s * 1.1, x - s * 0.72, ground - s * 0.55)}C${roundNumbers(x - s * 0.66, ground - s * 0.1, x - s * 0.4, ground + s * 0.06, x, ground + s * 0.06)}C${roundNumbers(x + s * 0.4, ground + s * 0.06, x + s * 0.66, ground - s * 0.1, x + s * 0.72, ground - s * 0.55)}C${roundNumbers(x + s * 0.8, ground - s * 1.1, x + s * 0.16, ground - s * 1.4, x + s * 0.28, ground - s * 1.8)}Z`,
    fill: canvas.linear([lighter(color, 0.35), color, darker(color, 0.3)], 0),
  })
  canvas.add('ellipse', { cx: x, cy: ground - s * 1.8, rx: s * 0.28, ry: s * 0.07, fill: darker(color, 0.45) })
}

function bottle(canvas: Canvas, x: number, ground: number, s: number, color: string): void {
  shadow(canvas, x, ground, s * 0.5, s * 0.12, 0.35)
  canvas.add('path', {
    d: `M${roundNumbers(x - s * 0.42, ground)}V${roundNumbers(ground - s * 1.25)}C${roundNumbers(x - s * 0.42, ground - s * 1.6, x - s * 0.15, ground - s * 1.55, x - s * 0.15, ground - s * 1.9)}H${roundNumbers(x + s * 0.15)}C${roundNumbers(x + s * 0.15, ground - s * 1.55, x + s * 0.42, ground - s * 1.6, x + s * 0.42, ground - s * 1.25)}V${roundNumbers(ground)}Q${roundNumbers(x, ground + s * 0.16, x - s * 0.42, ground)}Z`,
    fill: canvas.linear([lighter(color, 0.45), color, darker(color, 0.35)], 0),
  })
  canvas.add('rect', {
    x: x - s * 0.18,
    y: ground - s * 2.25,
    width: s * 0.36,
    height: s * 0.38,
    rx: s * 0.06,
    fill: canvas.linear(['#4a4038', '#221b17'], 0),
  })
  canvas.add('rect', {
    x: x - s * 0.34,
    y: ground - s * 0.98,
    width: s * 0.68,
    height: s * 0.62,
    rx: s * 0.04,
    fill: '#fffaf2',
    opacity: '0.95',
  })
  for (const [at, wide] of [
    [0.85, 0.36],
    [0.72, 0.5],
    [0.6, 0.28],
  ] as const)
    canvas.add('rect', {
      x: x - (s * wide) / 2,
      y: ground - s * at,
      width: s * wide,
      height: s * 0.045,
      rx: 2,
      fill: darker(color, 0.2),
      opacity: '0.75',
    })
}

function sphere(canvas: Canvas, x: number, ground: number, s: number, color: string): void {
  const r = s * 0.62
  shadow(canvas, x, ground, r * 0.8, r * 0.16, 0.4)
  canvas.add('circle', {
    cx: x,
    cy: ground - r,
    r,
    fill: canvas.linear([lighter(color, 0.4), color, darker(color, 0.3)], 55),
  })
  canvas.add('ellipse', {
    cx: x - r * 0.35,
    cy: ground - r * 1.42,
    rx: r * 0.26,
    ry: r * 0.16,
    fill: '#ffffff',
    opacity: '0.4',
  })
}

function box(canvas: Canvas, x: number, ground: number, s: number, color: string): void {
  shadow(canvas, x, ground, s * 0.8, s * 0.13, 0.38)
  canvas.add('rect', {
    x: x - s * 0.65,
    y: ground - s * 0.95,
    width: s * 1.3,
    height: s * 0.98,
    rx: s * 0.05,
    fill: canvas.linear([lighter(color, 0.15), darker(color, 0.15)], 20),
  })
  canvas.add('rect', {
    x: x - s * 0.72,
    y: ground - s * 1.12,
    width: s * 1.44,
    height: s * 0.28,
    rx: s * 0.05,
    fill: lighter(color, 0.22),
  })
  canvas.add('rect', {
    x: x - s * 0.1,
    y: ground - s * 1.12,
    width: s * 0.2,
    height: s * 1.15,
    fill: '#fffaf2',
    opacity: '0.85',
  })
}
