import { backdrop, type Canvas, leaf } from '../drawing/canvas.ts'
import { darker, lighter, mix } from '../drawing/palettes.ts'

const skins = ['#f3cdb0', '#e2a884', '#c68863', '#9c6644', '#6f4530'] as const
const hairs = ['#2b1d1a', '#4a2f22', '#7a4a2b', '#b98551', '#8d8a8a'] as const
const groupWords = [
  'team',
  'people',
  'group',
  'family',
  'friends',
  'colleagues',
  'meeting',
  'staff',
  'crowd',
  'students',
  'couple',
]

/** One person, or several, from the chest up, before large calm shapes. */
export function people(canvas: Canvas): void {
  const { width, height, unit, palette, random, words } = canvas
  const { sky, far, accents, sun } = palette
  backdrop(canvas, [lighter(sky[0], 0.1), sky[1]], 120)
  canvas.add('circle', {
    cx: width * random.between(0.3, 0.7),
    cy: height * 0.5,
    r: unit * 0.44,
    fill: canvas.linear([lighter(accents[1], 0.25), mix(accents[1], sky[1], 0.5)]),
  })
  canvas.add('circle', {
    cx: width * random.between(0.05, 0.2),
    cy: height * 0.2,
    r: unit * 0.16,
    fill: lighter(far, 0.3),
    opacity: '0.7',
  })
  canvas.add('rect', {
    x: width * 0.78,
    y: height * 0.1,
    width: unit * 0.34,
    height,
    rx: unit * 0.17,
    fill: mix(far, sky[1], 0.35),
    opacity: '0.8',
  })
  canvas.add('circle', { cx: width * 0.85, cy: height * 0.22, r: unit * 0.3, fill: canvas.glow(sun, 0.55) })
  fronds(canvas, 0, height, -60)
  fronds(canvas, width, height, -125)
  const several = groupWords.some((word) => words.has(word))
  const count = several ? (width > height ? 4 : 3) : 1
  const size = unit * (several ? 0.155 : 0.25)
  const clothes = [accents[0], accents[2], palette.near, lighter(accents[0], 0.35), far]
  const order = several ? [0, count - 1, 1, 2].slice(0, count) : [0]
  for (const place of order) {
    const x = several
      ? width * (0.5 + (place - (count - 1) / 2) * Math.min(0.215, (size * 2.3) / width))
      : width * random.between(0.42, 0.58)
    const isFront = place !== 0 && place !== count - 1
    const shirt = clothes[(place + random.whole(0, 1)) % clothes.length] ?? accents[0]
    person(canvas, x, height + size * (isFront || !several ? 0.1 : -0.2), size * random.between(0.96, 1.06), shirt)
  }
}

