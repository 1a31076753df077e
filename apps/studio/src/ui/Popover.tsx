import { cloneElement, type ReactElement, type ReactNode, Suspense, useState } from 'react'
import { lazyWhenIdle } from './lazyWhenIdle.ts'
import { useOnceOpen } from './useOnceOpen.ts'

export interface PopoverProps {
  trigger: ReactElement<Record<string, unknown>>
  children: ReactNode
  title?: string
  /** Names it for those who do not see it; a popover without a title needs one. */
  label?: string
  open?: boolean
  onOpenChange?: (open: boolean) => void
  side?: 'top' | 'bottom' | 'left' | 'right'
  align?: 'start' | 'center' | 'end'
  /** No padding of its own: for lists and tables. */
  bare?: boolean
  className?: string
}

const load = async () => (await import('./PopoverContent.tsx')).PopoverContent
const PopoverContent = lazyWhenIdle(load)

/**
 * More about something, next to it. Closes on Escape and on a press outside. Until it is first opened there is only the
 * button; its code is loaded in idle time, or when the pointer or the focus comes near.
 */
export function Popover(props: PopoverProps) {
  const [clicked, setClicked] = useState(false)
  const used = useOnceOpen(clicked || props.open === true)
  // Where loading fails, opening the popover asks again and says so.
  const warmUp = () => void load().catch(() => undefined)
  const button = cloneElement(props.trigger, {
    'aria-haspopup': 'dialog',
    'aria-expanded': false,
    onPointerEnter: warmUp,
    onFocus: warmUp,
    onClick: () => {
      setClicked(true)
      props.onOpenChange?.(true)
    },
  })
  return used ? (
    <Suspense fallback={button}>
      <PopoverContent {...props} />
    </Suspense>
  ) : (
    button
  )
}
