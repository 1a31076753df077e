import { Plus } from 'lucide-react'
import { IconButton } from '../../../ui/Button.tsx'
import { openPalette } from '../insert/open.ts'
import { useEditor } from '../session/context.ts'
import * as strings from './strings.ts'

/** Opens the insert palette under itself. */
export function InsertButton() {
  const session = useEditor()
  return (
    <IconButton
      label={strings.insert}
      shortcut="a"
      onClick={(event) => {
        const { left, bottom } = event.currentTarget.getBoundingClientRect()
        openPalette(session, { x: left, y: bottom })
      }}
    >
      <Plus size={16} />
    </IconButton>
  )
}
