import { backdrop, type Canvas, outline, type Point } from '../drawing/canvas.ts'
import { darker, lighter, mix } from '../drawing/palettes.ts'

const waterWords = ['sea', 'ocean', 'beach', 'lake', 'coast', 'water', 'river', 'harbor', 'sailing', 'surf', 'island']

/** Mountains and hills under a wide sky, or water to the horizon. */
export function landscape(canvas: Canvas): void {
  const { width, height, unit, palette, random, words } = canvas
  const { sky, far } = palette
  backdrop(canvas, sky)
  const sunAt: Point = [width * random.between(0.2, 0.8), height * random.between(0.2, 0.36)]
  drawSun(canvas, sunAt)
  if (palette.dark) {
    for (let count = 0; count < 60; count += 1) {
      canvas.add('circle', {
        cx: random.between(0, width),
        cy: random.between(0, height * 0.5),
        r: unit * random.between(0.001, 0.0026),
        fill: '#ffffff',
        opacity: String(Math.round(random.between(3, 9)) / 10),
      })
    }
  } else drawClouds(canvas)
  ridge(canvas, height * 0.56, unit * 0.26, mix(far, sky[1], 0.55), sky[1])
  ridge(canvas, height * 0.62, unit * 0.2, mix(far, sky[1], 0.2), sky[1])
  if (waterWords.some((word) => words.has(word))) sea(canvas, sunAt[0])
  else hills(canvas)
}

function hills(canvas: Canvas): void {
  const { width, height, unit, palette } = canvas
  const { sky, sun, far, near } = palette
  const layers = 4
  for (let layer = 0; layer < layers; layer += 1) {
    const depth = layer / (layers - 1)
    const color = mix(far, near, 0.25 + depth * 0.75)
    const at = hill(canvas, height * (0.62 + depth * 0.24), unit * 0.07, [
      lighter(mix(color, sun, 0.25), 0.08),
      darker(color, 0.12),
    ])
    if (layer === 1 || layer === 2) trees(canvas, at, unit * (0.03 + depth * 0.05), darker(mix(color, near, 0.55), 0.1))
    canvas.add('rect', {
      y: height * (0.66 + depth * 0.22),
      width,
      height: height * 0.1,
      fill: sky[1],
      opacity: '0.06',
    })
  }
}

function drawSun(canvas: Canvas, [cx, cy]: Point): void {
  const { unit, palette } = canvas
  canvas.add('circle', { cx, cy, r: unit * 0.55, fill: canvas.glow(palette.sun, 0.75) })
  canvas.add('circle', { cx, cy, r: unit * 0.085, fill: lighter(palette.sun, 0.45) })
}

function drawClouds(canvas: Canvas): void {
  const { width, height, unit, random } = canvas
  for (let count = 0; count < 3; count += 1) {
    const [x, y, size] = [
      random.between(0, width),
      height * random.between(0.08, 0.34),
      unit * random.between(0.1, 0.2),
    ]
    for (const [dx, dy, scale] of [
      [0, 0, 1],
      [0.7, -0.12, 0.7],
      [-0.6, 0.05, 0.6],
    ] as const) {
      canvas.add('rect', {
        x: x + dx * size,
        y: y + dy * size,
        width: size * 1.6 * scale,
        height: size * 0.26 * scale,
        rx: size * 0.13 * scale,
        fill: '#ffffff',
        opacity: '0.5',
      })
    }
  }
}

/** A mountain ridge with the light on one side of each peak. */
function ridge(canvas: Canvas, base: number, amplitude: number, color: string, light: string): void {
  const { width, height, random } = canvas
  const points: Point[] = [[-20, height]]
  const lit: Point[][] = []
  let x = -amplitude * random.between(0.3, 1)
  while (x < width + amplitude) {
    const valley: Point = [x, base - amplitude * random.between(0, 0.25)]
    const peak: Point = [x + amplitude * random.between(0.5, 0.9), base - amplitude * random.between(0.65, 1.25)]
    points.push(valley, peak)
    const foot = amplitude * random.between(0.35, 0.7)
    lit.push([
      peak,
      [peak[0] + foot * 0.9, peak[1] + foot],
      [peak[0] + foot * 0.3, peak[1] + foot * 0.72],
      [peak[0] - foot * 0.1, peak[1] + foot * 0.9],
    ])
    x = peak[0] + amplitude * random.between(0.5, 0.9)
  }
  points.push([width + 20, base], [width + 20, height])
  canvas.add('path', { d: outline(points), fill: canvas.linear([color, mix(color, light, 0.7)]) })
  for (const each of lit) canvas.add('path', { d: outline(each), fill: light, opacity: '0.35' })
}

