import { fromSrgb, type Oklch, oklchToSrgb, readOklch } from '@atelier/site'
import { Check, Pipette, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../../../../ui/Button.tsx'
import { CommitInput } from '../../fields/CommitInput.tsx'
import { useScrub } from '../fields/useScrub.ts'
import { colorBehind, contrastOver, enoughFor, paintedBehind } from './behind.ts'
import styles from './Color.module.css'
import { eyeDropper } from './eyeDropper.ts'
import { paintPlane } from './plane.ts'
import { MAX_CHROMA, printLike } from './printLike.ts'
import * as strings from './strings.ts'

/** The colours that can be chosen without the plane. */
export interface Palette {
  tokens: readonly { name: string; value: string; dark: string | undefined }[]
  others: readonly string[]
}

/** The colour to compare with: the colour under a text, or the text on a background. */
export interface Against {
  kind: 'behind' | 'text'
  /** Undefined where a picture or something that only a browser computes is there. */
  color: Oklch | undefined
}

export interface ColorPickerProps {
  label: string
  /** As it is written, `var(--ink)` too. */
  value: string
  /** As the browser computes it. */
  shown: string
  palette: Palette
  against: Against | undefined
  onPreview: (value: string | undefined) => void
  onCommit: (value: string) => void
}

const BLACK: Oklch = { lightness: 0, chroma: 0, hue: 0, alpha: 1 }

/** A colour: the tokens first, then the site's other colours, then any colour by lightness, chroma, hue and alpha. */
export function ColorPicker({ label, value, shown, palette, against, onPreview, onCommit }: ColorPickerProps) {
  const [color, setColor] = useState<Oklch>(() => readOklch(value) ?? readOklch(shown) ?? BLACK)
  const latest = useRef(color)
  const written = useRef<string>(undefined)
  // A colour chosen by name, or changed elsewhere, moves the knobs; what they wrote themselves does not.
  useEffect(() => {
    const read = value === written.current ? undefined : (readOklch(value) ?? readOklch(shown))
    if (!read) return
    latest.current = read
    setColor(read)
  }, [value, shown])
  const move = (next: Oklch) => {
    latest.current = next
    setColor(next)
    onPreview(printLike(next, value))
  }
  const keep = () => {
    written.current = printLike(latest.current, value)
    onCommit(written.current)
  }
  const dropper = eyeDropper()
  return (
    <div className={styles.picker}>
      {palette.tokens.length > 0 && (
        <fieldset className={styles.swatches} aria-label={strings.tokens}>
          {palette.tokens.map((token) => (
            <button
              key={token.name}
              type="button"
              className={styles.token}
              aria-label={token.name.slice(2)}
              data-tooltip={token.dark ? strings.tokenWithDark(token.name.slice(2), token.dark) : token.name.slice(2)}
              aria-pressed={value === `var(${token.name})`}
              onClick={() => onCommit(`var(${token.name})`)}
            >
              <span style={{ background: token.value }} />
              {token.dark !== undefined && <span style={{ background: token.dark }} />}
            </button>
          ))}
        </fieldset>
      )}
      {palette.others.length > 0 && (
        <fieldset className={styles.swatches} aria-label={strings.otherColours}>
          {palette.others.map((text) => (
            <button
              key={text}
              type="button"
              className={styles.token}
              aria-label={text}
              data-tooltip={text}
              aria-pressed={value === text}
              onClick={() => onCommit(text)}
            >
              <span style={{ background: text }} />
            </button>
          ))}
        </fieldset>
      )}
      <Plane color={color} onMove={move} onDone={keep} onCancel={() => onPreview(undefined)} />
      <Range
        label={strings.hue}
        kind="hue"
        value={color.hue}
        most={360}
        step={1}
        onMove={(hue) => move({ ...color, hue })}
        onDone={keep}
      />
      <Range
        label={strings.alpha}
        kind="alpha"
        value={color.alpha}
        most={1}
        step={0.01}
        onMove={(alpha) => move({ ...color, alpha })}
        onDone={keep}
      />
      <div className="flex gap-6">
        <CommitInput
          className={styles.input}
          aria-label={strings.asText(label)}
          value={value || shown}
          onCommit={onCommit}
        />
        {dropper && (
          <IconButton
            label={strings.pickFromTheScreen}
            size="sm"
            onClick={async () => {
              const picked = await dropper()
              if (picked !== undefined) onCommit(picked)
            }}
          >
            <Pipette size={14} />
          </IconButton>
        )}
      </div>
      {against && <Contrast color={color} against={against} />}
    </div>
  )
}

function Contrast({ color, against }: { color: Oklch; against: Against }) {
  if (!against.color) return <p className={styles.contrast}>{strings.contrastUnknown}</p>
  const [front, behind] = against.kind === 'behind' ? [color, against.color] : [against.color, color]
  const ratio = contrastOver(oklchToSrgb(front), oklchToSrgb({ ...behind, alpha: 1 }))
  const enough = enoughFor(ratio)
  return (
    <p className={styles.contrast} data-enough={enough}>
      {enough === 'nothing' ? <TriangleAlert size={13} /> : <Check size={13} />}
      <strong>{ratio.toFixed(1)}</strong>
      {against.kind === 'behind' ? strings.contrastBehind[enough] : strings.contrastText[enough]}
    </p>
  )
}

interface PlaneProps {
  color: Oklch
  onMove: (color: Oklch) => void
  onDone: () => void
  onCancel: () => void
}

/** Chroma to the right, lightness upwards, at one hue. Colours that sRGB cannot show are left out. */
function Plane({ color, onMove, onDone, onCancel }: PlaneProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const hue = Math.round(color.hue)
  useEffect(() => {
    if (canvas.current) paintPlane(canvas.current, hue)
  }, [hue])
  const start = useRef({ x: 0, y: 0 })
  const at = ({ x, y }: { x: number; y: number }) => {
    const { width = 1, height = 1 } = box.current?.getBoundingClientRect() ?? {}
    const inside = (value: number) => Math.min(1, Math.max(0, value))
    onMove({ ...color, chroma: inside(x / width) * MAX_CHROMA, lightness: 1 - inside(y / height) })
  }
  const scrub = useScrub({
    onMove: ({ x, y }) => at({ x: start.current.x + x, y: start.current.y + y }),
    onPress: () => {
      at(start.current)
      onDone()
    },
    onDone,
    onCancel,
  })
  return (
    <div
      ref={box}
      className={styles.plane}
      role="slider"
      tabIndex={0}
      aria-label={strings.lightnessAndChroma}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(color.lightness * 100)}
      aria-valuetext={strings.lightnessChromaOf(color.lightness, color.chroma)}
      onPointerDown={(event) => {
        const { left, top } = event.currentTarget.getBoundingClientRect()
        start.current = { x: event.clientX - left, y: event.clientY - top }
        event.currentTarget.focus()
        scrub(event)
      }}
      onKeyDown={(event) => {
        const by = event.shiftKey ? 0.1 : 0.01
        const step = { ArrowUp: [by, 0], ArrowDown: [-by, 0], ArrowRight: [0, by], ArrowLeft: [0, -by] }[event.key]
        if (!step) return
        event.preventDefault()
        event.stopPropagation()
        const [lightness = 0, chroma = 0] = step
        onMove({
          ...color,
          lightness: Math.min(1, Math.max(0, color.lightness + lightness)),
          chroma: Math.min(MAX_CHROMA, Math.max(0, color.chroma + chroma * MAX_CHROMA)),
        })
        onDone()
      }}
    >
      <canvas ref={canvas} width={192} height={128} />
      <span
        className={styles.knob}
        style={{
          left: `${Math.min(1, color.chroma / MAX_CHROMA) * 100}%`,
          top: `${(1 - color.lightness) * 100}%`,
          background: printLike({ ...color, alpha: 1 }, ''),
        }}
      />
    </div>
  )
}

