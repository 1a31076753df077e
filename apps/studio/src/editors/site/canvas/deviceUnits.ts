/** The size of the window that a page believes to be in, in CSS pixels. */
export interface Device {
  width: number
  height: number
}

/** The height of the devices that are as wide as a frame, in CSS pixels. */
export function deviceHeight(width: number): number {
  if (width < 600) return 844
  return width < 1024 ? 1024 : 900
}

/** A length in a unit of the window's height. The unit of a name, such as `--h-10vh`, is none. */
const LENGTH = /(?<![\w.#\\]|[\w-]-)(\d{1,9}(?:\.\d{1,9})?|\.\d{1,9})[sdl]?(vh|vb|vmin|vmax)(?![\w-])/gi
const UNIT = /\d[sdl]?v(?:h|b|min|max)(?![\w-])/i
const FEATURE = /height|orientation/i

/** The lengths of a value as the device has them: 100vh becomes its height in pixels. */
export function lengthsOnDevice(text: string, { width, height }: Device): string {
  if (!UNIT.test(text)) return text
  const sizes: Readonly<Record<string, number>> = {
    vh: height,
    vb: height,
    vmin: Math.min(width, height),
    vmax: Math.max(width, height),
  }
  return text.replace(LENGTH, (_length, number: string, unit: string) => {
    const pixels = (Number(number) * (sizes[unit.toLowerCase()] ?? 0)) / 100
    return `${Math.round(pixels * 1000) / 1000}px`
  })
}

/**
 * A stylesheet that shows a page as on the device, however tall the frame is: its lengths of the window's height, its
 * media features about that, and the height of the `html` element.
 */
export function cssOnDevice(css: string, device: Device): string {
  if (!UNIT.test(css) && !FEATURE.test(css)) return css
  let isRoot = false
  // Odd places hold the delimiter behind the text before it.
  const pieces = css.split(/([{};])/)
  return pieces
    .map((piece, index) => {
      if (index % 2 === 1) return piece
      if (pieces[index + 1] !== '{') {
        if (piece.startsWith('base64,')) return piece
        return lengthsOnDevice(isRoot ? rootHeight(piece, device) : piece, device)
      }
      isRoot = piece.split(',').some((selector) => /^(?:html|:root)$/.test(selector.trim()))
      return piece.includes('@media') || piece.includes('@import') ? mediaOnDevice(piece, device) : piece
    })
    .join('')
}

/** A percentage of the window's height. */
function rootHeight(declaration: string, { height }: Device): string {
  return declaration.replace(
    /^(\s*(?:min-)?(?:height|block-size)\s*:\s*)(\d+(?:\.\d+)?)%/,
    (_, start: string, share: string) => `${start}${(Number(share) * height) / 100}px`,
  )
}

/** A query whose features about the window's height are true or false. */
export function mediaOnDevice(query: string, { width, height }: Device): string {
  const verdict = (holds: boolean) => (holds ? '(min-width: 0px)' : '(max-width: 0px)')
  return query
    .replace(/\(\s{0,9}(min|max)-height\s{0,9}:\s{0,9}([\d.]{1,9})(px|em|rem)\s{0,9}\)/gi, (_, bound, number, unit) => {
      const pixels = Number(number) * (unit === 'px' ? 1 : 16)
      return verdict(bound === 'min' ? height >= pixels : height <= pixels)
    })
    .replace(/\(\s{0,9}height\s{0,9}([<>]=?)\s{0,9}([\d.]{1,9})(px|em|rem)\s{0,9}\)/gi, (_, sign, number, unit) => {
      const pixels = Number(number) * (unit === 'px' ? 1 : 16)
      if (height === pixels) return verdict(sign.endsWith('='))
      return verdict(sign.startsWith('>') === height > pixels)
    })
    .replace(/\(\s{0,9}orientation\s{0,9}:\s{0,9}(portrait|landscape)\s{0,9}\)/gi, (_, wanted) =>
      verdict((wanted.toLowerCase() === 'portrait') === height >= width),
    )
}
