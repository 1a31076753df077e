import type { Palette } from './palettes.ts'
import type { Random } from './random.ts'

export type Point = readonly [x: number, y: number]

/** The surface of a scene: shapes as SVG, the last one on top. Lengths are in pixels. */
export interface Canvas {
  readonly width: number
  readonly height: number
  /** The shorter side. */
  readonly unit: number
  readonly palette: Palette
  readonly random: Random
  /** The words of the query, in lower case. */
  readonly words: ReadonlySet<string>
  /** Adds an element; numbers are rounded to a tenth. */
  add(tag: string, attributes: Record<string, string | number>): void
  /** The fill of a linear gradient; `angle` in degrees, 90 is from top to bottom. */
  linear(colors: readonly string[], angle?: number): string
  /** The fill of a circle that fades out: opaque in the middle. */
  glow(color: string, opacity: number): string
  /** Shapes drawn inside are blurred by `radius` pixels. */
  blurred(radius: number, draw: () => void): void
  /** Shapes drawn inside are moved, and turned by `angle` degrees. */
  moved(x: number, y: number, angle: number, draw: () => void): void
  svg(): string
}

const tidy = (value: number): number => Math.round(value * 10) / 10

export function createCanvas(base: Pick<Canvas, 'width' | 'height' | 'palette' | 'random' | 'words'>): Canvas {
  const { width, height } = base
  const definitions: string[] = []
  const shapes: string[] = []
  const define = (make: (id: string) => string) => {
    const id = `d${definitions.length}`
    definitions.push(make(id))
    return id
  }
  const grouped = (attributes: string, draw: () => void) => {
    shapes.push(`<g ${attributes}>`)
    draw()
    shapes.push('</g>')
  }
  return {
    ...base,
    unit: Math.min(width, height),
    add(tag, attributes) {
      const text = Object.entries(attributes).map(([name, value]) => {
        return ` ${name}="${typeof value === 'number' ? tidy(value) : value}"`
      })
      shapes.push(`<${tag}${text.join('')}/>`)
    },
    linear(colors, angle = 90) {
      const [x, y] = [Math.cos((angle * Math.PI) / 180) / 2, Math.sin((angle * Math.PI) / 180) / 2]
      const line = [0.5 - x, 0.5 - y, 0.5 + x, 0.5 + y].map((each) => Math.round(each * 1000) / 1000)
      const stops = colors.map((color, at) => `<stop offset="${at / (colors.length - 1)}" stop-color="${color}"/>`)
      const [x1, y1, x2, y2] = line
      return `url(#${define((id) => `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stops.join('')}</linearGradient>`)})`
    },
    glow(color, opacity) {
      const stops = [1, 0.45, 0].map(
        (share, at) =>
          `<stop offset="${at / 2}" stop-color="${color}" stop-opacity="${tidy(opacity * share * 10) / 10}"/>`,
      )
      return `url(#${define((id) => `<radialGradient id="${id}">${stops.join('')}</radialGradient>`)})`
    },
    blurred(radius, draw) {
      const id = define(
        (each) =>
          `<filter id="${each}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${tidy(radius)}"/></filter>`,
      )
      grouped(`filter="url(#${id})"`, draw)
    },
    moved(x, y, angle, draw) {
      grouped(`transform="translate(${tidy(x)} ${tidy(y)}) rotate(${tidy(angle)})"`, draw)
    },
    svg: () =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${definitions.join('')}</defs>${shapes.join('')}</svg>`,
  }
}

/** The whole picture in colours from top to bottom, with light from one side. */
export function backdrop(canvas: Canvas, colors: readonly string[], angle = 90): void {
  const { width, height } = canvas
  canvas.add('rect', { width, height, fill: canvas.linear(colors, angle) })
}

/** A closed outline through points, with straight lines. */
export const outline = (points: readonly Point[]): string =>
  `M${points.map(([x, y]) => `${tidy(x)} ${tidy(y)}`).join('L')}Z`

/** A soft shadow on the ground. */
export function shadow(canvas: Canvas, x: number, y: number, rx: number, ry: number, opacity = 0.28): void {
  canvas.blurred(Math.max(4, ry * 0.45), () =>
    canvas.add('ellipse', { cx: x, cy: y, rx, ry, fill: '#1b1420', opacity: String(opacity) }),
  )
}

/** A leaf from the origin to the right, with its middle vein. */
export function leaf(canvas: Canvas, length: number, breadth: number, color: string, vein: string): void {
  const [l, b] = [length, breadth]
  const side = (sign: number) => `${tidy(l * 0.25)} ${tidy(sign * b)} ${tidy(l * 0.75)} ${tidy(sign * b * 0.8)}`
  canvas.add('path', {
    d: `M0 0C${side(-1)} ${tidy(l)} 0C${tidy(l * 0.75)} ${tidy(b * 0.8)} ${tidy(l * 0.25)} ${tidy(b)} 0 0Z`,
    fill: color,
  })
  canvas.add('path', {
    d: `M0 0Q${tidy(l * 0.5)} ${tidy(-b * 0.12)} ${tidy(l * 0.94)} 0`,
    stroke: vein,
    'stroke-width': Math.max(1, b * 0.06),
    fill: 'none',
    opacity: '0.5',
  })
}
