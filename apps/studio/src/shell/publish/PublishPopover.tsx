import { type ReactNode, Suspense } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { Skeleton } from '../../ui/Spinner.tsx'
import * as strings from './strings.ts'

export interface PublishPopoverProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** A `PublishPanel`, loaded once it is needed. */
  children: ReactNode
}

/** The button of the top bar that publishes, and its panel. */
export function PublishPopover({ open, onOpenChange, children }: PublishPopoverProps) {
  return (
    <Popover
      label={strings.publish}
      open={open}
      onOpenChange={onOpenChange}
      align="end"
      trigger={<Button variant="primary">{strings.publish}</Button>}
    >
      <Suspense fallback={<Skeleton height={36} radius={8} />}>{children}</Suspense>
    </Popover>
  )
}
