import { backdrop, type Canvas, leaf, shadow } from '../drawing/canvas.ts'
import { darker, lighter, mix } from '../drawing/palettes.ts'

const breadWords = [
  'bread',
  'bakery',
  'baker',
  'sourdough',
  'loaf',
  'loaves',
  'croissant',
  'rolls',
  'baguette',
  'pastry',
  'pastries',
  'buns',
]
const drinkWords = ['coffee', 'cafe', 'espresso', 'latte', 'cappuccino', 'tea', 'barista', 'cup']
const greens = ['#5f8a4c', '#7ba05b', '#3f6b45', '#94b36a'] as const
const berries = ['#c2373f', '#e0613e', '#8b2f55', '#f0a03c'] as const

/** A laid table from above. */
export function food(canvas: Canvas): void {
  const { width, height, unit, palette, random, words } = canvas
  const wood = mix(palette.far, '#c99a6b', 0.55)
  table(canvas, wood)
  const [x, y] = [width * random.between(0.44, 0.56), height * random.between(0.47, 0.55)]
  canvas.moved(x + unit * 0.08, y + unit * 0.05, random.between(-28, -12), () => cloth(canvas))
  const has = (list: readonly string[]) => list.some((word) => words.has(word))
  if (has(drinkWords)) {
    plate(canvas, x, y, unit * 0.3)
    cup(canvas, x, y, unit * 0.2)
  } else if (has(breadWords)) {
    board(canvas, x, y)
    for (const [dx, dy, turn] of [
      [-0.17, 0.02, -38],
      [0.03, -0.04, -24],
      [0.2, 0.07, -44],
    ] as const) {
      loaf(canvas, x + dx * unit, y + dy * unit, turn + random.between(-8, 8), unit * random.between(0.165, 0.19))
    }
  } else {
    plate(canvas, x, y, unit * 0.34)
    dish(canvas, x, y, unit * 0.235)
    cutlery(canvas, x - unit * 0.45, y)
  }
  bowl(canvas, width * 0.1 + unit * 0.05, height * 0.16, unit * 0.13)
  bowl(canvas, width * 0.93, height * 0.86, unit * 0.16)
  for (let count = 0; count < 7; count += 1) {
    const color = random.pick(greens)
    canvas.moved(width * random.between(0.72, 0.97), height * random.between(0.06, 0.34), random.between(0, 360), () =>
      leaf(canvas, unit * random.between(0.06, 0.11), unit * 0.024, color, lighter(color, 0.4)),
    )
  }
  for (let count = 0; count < 26; count += 1) {
    canvas.add('circle', {
      cx: random.between(0.05, 0.95) * width,
      cy: random.between(0.05, 0.95) * height,
      r: unit * random.between(0.0015, 0.005),
      fill: lighter(wood, 0.6),
      opacity: '0.8',
    })
  }
  canvas.add('circle', {
    cx: width * 0.12,
    cy: 0,
    r: Math.max(width, height) * 0.75,
    fill: canvas.glow('#fff6e0', 0.5),
  })
}

function table(canvas: Canvas, wood: string): void {
  const { width, height, random } = canvas
  backdrop(canvas, [lighter(wood, 0.3), wood], 60)
  const planks = 6
  for (let at = 0; at < planks; at += 1) {
    const [top, high] = [(height * at) / planks, height / planks]
    canvas.add('rect', {
      y: top,
      width,
      height: high,
      fill: random.chance(0.5) ? '#ffffff' : '#3a2413',
      opacity: String(Math.round(random.between(2, 9)) / 100),
    })
    canvas.add('rect', { y: top, width, height: 2.5, fill: darker(wood, 0.45), opacity: '0.5' })
    for (let grain = 0; grain < 4; grain += 1) {
      const [from, y] = [random.between(-0.2, 0.9) * width, top + high * random.between(0.15, 0.85)]
      canvas.add('path', {
        d: `M${Math.round(from)} ${Math.round(y)}q${Math.round(width * 0.12)} ${Math.round(random.between(-9, 9))} ${Math.round(width * random.between(0.2, 0.4))} 0`,
        stroke: darker(wood, 0.3),
        'stroke-width': 1.6,
        fill: 'none',
        opacity: '0.28',
      })
    }
  }
}

