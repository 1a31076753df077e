import type { View } from '@atelier/documents'
import { isLocked } from '@atelier/site'
import { BotOff } from 'lucide-react'
import { IconButton } from '../../../ui/Button.tsx'
import type { MenuEntry } from '../../../ui/Menu.tsx'
import { operations } from '../session/handles.ts'
import type { EditorSession } from '../session/session.ts'
import * as strings from './strings.ts'

/** The mark of a page, template or component that no agent changes; a click unlocks it. */
export function AgentLock({ title, onUnlock }: { title: string; onUnlock: () => void }) {
  return (
    <IconButton label={strings.unlockTitleForTheAgent(title)} size="sm" onClick={onUnlock}>
      <BotOff size={12} />
    </IconButton>
  )
}

/** The entry of its menu that locks or unlocks it. */
export function agentLockEntry(session: EditorSession, site: View | undefined, id: string): MenuEntry {
  const locked = site !== undefined && isLocked(site, id)
  return {
    label: locked ? strings.unlockAgainForTheAgent : strings.lockForTheAgent,
    onSelect: () => void session.run(operations.setLocked, { ids: [id], locked: !locked }),
  }
}
