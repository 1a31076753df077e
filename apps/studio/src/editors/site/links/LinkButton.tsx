import type { LinkValues } from '@atelier/site'
import { Link2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { IconButton } from '../../../ui/Button.tsx'
import { lazyWhenIdle } from '../../../ui/lazyWhenIdle.ts'
import { Popover } from '../../../ui/Popover.tsx'
import * as strings from './strings.ts'

const LinkPanel = lazyWhenIdle(async () => (await import('./LinkPanel.tsx')).LinkPanel)

export interface LinkButtonProps {
  value: LinkValues
  /** Leaves out how the link opens. */
  isAddressOnly?: boolean
  onApply: (value: LinkValues) => void
}

/** Opens the picker of links beside a field that holds an address. */
export function LinkButton({ value, isAddressOnly = false, onApply }: LinkButtonProps) {
  const [open, setOpen] = useState(false)
  const apply = (next: LinkValues) => {
    setOpen(false)
    onApply(next)
  }
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      align="end"
      bare
      label={strings.choose}
      trigger={
        <IconButton size="sm" label={strings.choose}>
          <Link2 size={13} />
        </IconButton>
      }
    >
      <Suspense>
        <LinkPanel
          value={value}
          isAddressOnly={isAddressOnly}
          onRemove={value.href === '' ? undefined : () => apply({ href: '' })}
          onApply={apply}
          onClose={() => setOpen(false)}
        />
      </Suspense>
    </Popover>
  )
}