/** A rolling hill; returns how high it is at an `x`. */
function hill(canvas: Canvas, base: number, amplitude: number, colors: readonly string[]): (x: number) => number {
  const { width, height, random } = canvas
  const [long, short] = [random.between(1.2, 2), random.between(2.4, 4)].map((waves) => (waves * Math.PI) / width)
  const [first, second] = [random.between(0, 6), random.between(0, 6)]
  const at = (x: number) =>
    base - amplitude * (0.75 * Math.sin(x * (long ?? 0) + first) + 0.3 * Math.sin(x * (short ?? 0) + second))
  const points: Point[] = Array.from({ length: 61 }, (_, step) => [(width * step) / 60, at((width * step) / 60)])
  canvas.add('path', { d: outline([...points, [width, height], [0, height]]), fill: canvas.linear(colors) })
  return at
}

function trees(canvas: Canvas, ground: (x: number) => number, size: number, color: string): void {
  const { width, random } = canvas
  const round = random.chance(0.4)
  for (let group = 0; group < 3; group += 1) {
    const middle = random.between(0.05, 0.95) * width
    for (let count = random.whole(3, 7); count > 0; count -= 1) {
      const x = middle + random.between(-4, 4) * size
      const [y, tall] = [ground(x) + size * 0.2, size * random.between(1.6, 2.9)]
      const fill = mix(color, '#000000', random.between(0, 0.18))
      canvas.add('rect', {
        x: x - size * 0.06,
        y: y - tall * 0.4,
        width: size * 0.12,
        height: tall * 0.4,
        fill: darker(color, 0.4),
      })
      if (round) canvas.add('ellipse', { cx: x, cy: y - tall * 0.62, rx: tall * 0.3, ry: tall * 0.4, fill })
      else {
        for (const [low, high, wide] of [
          [0.12, 0.62, 0.27],
          [0.38, 0.84, 0.21],
          [0.62, 1.05, 0.15],
        ] as const) {
          canvas.add('path', {
            d: outline([
              [x - tall * wide, y - tall * low],
              [x, y - tall * high],
              [x + tall * wide, y - tall * low],
            ]),
            fill,
          })
        }
      }
    }
  }
}

/** Water up to the horizon, with the light of the sun on it, and a shore in front. */
function sea(canvas: Canvas, sunX: number): void {
  const { width, height, unit, palette, random } = canvas
  const { sky, sun, far, near, accents } = palette
  const horizon = height * 0.6
  canvas.add('rect', {
    y: horizon,
    width,
    height: height - horizon,
    fill: canvas.linear([mix(far, sky[1], 0.35), mix(far, near, 0.55), near]),
  })
  for (let row = 0; row < 22; row += 1) {
    const share = row / 21
    const y = horizon + (height - horizon) * (0.02 + share * share * 0.8)
    const wide = unit * (0.03 + share * 0.2)
    canvas.add('rect', {
      x: sunX + random.between(-1, 1) * wide * 0.6 - wide / 2,
      y,
      width: wide,
      height: unit * (0.002 + share * 0.007),
      rx: 4,
      fill: lighter(sun, 0.4),
      opacity: String(Math.round((0.75 - share * 0.5) * 100) / 100),
    })
    const x = random.between(0, width)
    canvas.add('rect', {
      x,
      y: y + 6,
      width: wide * 2,
      height: unit * (0.001 + share * 0.004),
      rx: 3,
      fill: '#ffffff',
      opacity: '0.22',
    })
  }
  const [boat, size] = [width * random.between(0.15, 0.85), unit * 0.07]
  const level = horizon + height * 0.06
  canvas.add('path', {
    d: outline([
      [boat - size * 0.7, level - size * 0.22],
      [boat + size * 0.8, level - size * 0.22],
      [boat + size * 0.5, level],
      [boat - size * 0.5, level],
    ]),
    fill: darker(near, 0.3),
  })
  canvas.add('path', {
    d: outline([
      [boat, level - size * 1.7],
      [boat, level - size * 0.3],
      [boat + size * 0.75, level - size * 0.3],
    ]),
    fill: '#fffaf0',
  })
  canvas.add('path', {
    d: outline([
      [boat - size * 0.08, level - size * 1.5],
      [boat - size * 0.08, level - size * 0.3],
      [boat - size * 0.55, level - size * 0.3],
    ]),
    fill: accents[1],
  })
  hill(canvas, height * 0.98, unit * 0.06, [lighter(mix(sun, '#e9cfa4', 0.6), 0.2), mix(sun, '#c99f6b', 0.6)])
}