function person(canvas: Canvas, x: number, base: number, s: number, shirt: string): void {
  const { random, words } = canvas
  const [skin, hair] = [random.pick(skins), random.pick(hairs)]
  const style = random.whole(0, 3)
  const at = (dx: number, dy: number) =>
    `${Math.round((x + dx * s) * 10) / 10} ${Math.round((base + dy * s) * 10) / 10}`
  const head = -2.7
  if (style === 0)
    canvas.add('path', {
      d: `M${at(-0.82, head)}C${at(-0.95, head - 1.25)} ${at(0.95, head - 1.25)} ${at(0.82, head)}C${at(0.95, head + 0.7)} ${at(0.95, head + 1.3)} ${at(0.7, head + 1.6)}L${at(-0.7, head + 1.6)}C${at(-0.95, head + 1.3)} ${at(-0.95, head + 0.7)} ${at(-0.82, head)}Z`,
      fill: hair,
    })
  if (style === 1) canvas.add('circle', { cx: x, cy: base + (head - 0.98) * s, r: s * 0.36, fill: hair })
  canvas.add('path', {
    d: `M${at(-1.75, 0.4)}C${at(-1.75, -1.05)} ${at(-1.1, -1.3)} ${at(-0.4, -1.52)}L${at(0.4, -1.52)}C${at(1.1, -1.3)} ${at(1.75, -1.05)} ${at(1.75, 0.4)}Z`,
    fill: canvas.linear([lighter(shirt, 0.12), darker(shirt, 0.14)], 70),
  })
  canvas.add('path', {
    d: `M${at(-0.3, -2.2)}L${at(0.3, -2.2)}L${at(0.34, -1.5)}C${at(0.2, -1.2)} ${at(-0.2, -1.2)} ${at(-0.34, -1.5)}Z`,
    fill: darker(skin, 0.14),
  })
  canvas.add('ellipse', {
    cx: x - 0.6 * s,
    cy: base + (head + 0.08) * s,
    rx: 0.1 * s,
    ry: 0.16 * s,
    fill: darker(skin, 0.08),
  })
  canvas.add('ellipse', {
    cx: x + 0.6 * s,
    cy: base + (head + 0.08) * s,
    rx: 0.1 * s,
    ry: 0.16 * s,
    fill: darker(skin, 0.12),
  })
  canvas.add('ellipse', {
    cx: x,
    cy: base + head * s,
    rx: 0.62 * s,
    ry: 0.78 * s,
    fill: canvas.linear([lighter(skin, 0.1), darker(skin, 0.06)], 20),
  })
  canvas.add('path', {
    d: `M${at(-0.68, head + 0.02)}C${at(-0.82, head - 1.2)} ${at(0.82, head - 1.2)} ${at(0.68, head + 0.02)}C${at(0.6, head - 0.42)} ${at(random.between(-0.1, 0.35), head - 0.5)} ${at(random.between(-0.3, 0.1), head - 0.52)}C${at(-0.4, head - 0.48)} ${at(-0.6, head - 0.3)} ${at(-0.68, head + 0.02)}Z`,
    fill: canvas.linear([lighter(hair, 0.14), hair], 60),
  })
  if (style === 3 && random.chance(0.6))
    canvas.add('path', {
      d: `M${at(-0.6, head + 0.12)}C${at(-0.5, head + 1.08)} ${at(0.5, head + 1.08)} ${at(0.6, head + 0.12)}C${at(0.46, head + 0.44)} ${at(-0.46, head + 0.44)} ${at(-0.6, head + 0.12)}Z`,
      fill: hair,
    })
  if (
    ['chef', 'baker', 'barista', 'cook', 'apron', 'craftsman', 'gardener', 'potter'].some((word) => words.has(word))
  ) {
    canvas.add('path', {
      d: `M${at(-0.62, -1.45)}L${at(-0.5, -0.7)}L${at(0.5, -0.7)}L${at(0.62, -1.45)}L${at(0.74, -1.4)}L${at(0.66, -0.62)}L${at(0.95, 0.4)}L${at(-0.95, 0.4)}L${at(-0.66, -0.62)}L${at(-0.74, -1.4)}Z`,
      fill: '#fbf4e6',
      opacity: '0.95',
    })
  } else {
    canvas.add('path', {
      d: `M${at(-0.42, -1.53)}L${at(0, -0.85)}L${at(0.42, -1.53)}L${at(0.6, -1.4)}L${at(0.1, -0.45)}L${at(-0.1, -0.45)}L${at(-0.6, -1.4)}Z`,
      fill: lighter(shirt, 0.55),
      opacity: '0.9',
    })
  }
}

function fronds(canvas: Canvas, x: number, y: number, angle: number): void {
  const { unit, palette, random } = canvas
  for (let count = 0; count < 6; count += 1) {
    const color = mix(palette.accents[2], palette.near, random.between(0, 0.7))
    canvas.moved(x + random.between(-0.06, 0.06) * unit, y, angle + (count - 2.5) * 17, () =>
      leaf(canvas, unit * random.between(0.26, 0.46), unit * 0.055, color, lighter(color, 0.3)),
    )
  }
}
