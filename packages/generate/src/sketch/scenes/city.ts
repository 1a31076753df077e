import { backdrop, type Canvas, outline } from '../drawing/canvas.ts'
import { darker, lighter, mix } from '../drawing/palettes.ts'

const shopWords = [
  'shop',
  'store',
  'storefront',
  'boutique',
  'facade',
  'bakery',
  'cafe',
  'restaurant',
  'salon',
  'bookshop',
  'florist',
  'market',
]

/** A row of houses under the sky, or the front of a shop. */
export function city(canvas: Canvas): void {
  const { width, height, unit, palette, random, words } = canvas
  const { sky, sun, far, near } = palette
  backdrop(canvas, sky)
  canvas.add('circle', {
    cx: width * random.between(0.2, 0.8),
    cy: height * 0.3,
    r: unit * 0.6,
    fill: canvas.glow(sun, 0.8),
  })
  const shop = shopWords.some((word) => words.has(word))
  for (let layer = 0; layer < 3; layer += 1) {
    const color = mix(mix(far, sky[1], 0.45), near, layer * 0.4)
    let x = -unit * random.between(0, 0.1)
    while (x < width) {
      const wide = unit * random.between(0.1, 0.2) * (1 + layer * 0.25)
      const tall = height * random.between(0.22, 0.48) * (1.25 - layer * 0.18)
      building(canvas, x, height * 0.9, wide, tall, mix(color, random.pick(palette.accents), 0.16), layer)
      x += wide + unit * random.between(0, 0.02)
    }
    canvas.add('rect', { y: height * 0.6, width, height: height * 0.3, fill: sky[1], opacity: '0.14' })
  }
  canvas.add('rect', {
    y: height * 0.89,
    width,
    height: height * 0.11,
    fill: canvas.linear([mix(near, far, 0.45), darker(near, 0.15)]),
  })
  if (shop) storefront(canvas)
  else street(canvas)
}

function street(canvas: Canvas): void {
  const { width, height, unit, palette, random } = canvas
  const { near } = palette
  for (let count = 0; count < 6; count += 1) {
    const [cx, size] = [width * (0.06 + count * 0.18 + random.between(-0.04, 0.04)), unit * random.between(0.07, 0.1)]
    canvas.add('rect', {
      x: cx - size * 0.07,
      y: height * 0.9 - size,
      width: size * 0.14,
      height: size,
      fill: darker(near, 0.4),
    })
    canvas.add('circle', { cx, cy: height * 0.9 - size * 1.4, r: size * 0.75, fill: mix('#4e7f52', near, 0.35) })
    canvas.add('circle', {
      cx: cx - size * 0.2,
      cy: height * 0.9 - size * 1.6,
      r: size * 0.45,
      fill: mix('#7ba870', near, 0.2),
      opacity: '0.8',
    })
  }
}

function building(
  canvas: Canvas,
  x: number,
  ground: number,
  wide: number,
  tall: number,
  color: string,
  layer: number,
): void {
  const { random, palette } = canvas
  const top = ground - tall
  canvas.add('rect', { x, y: top, width: wide, height: tall, fill: canvas.linear([lighter(color, 0.12), color]) })
  canvas.add('rect', { x: x + wide * 0.72, y: top, width: wide * 0.28, height: tall, fill: '#10131f', opacity: '0.1' })
  const roof = random.whole(0, 2)
  if (roof === 0)
    canvas.add('path', {
      d: outline([
        [x - wide * 0.04, top],
        [x + wide / 2, top - wide * 0.35],
        [x + wide * 1.04, top],
      ]),
      fill: darker(color, 0.25),
    })
  if (roof === 1)
    canvas.add('rect', {
      x: x + wide * 0.3,
      y: top - wide * 0.16,
      width: wide * 0.4,
      height: wide * 0.16,
      fill: darker(color, 0.15),
    })
  const columns = Math.max(2, Math.round(wide / (canvas.unit * 0.045)))
  const [step, size] = [wide / columns, (wide / columns) * 0.46]
  for (let row = 0; row < Math.floor((tall * 0.9) / (step * 1.35)); row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const lit = random.chance(palette.dark ? 0.45 : 0.2)
      canvas.add('rect', {
        x: x + step * column + (step - size) / 2,
        y: top + step * (0.5 + row * 1.35),
        width: size,
        height: size * 1.4,
        fill: lit ? lighter(palette.sun, 0.25) : palette.dark ? darker(color, 0.4) : lighter(color, 0.4),
        opacity: layer === 0 ? '0.35' : '0.75',
      })
    }
  }
}