function cloth(canvas: Canvas): void {
  const { unit, palette } = canvas
  const size = unit * 0.78
  canvas.blurred(unit * 0.012, () =>
    canvas.add('rect', {
      x: -size / 2 + 8,
      y: -size / 2 + 12,
      width: size,
      height: size,
      fill: '#1b1420',
      opacity: '0.22',
    }),
  )
  canvas.add('rect', {
    x: -size / 2,
    y: -size / 2,
    width: size,
    height: size,
    rx: 6,
    fill: canvas.linear(['#fdf9f1', '#efe6d6'], 40),
  })
  for (const share of [0.07, 0.1, 0.16, 0.84, 0.9, 0.93]) {
    canvas.add('rect', {
      x: -size / 2 + size * share,
      y: -size / 2,
      width: size * 0.012,
      height: size,
      fill: palette.accents[0],
      opacity: '0.55',
    })
  }
}

function plate(canvas: Canvas, x: number, y: number, r: number): void {
  shadow(canvas, x + r * 0.06, y + r * 0.1, r * 1.02, r * 1.02, 0.3)
  canvas.add('circle', { cx: x, cy: y, r, fill: canvas.linear(['#ffffff', '#e9e3da'], 60) })
  canvas.add('circle', { cx: x, cy: y, r: r * 0.74, fill: canvas.linear(['#eee8df', '#fffdfa'], 60) })
  canvas.add('circle', {
    cx: x,
    cy: y,
    r: r * 0.95,
    fill: 'none',
    stroke: canvas.palette.accents[2],
    'stroke-width': r * 0.014,
    opacity: '0.5',
  })
}

function board(canvas: Canvas, x: number, y: number): void {
  const { unit } = canvas
  canvas.moved(x, y, -12, () => {
    const [w, h] = [unit * 0.86, unit * 0.5]
    canvas.blurred(unit * 0.014, () =>
      canvas.add('rect', {
        x: -w / 2 + 6,
        y: -h / 2 + 14,
        width: w,
        height: h,
        rx: h * 0.16,
        fill: '#1b1420',
        opacity: '0.35',
      }),
    )
    canvas.add('rect', {
      x: -w / 2,
      y: -h / 2,
      width: w,
      height: h,
      rx: h * 0.16,
      fill: canvas.linear(['#a8703f', '#7d4e29'], 30),
    })
    canvas.add('rect', { x: -w / 2, y: -h / 2, width: w, height: h * 0.03, rx: 4, fill: '#ffffff', opacity: '0.15' })
    canvas.add('circle', { cx: w * 0.44, cy: -h * 0.34, r: h * 0.05, fill: '#4b2c14', opacity: '0.7' })
  })
}

function loaf(canvas: Canvas, x: number, y: number, angle: number, size: number): void {
  canvas.moved(x, y, angle, () => {
    shadow(canvas, size * 0.06, size * 0.12, size * 1.02, size * 0.56, 0.4)
    canvas.add('ellipse', { rx: size, ry: size * 0.55, fill: canvas.linear(['#e3a75f', '#9c5a26'], 70) })
    canvas.add('ellipse', {
      cx: -size * 0.1,
      cy: -size * 0.12,
      rx: size * 0.8,
      ry: size * 0.33,
      fill: '#f1c684',
      opacity: '0.45',
    })
    for (const at of [-0.5, -0.14, 0.22, 0.55]) {
      const d = `M${Math.round((at - 0.1) * size)} ${Math.round(0.3 * size)}q${Math.round(0.02 * size)} ${Math.round(-0.34 * size)} ${Math.round(0.24 * size)} ${Math.round(-0.6 * size)}q${Math.round(0.06 * size)} ${Math.round(0.32 * size)} ${Math.round(-0.24 * size)} ${Math.round(0.6 * size)}Z`
      canvas.add('path', { d, fill: '#f8e2b8', opacity: '0.9' })
    }
  })
}

