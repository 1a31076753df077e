import 'react'

declare module 'react' {
  interface CSSProperties {
    /** Custom properties, by their own names. */
    [name: `--${string}`]: string | number | undefined
  }
}
