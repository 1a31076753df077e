import { Pin as PinIcon } from 'lucide-react'
import { useStore } from '../../documents/store.ts'
import { IconButton, useToast } from '../../ui/index.ts'
import { useContent } from '../session/context.ts'
import { MOST_PINS, type Pin } from '../session/pins.ts'
import * as strings from './strings.ts'

/** Pins an entry or a file for the agent, or takes it out again. */
export function PinButton({ pin, size }: { pin: Pin; size?: 'sm' }) {
  const { pins } = useContent()
  const { show } = useToast()
  const isPinned = useStore(pins.all, (all) => all.some(({ reference }) => reference === pin.reference))
  return (
    <IconButton
      label={isPinned ? strings.unpin : strings.pin}
      pressed={isPinned}
      {...(size === undefined ? {} : { size })}
      onClick={() => {
        if (!pins.toggle(pin)) show({ title: strings.full(MOST_PINS), id: 'content-pins' })
      }}
    >
      <PinIcon size={15} />
    </IconButton>
  )
}
