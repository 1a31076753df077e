import { backdrop, type Canvas, leaf, outline, shadow } from '../drawing/canvas.ts'
import { darker, lighter, mix } from '../drawing/palettes.ts'

const workWords = [
  'office',
  'desk',
  'workspace',
  'laptop',
  'computer',
  'studio',
  'technology',
  'software',
  'website',
  'consulting',
  'meeting',
]

/** A room with a window, and a sofa or a desk in its light. */
export function interior(canvas: Canvas): void {
  const { width, height, unit, palette, random, words } = canvas
  const { sky, sun, far, near, accents } = palette
  const wall = palette.dark ? mix(near, far, 0.45) : lighter(mix(far, sky[1], 0.5), 0.25)
  const floor = height * 0.77
  backdrop(canvas, [lighter(wall, 0.1), wall], 100)
  canvas.add('rect', {
    y: floor,
    width,
    height: height - floor,
    fill: canvas.linear([mix('#c89b6d', wall, 0.35), mix('#9a6d45', near, 0.25)]),
  })
  canvas.add('rect', { y: floor - height * 0.018, width, height: height * 0.02, fill: lighter(wall, 0.45) })
  const right = random.chance(0.5)
  const windowX = right ? width * 0.6 : width * 0.08
  const [w, h, top] = [width * 0.3, height * 0.42, height * 0.1]
  canvas.add('rect', {
    x: windowX,
    y: top,
    width: w,
    height: h,
    rx: 6,
    fill: canvas.linear(sky),
    stroke: '#fffaf2',
    'stroke-width': unit * 0.02,
  })
  canvas.add('circle', { cx: windowX + w * 0.7, cy: top + h * 0.3, r: unit * 0.05, fill: lighter(sun, 0.4) })
  canvas.add('path', {
    d: outline([
      [windowX, top + h],
      [windowX, top + h * 0.78],
      [windowX + w * 0.3, top + h * 0.62],
      [windowX + w * 0.62, top + h * 0.76],
      [windowX + w, top + h * 0.6],
      [windowX + w, top + h],
    ]),
    fill: mix(far, near, 0.4),
    opacity: '0.7',
  })
  canvas.add('rect', { x: windowX + w / 2 - unit * 0.006, y: top, width: unit * 0.012, height: h, fill: '#fffaf2' })
  canvas.add('rect', { x: windowX, y: top + h * 0.48, width: w, height: unit * 0.012, fill: '#fffaf2' })
  const slant = (right ? -1 : 1) * width * 0.25
  canvas.add('path', {
    d: outline([
      [windowX, top],
      [windowX + w, top],
      [windowX + w + slant, height],
      [windowX - w * 0.1 + slant, height],
    ]),
    fill: '#fff4d6',
    opacity: palette.dark ? '0.08' : '0.22',
  })
  const picturesX = right ? width * 0.14 : width * 0.6
  for (const [at, scale] of [
    [0, 1],
    [0.17, 0.75],
  ] as const) {
    const [x, size] = [picturesX + width * at, unit * 0.2 * scale]
    canvas.add('rect', {
      x,
      y: height * 0.2,
      width: size * 0.8,
      height: size,
      fill: '#fffaf2',
      stroke: darker(near, 0.1),
      'stroke-width': unit * 0.007,
    })
    canvas.add('circle', { cx: x + size * 0.4, cy: height * 0.2 + size * 0.42, r: size * 0.2, fill: accents[0] })
    canvas.add('rect', {
      x: x + size * 0.12,
      y: height * 0.2 + size * 0.58,
      width: size * 0.56,
      height: size * 0.28,
      fill: accents[2],
    })
  }
  canvas.add('ellipse', {
    cx: width * 0.5,
    cy: height * 0.93,
    rx: width * 0.4,
    ry: height * 0.055,
    fill: lighter(accents[1], 0.3),
    opacity: '0.85',
  })
  if (workWords.some((word) => words.has(word))) desk(canvas, floor)
  else sofa(canvas, floor)
  plant(canvas, right ? width * 0.06 : width * 0.94, height * 0.92)
}

