import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Kbd } from './Kbd.tsx'
import { placeBeside, readSide } from './placement.ts'
import styles from './Tooltip.module.css'

const waits = 500
/** After one tooltip was shown, its neighbours follow at once for so long. */
const staysWarm = 400

/** Stands once in the application and shows what the control under the pointer, or the focused one, says of itself. */
export function TooltipLayer() {
  const [target, setTarget] = useState<HTMLElement>()
  useEffect(() => listen(setTarget), [])
  return target ? createPortal(<Popup target={target} />, document.body) : null
}

function Popup({ target }: { target: HTMLElement }) {
  const popup = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = popup.current
    if (!element) return
    const { width, height } = element.getBoundingClientRect()
    const { x, y } = placeBeside(
      target.getBoundingClientRect(),
      { width, height },
      { width: document.documentElement.clientWidth, height: document.documentElement.clientHeight },
      readSide(target.dataset.tooltipSide),
    )
    element.style.translate = `${x}px ${y}px`
  }, [target])
  return (
    <div ref={popup} role="tooltip" className={styles.popup}>
      {target.dataset.tooltip}
      {target.dataset.shortcut && <Kbd shortcut={target.dataset.shortcut} />}
    </div>
  )
}

function listen(show: (target: HTMLElement | undefined) => void): () => void {
  let shown: HTMLElement | undefined
  let waiting: ReturnType<typeof setTimeout> | undefined
  let hiddenAt = Number.NEGATIVE_INFINITY
  // The focus that comes back from a menu or a dialog is no question; that of the Tab key is.
  let tabbed = false

  const hide = () => {
    clearTimeout(waiting)
    waiting = undefined
    if (!shown) return
    shown = undefined
    hiddenAt = performance.now()
    show(undefined)
  }
  const present = (target: HTMLElement) => {
    waiting = undefined
    if (!target.isConnected || target.ariaExpanded === 'true') return
    // It would cover what has the focus: most often what its own control has opened.
    const dialog = document.activeElement?.closest('[role="dialog"]')
    if (dialog && !dialog.contains(target)) return
    shown = target
    show(target)
  }
  const onPointerOver = (event: PointerEvent) => {
    if (event.pointerType === 'touch') return
    const target = controlOf(event.target)
    if (target !== undefined && target === shown) return
    const warm = shown !== undefined || performance.now() - hiddenAt < staysWarm
    hide()
    if (!target) return
    if (warm) present(target)
    else waiting = setTimeout(() => present(target), waits)
  }
  const onPointerOut = (event: PointerEvent) => {
    if (event.relatedTarget === null) hide()
  }
  const onFocusIn = (event: FocusEvent) => {
    hide()
    const target = controlOf(event.target)
    if (target && tabbed) present(target)
  }
  const onPointerDown = () => {
    tabbed = false
    hide()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    tabbed = event.key === 'Tab'
    if (!tabbed) hide()
  }

  const ended = new AbortController()
  const { signal } = ended
  document.addEventListener('pointerover', onPointerOver, { signal })
  document.addEventListener('pointerout', onPointerOut, { signal })
  document.addEventListener('pointerdown', onPointerDown, { signal, capture: true })
  document.addEventListener('scroll', hide, { signal, capture: true, passive: true })
  document.addEventListener('focusin', onFocusIn, { signal })
  document.addEventListener('focusout', hide, { signal })
  document.addEventListener('keydown', onKeyDown, { signal, capture: true })
  return () => {
    clearTimeout(waiting)
    ended.abort()
  }
}

function controlOf(target: EventTarget | null): HTMLElement | undefined {
  const control = target instanceof Element ? target.closest('[data-tooltip]') : null
  return control instanceof HTMLElement ? control : undefined
}
