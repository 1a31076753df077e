interface Picker {
  open(): Promise<{ sRGBHex: string }>
}

function isPicker(value: unknown): value is new () => Picker {
  return typeof value === 'function'
}

/** Picks a colour from the screen; undefined where the browser has no such tool. Returns undefined if the user gave up. */
export function eyeDropper(): (() => Promise<string | undefined>) | undefined {
  const found: unknown = Reflect.get(window, 'EyeDropper')
  if (!isPicker(found)) return undefined
  return async () => {
    try {
      return (await new found().open()).sRGBHex
    } catch {
      // Escape was pressed.
      return undefined
    }
  }
}
