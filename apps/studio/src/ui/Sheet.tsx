import { type ReactNode, Suspense } from 'react'
import { lazyWhenIdle } from './lazyWhenIdle.ts'
import { useOnceOpen } from './useOnceOpen.ts'

export interface SheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  side?: 'bottom' | 'left' | 'right'
  children: ReactNode
}

const SheetContent = lazyWhenIdle(async () => (await import('./SheetContent.tsx')).SheetContent)

/**
 * A panel that slides over a narrow screen. The page behind it stays live and usable. Its code is loaded apart from the page's.
 */
export function Sheet(props: SheetProps) {
  return useOnceOpen(props.open) ? (
    <Suspense>
      <SheetContent {...props} />
    </Suspense>
  ) : null
}