function cup(canvas: Canvas, x: number, y: number, r: number): void {
  shadow(canvas, x + r * 0.1, y + r * 0.16, r * 1.03, r * 1.03, 0.3)
  canvas.moved(x, y, -35, () =>
    canvas.add('rect', { x: r * 0.85, y: -r * 0.16, width: r * 0.62, height: r * 0.32, rx: r * 0.15, fill: '#f3ede4' }),
  )
  canvas.add('circle', { cx: x, cy: y, r, fill: canvas.linear(['#ffffff', '#ddd4c8'], 60) })
  canvas.add('circle', { cx: x, cy: y, r: r * 0.86, fill: canvas.linear(['#8a5833', '#5b3519'], 60) })
  canvas.add('circle', { cx: x, cy: y, r: r * 0.86, fill: canvas.glow('#c08a55', 0.9) })
  for (const [at, scale] of [
    [0.34, 0.62],
    [0.1, 0.5],
    [-0.12, 0.38],
    [-0.32, 0.25],
  ] as const) {
    const [w, top] = [r * scale, y + r * at]
    canvas.add('path', {
      d: `M${Math.round(x - w)} ${Math.round(top - w * 0.5)}Q${Math.round(x)} ${Math.round(top + w * 0.75)} ${Math.round(x + w)} ${Math.round(top - w * 0.5)}Q${Math.round(x)} ${Math.round(top + w * 0.25)} ${Math.round(x - w)} ${Math.round(top - w * 0.5)}Z`,
      fill: '#fbeedd',
      opacity: '0.95',
    })
  }
}

function dish(canvas: Canvas, x: number, y: number, r: number): void {
  const { random } = canvas
  const place = (most: number) => {
    const [angle, far] = [random.between(0, Math.PI * 2), Math.sqrt(random.between(0, 1)) * most]
    return [x + Math.cos(angle) * far, y + Math.sin(angle) * far] as const
  }
  for (let count = 0; count < 34; count += 1) {
    const color = random.pick(greens)
    const [px, py] = place(r * 0.72)
    canvas.moved(px, py, random.between(0, 360), () =>
      leaf(canvas, r * random.between(0.3, 0.52), r * 0.13, color, lighter(color, 0.45)),
    )
  }
  for (let count = 0; count < 9; count += 1) {
    const [cx, cy] = place(r * 0.75)
    const color = random.pick(berries)
    const size = r * random.between(0.1, 0.16)
    canvas.add('circle', { cx, cy, r: size, fill: canvas.linear([lighter(color, 0.25), color], 60) })
    canvas.add('circle', { cx: cx - size * 0.3, cy: cy - size * 0.3, r: size * 0.22, fill: '#ffffff', opacity: '0.6' })
  }
  for (let count = 0; count < 5; count += 1) {
    const [cx, cy] = place(r * 0.6)
    canvas.add('circle', { cx, cy, r: r * 0.17, fill: '#fbf3dc' })
    canvas.add('circle', { cx, cy, r: r * 0.085, fill: '#f2b632' })
  }
}

function cutlery(canvas: Canvas, x: number, y: number): void {
  const { unit } = canvas
  const steel = canvas.linear(['#f2f2f0', '#a9adb1'], 0)
  canvas.add('rect', { x, y: y - unit * 0.06, width: unit * 0.018, height: unit * 0.32, rx: unit * 0.009, fill: steel })
  for (const at of [-1.2, 0, 1.2])
    canvas.add('rect', {
      x: x + unit * (0.0065 + at * 0.0135),
      y: y - unit * 0.26,
      width: unit * 0.006,
      height: unit * 0.15,
      rx: 2,
      fill: steel,
    })
  canvas.add('rect', {
    x: x - unit * 0.011,
    y: y - unit * 0.13,
    width: unit * 0.04,
    height: unit * 0.085,
    rx: unit * 0.018,
    fill: steel,
  })
}

function bowl(canvas: Canvas, x: number, y: number, r: number): void {
  const { random, palette } = canvas
  shadow(canvas, x + r * 0.1, y + r * 0.14, r, r, 0.32)
  canvas.add('circle', { cx: x, cy: y, r, fill: canvas.linear([lighter(palette.near, 0.3), palette.near], 60) })
  canvas.add('circle', { cx: x, cy: y, r: r * 0.84, fill: darker(palette.near, 0.25) })
  const color = random.pick(berries)
  for (let count = 0; count < 40; count += 1) {
    const [angle, far] = [random.between(0, 6.28), Math.sqrt(random.between(0, 1)) * r * 0.7]
    const size = r * random.between(0.1, 0.15)
    const [cx, cy] = [x + Math.cos(angle) * far, y + Math.sin(angle) * far]
    canvas.add('circle', { cx, cy, r: size, fill: mix(color, '#2a0d14', random.between(0, 0.3)) })
    canvas.add('circle', { cx: cx - size * 0.3, cy: cy - size * 0.35, r: size * 0.25, fill: '#ffffff', opacity: '0.4' })
  }
}
