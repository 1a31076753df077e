import { backdrop, type Canvas, outline, type Point } from '../drawing/canvas.ts'
import { darker, lighter, mix } from '../drawing/palettes.ts'

/** Flowing bands, circles and a field of dots: for what has no picture of its own. */
export function abstract(canvas: Canvas): void {
  const { width, height, unit, palette, random } = canvas
  const { sky, sun, far, near, accents } = palette
  backdrop(canvas, [sky[1], sky[0]], random.between(30, 150))
  canvas.add('circle', {
    cx: width * random.between(0.55, 0.9),
    cy: height * random.between(0.15, 0.45),
    r: unit * 0.6,
    fill: canvas.glow(sun, 0.8),
  })
  const disc: Point = [width * random.between(0.58, 0.76), height * random.between(0.3, 0.46)]
  canvas.add('circle', {
    cx: disc[0],
    cy: disc[1],
    r: unit * 0.27,
    fill: canvas.linear([lighter(accents[1], 0.3), accents[0]], 60),
  })
  canvas.add('circle', {
    cx: disc[0] - unit * 0.25,
    cy: disc[1] + unit * 0.2,
    r: unit * 0.15,
    fill: lighter(far, 0.35),
    opacity: '0.65',
  })
  for (let column = 0; column < 9; column += 1) {
    for (let row = 0; row < 6; row += 1) {
      canvas.add('circle', {
        cx: width * 0.07 + column * unit * 0.035,
        cy: height * 0.1 + row * unit * 0.035,
        r: unit * 0.0045,
        fill: near,
        opacity: '0.35',
      })
    }
  }
  const colors = [lighter(far, 0.25), accents[2], mix(accents[2], near, 0.5), near]
  for (const [at, color] of colors.entries()) {
    const base = height * (0.58 + at * 0.105)
    const [phase, swing] = [random.between(0, 6), unit * random.between(0.05, 0.11)]
    const points: Point[] = Array.from({ length: 61 }, (_, step) => {
      const x = (width * step) / 60
      return [x, base - swing * Math.sin((x / width) * (3.4 + at * 0.6) + phase) - (x / width) * unit * 0.12]
    })
    canvas.add('path', {
      d: outline([...points, [width, height], [0, height]]),
      fill: canvas.linear([lighter(color, 0.12), darker(color, 0.15)], 20),
      opacity: '0.93',
    })
  }
  canvas.add('circle', { cx: width * random.between(0.15, 0.35), cy: height * 0.5, r: unit * 0.055, fill: accents[0] })
}