function sofa(canvas: Canvas, floor: number): void {
  const { width, height, unit, palette } = canvas
  const color = palette.accents[2]
  const [x, w, seat] = [width * 0.5 - unit * 0.36, unit * 0.72, floor + height * 0.03]
  shadow(canvas, x + w / 2, seat + unit * 0.13, w * 0.55, unit * 0.03, 0.35)
  for (const at of [0.08, 0.9])
    canvas.add('rect', {
      x: x + w * at,
      y: seat + unit * 0.08,
      width: unit * 0.016,
      height: unit * 0.06,
      fill: '#5b3b24',
    })
  canvas.add('rect', {
    x,
    y: seat - unit * 0.2,
    width: w,
    height: unit * 0.26,
    rx: unit * 0.045,
    fill: canvas.linear([lighter(color, 0.12), color]),
  })
  for (const at of [0.07, 0.51])
    canvas.add('rect', {
      x: x + w * at,
      y: seat - unit * 0.045,
      width: w * 0.42,
      height: unit * 0.085,
      rx: unit * 0.025,
      fill: lighter(color, 0.2),
    })
  canvas.add('rect', {
    x,
    y: seat + unit * 0.03,
    width: w,
    height: unit * 0.065,
    rx: unit * 0.02,
    fill: darker(color, 0.16),
  })
  for (const at of [-0.03, 0.93])
    canvas.add('rect', {
      x: x + w * at,
      y: seat - unit * 0.1,
      width: w * 0.1,
      height: unit * 0.19,
      rx: unit * 0.03,
      fill: darker(color, 0.08),
    })
  for (const [at, turn, fill] of [
    [0.2, -12, palette.accents[0]],
    [0.8, 14, palette.accents[1]],
  ] as const) {
    canvas.moved(x + w * at, seat - unit * 0.09, turn, () =>
      canvas.add('rect', {
        x: -unit * 0.055,
        y: -unit * 0.05,
        width: unit * 0.11,
        height: unit * 0.1,
        rx: unit * 0.02,
        fill,
      }),
    )
  }
}

function desk(canvas: Canvas, floor: number): void {
  const { width, height, unit, palette } = canvas
  const { accents, near } = palette
  const [x, w, top] = [width * 0.5 - unit * 0.42, unit * 0.84, floor - height * 0.06]
  shadow(canvas, width / 2, floor + unit * 0.17, w * 0.5, unit * 0.025, 0.3)
  for (const at of [0.05, 0.93])
    canvas.add('rect', { x: x + w * at, y: top, width: unit * 0.018, height: unit * 0.24, fill: '#6b4729' })
  canvas.add('rect', { x, y: top, width: w, height: unit * 0.028, rx: 5, fill: canvas.linear(['#c8925c', '#9a6839']) })
  const [sx, sw, sh] = [x + w * 0.36, unit * 0.3, unit * 0.19]
  canvas.add('rect', { x: sx, y: top - sh - unit * 0.012, width: sw, height: sh, rx: 9, fill: darker(near, 0.35) })
  canvas.add('rect', {
    x: sx + sw * 0.03,
    y: top - sh - unit * 0.005,
    width: sw * 0.94,
    height: sh * 0.9,
    rx: 5,
    fill: canvas.linear([lighter(accents[0], 0.35), accents[2]], 50),
  })
  for (const [row, share] of [
    [0.2, 0.5],
    [0.36, 0.34],
    [0.5, 0.42],
  ] as const)
    canvas.add('rect', {
      x: sx + sw * 0.1,
      y: top - sh * (1 - row),
      width: sw * share,
      height: sh * 0.06,
      rx: 3,
      fill: '#ffffff',
      opacity: '0.8',
    })
  canvas.add('rect', {
    x: sx - sw * 0.08,
    y: top - unit * 0.014,
    width: sw * 1.16,
    height: unit * 0.014,
    rx: 6,
    fill: '#d8dce0',
  })
  canvas.add('rect', {
    x: x + w * 0.82,
    y: top - unit * 0.055,
    width: unit * 0.045,
    height: unit * 0.055,
    rx: 6,
    fill: accents[1],
  })
  canvas.add('path', {
    d: `M${Math.round(x + w * 0.16)} ${Math.round(top)}v${Math.round(-unit * 0.2)}l${Math.round(unit * 0.08)} ${Math.round(-unit * 0.07)}`,
    fill: 'none',
    stroke: darker(near, 0.2),
    'stroke-width': unit * 0.009,
  })
  canvas.add('path', {
    d: outline([
      [x + w * 0.16 + unit * 0.05, top - unit * 0.3],
      [x + w * 0.16 + unit * 0.12, top - unit * 0.25],
      [x + w * 0.16 + unit * 0.1, top - unit * 0.2],
    ]),
    fill: accents[0],
  })
  for (const [at, high, fill] of [
    [0.22, 0.075, accents[2]],
    [0.245, 0.09, accents[0]],
    [0.27, 0.065, near],
  ] as const)
    canvas.add('rect', { x: x + w * at, y: top - unit * high, width: unit * 0.019, height: unit * high, rx: 2, fill })
}

function plant(canvas: Canvas, x: number, ground: number): void {
  const { unit, random } = canvas
  shadow(canvas, x, ground, unit * 0.08, unit * 0.016, 0.35)
  for (let count = 0; count < 9; count += 1) {
    const color = random.pick(['#4e7f52', '#6a9a5e', '#3b6747'])
    canvas.moved(x, ground - unit * 0.13, -90 + (count - 4) * 17, () =>
      leaf(canvas, unit * random.between(0.2, 0.34), unit * 0.038, color, lighter(color, 0.35)),
    )
  }
  canvas.add('path', {
    d: outline([
      [x - unit * 0.065, ground - unit * 0.15],
      [x + unit * 0.065, ground - unit * 0.15],
      [x + unit * 0.048, ground],
      [x - unit * 0.048, ground],
    ]),
    fill: canvas.linear(['#c9774f', '#a65a37'], 20),
  })
}