/** The front of a shop with an awning, a window and a door. */
function storefront(canvas: Canvas): void {
  const { width, height, unit, palette, random } = canvas
  const { accents, near, sun } = palette
  const [wide, tall] = [Math.min(width * 0.78, unit * 1.05), height * 0.56]
  const [x, ground] = [(width - wide) / 2, height * 0.92]
  const top = ground - tall
  const wall = mix(near, accents[2], 0.4)
  canvas.blurred(unit * 0.02, () =>
    canvas.add('rect', { x: x - 8, y: top + 20, width: wide + 16, height: tall, fill: '#10131f', opacity: '0.3' }),
  )
  canvas.add('rect', { x, y: top, width: wide, height: tall, rx: 8, fill: canvas.linear([lighter(wall, 0.16), wall]) })
  canvas.add('rect', {
    x: x + wide * 0.08,
    y: top + tall * 0.06,
    width: wide * 0.84,
    height: tall * 0.15,
    rx: 6,
    fill: darker(wall, 0.3),
  })
  for (const [at, share] of [
    [0.3, 0.13],
    [0.45, 0.2],
    [0.67, 0.1],
  ] as const) {
    canvas.add('rect', {
      x: x + wide * at,
      y: top + tall * 0.115,
      width: wide * share,
      height: tall * 0.04,
      rx: 6,
      fill: lighter(sun, 0.5),
    })
  }
  const glass = canvas.linear([lighter(sun, 0.55), mix(sun, '#a8683a', 0.45)])
  const [paneTop, paneTall] = [top + tall * 0.36, tall * 0.5]
  canvas.add('rect', {
    x: x + wide * 0.07,
    y: paneTop,
    width: wide * 0.52,
    height: paneTall,
    rx: 5,
    fill: glass,
    stroke: darker(wall, 0.45),
    'stroke-width': unit * 0.009,
  })
  for (const shelf of [0.52, 0.9]) {
    canvas.add('rect', {
      x: x + wide * 0.08,
      y: paneTop + paneTall * shelf,
      width: wide * 0.5,
      height: tall * 0.018,
      fill: darker(wall, 0.3),
      opacity: '0.8',
    })
    for (let count = 0; count < 8; count += 1) {
      const high = tall * random.between(0.05, 0.13)
      canvas.add('rect', {
        x: x + wide * (0.095 + count * 0.06),
        y: paneTop + paneTall * shelf - high,
        width: wide * 0.042,
        height: high,
        rx: high * 0.28,
        fill: random.pick([accents[0], accents[1], '#fff4e0', '#d9a15b']),
      })
    }
  }
  canvas.add('path', {
    d: outline([
      [x + wide * 0.12, paneTop],
      [x + wide * 0.24, paneTop],
      [x + wide * 0.14, paneTop + paneTall],
      [x + wide * 0.07, paneTop + paneTall],
      [x + wide * 0.07, paneTop + paneTall * 0.4],
    ]),
    fill: '#ffffff',
    opacity: '0.22',
  })
  canvas.add('rect', {
    x: x + wide * 0.68,
    y: paneTop,
    width: wide * 0.24,
    height: ground - paneTop,
    rx: 5,
    fill: darker(accents[0], 0.2),
  })
  canvas.add('rect', {
    x: x + wide * 0.71,
    y: paneTop + tall * 0.04,
    width: wide * 0.18,
    height: tall * 0.34,
    rx: 4,
    fill: glass,
  })
  canvas.add('circle', { cx: x + wide * 0.72, cy: ground - tall * 0.2, r: unit * 0.009, fill: '#f6dfae' })
  const stripes = 12
  const [left, step, awning] = [x - wide * 0.03, (wide * 1.06) / stripes, tall * 0.13]
  for (let at = 0; at < stripes; at += 1) {
    const fill = at % 2 === 0 ? accents[0] : '#fff8ec'
    canvas.add('path', {
      d: outline([
        [left + wide * 0.03 + at * step * 0.944, top + tall * 0.24],
        [left + wide * 0.03 + (at + 1) * step * 0.944, top + tall * 0.24],
        [left + (at + 1) * step, top + tall * 0.24 + awning],
        [left + at * step, top + tall * 0.24 + awning],
      ]),
      fill,
    })
    canvas.add('circle', {
      cx: left + (at + 0.5) * step,
      cy: top + tall * 0.24 + awning,
      r: step / 2,
      fill: mix(fill, '#10131f', 0.08),
    })
  }
  for (const at of [0.02, 0.63, 0.98]) {
    const [cx, size] = [x + wide * at, unit * 0.05]
    canvas.add('circle', { cx, cy: ground - size * 1.5, r: size, fill: '#4e7f52' })
    canvas.add('circle', { cx: cx - size * 0.3, cy: ground - size * 1.8, r: size * 0.55, fill: '#7ba870' })
    canvas.add('path', {
      d: outline([
        [cx - size * 0.6, ground - size * 0.9],
        [cx + size * 0.6, ground - size * 0.9],
        [cx + size * 0.42, ground + size * 0.1],
        [cx - size * 0.42, ground + size * 0.1],
      ]),
      fill: '#b86b45',
    })
  }
}
