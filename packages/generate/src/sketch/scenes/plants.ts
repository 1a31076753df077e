import { backdrop, type Canvas, leaf } from '../drawing/canvas.ts'
import { darker, lighter, mix } from '../drawing/palettes.ts'

/** Leaves from all sides around light, and flowers among them. */
export function plants(canvas: Canvas): void {
  const { width, height, unit, palette, random } = canvas
  const { sky, sun, near, accents } = palette
  backdrop(canvas, [sky[0], sky[1]], 110)
  canvas.add('circle', {
    cx: width * 0.52,
    cy: height * 0.42,
    r: unit * 0.7,
    fill: canvas.glow(lighter(sun, 0.35), 0.9),
  })
  const green = mix('#4d7d54', near, 0.35)
  for (let layer = 0; layer < 3; layer += 1) {
    const color = layer === 0 ? mix(green, sky[1], 0.55) : layer === 1 ? mix(green, sky[1], 0.2) : darker(green, 0.12)
    for (let count = 0; count < 11; count += 1) {
      const along = random.between(0, 1)
      const side = random.whole(0, 3)
      const [x, y, turn] = [
        [along * width, height * 1.04, -90],
        [along * width * 0.4, height * 1.02, -65],
        [-unit * 0.04, height * (0.3 + along * 0.7), -25],
        [width + unit * 0.04, height * (0.25 + along * 0.75), -155],
      ][side] ?? [0, height, -45]
      const fill = mix(color, accents[2], random.between(0, 0.3))
      canvas.moved(x ?? 0, y ?? 0, (turn ?? 0) + random.between(-32, 32), () => {
        const [length, breadth] = [unit * random.between(0.28, 0.5), unit * random.between(0.06, 0.12)]
        leaf(canvas, length, breadth, canvas.linear([darker(fill, 0.12), lighter(fill, 0.14)], 0), lighter(fill, 0.45))
      })
    }
  }
  const colors = [accents[0], accents[1], lighter(accents[0], 0.4)]
  for (let count = 0; count < 17; count += 1) {
    const low = random.between(0, 1)
    flower(
      canvas,
      random.between(0.06, 0.94) * width,
      height * (0.5 + low * 0.42),
      unit * (0.035 + low * 0.045),
      colors[count % 3] ?? accents[0],
    )
  }
}

function flower(canvas: Canvas, x: number, y: number, r: number, color: string): void {
  const { random, palette } = canvas
  const petals = random.whole(6, 9)
  const turn = random.between(0, 60)
  for (const [scale, share] of [
    [1, 0.12],
    [0.68, 0.3],
  ] as const) {
    const fill = lighter(color, share)
    for (let count = 0; count < petals; count += 1) {
      canvas.moved(x, y, turn + scale * 20 + (360 / petals) * count, () =>
        canvas.add('ellipse', {
          cx: r * 0.62 * scale,
          cy: 0,
          rx: r * 0.6 * scale,
          ry: r * 0.3 * scale,
          fill,
          opacity: '0.94',
        }),
      )
    }
  }
  canvas.add('circle', { cx: x, cy: y, r: r * 0.26, fill: mix(palette.sun, '#c98a2b', 0.5) })
}