interface RangeProps {
  label: string
  kind: 'hue' | 'alpha'
  value: number
  most: number
  step: number
  onMove: (value: number) => void
  onDone: () => void
}

function Range({ label, kind, value, most, step, onMove, onDone }: RangeProps) {
  return (
    <input
      type="range"
      className={styles.range}
      data-kind={kind}
      aria-label={label}
      min={0}
      max={most}
      step={step}
      value={value}
      onChange={(event) => onMove(Number(event.target.value))}
      onPointerUp={onDone}
      onKeyDown={(event) => event.stopPropagation()}
      onKeyUp={(event) => {
        if (/^(?:Arrow|Page|Home|End)/.test(event.key)) onDone()
      }}
    />
  )
}

/**
 * The colour that a property's colour is compared with; undefined for properties that are neither text nor behind one.
 */
export function behindProperty(property: string, element: Element | undefined): Against | undefined {
  const view = element?.ownerDocument.defaultView
  if (!element || !view) return undefined
  if (property === 'background-color') {
    return { kind: 'text', color: readOklch(view.getComputedStyle(element).color) }
  }
  if (property !== 'color' && !/^(?:border|outline)/.test(property)) return undefined
  const from = property === 'color' ? element : (element.parentElement ?? element)
  const behind = colorBehind(paintedBehind(from, view))
  return { kind: 'behind', color: behind && fromSrgb(behind) }
}
