import { Ellipsis } from 'lucide-react'
import { menuEntries } from '../../../shell/commands/menuEntries.ts'
import { useShell } from '../../../shell/layout/context.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { layerMenu } from '../commands/index.ts'
import { useEditorState, usePageTree } from '../session/context.ts'
import * as strings from './strings.ts'

interface LayerMenuProps {
  /** The layer's title. */
  title: string
  open: boolean
  onClose: () => void
}

/** The actions on the selected layer. */
export function LayerMenu({ title, open, onClose }: LayerMenuProps) {
  const { commands } = useShell()
  // The offers follow the selection and the page.
  useEditorState((state) => state.selected)
  usePageTree()
  return (
    <Menu
      align="end"
      defaultOpen={open}
      onClose={onClose}
      trigger={
        <IconButton label={strings.moreAbout(title)} size="sm" tabIndex={-1}>
          <Ellipsis size={14} />
        </IconButton>
      }
      entries={() => menuEntries(commands(), layerMenu)}
    />
  )
}
