import { useQuery } from '@tanstack/react-query'
import { Box, FileUp, Plus, Sparkles } from 'lucide-react'
import { useRef } from 'react'
import { rehearsalsQuery } from '../../api/index.ts'
import { Button, Menu, type MenuEntry } from '../../ui/index.ts'
import * as strings from '../strings.ts'
import type { PartStart } from './useNewPart.ts'

/** Requests that are offered for a new part. */
const MOST_IDEAS = 3

/** Begins a part: empty, with a request to the agent, or from a STEP file. */
export function NewPart({
  projectId,
  busy,
  onStart,
}: {
  projectId: string
  busy: boolean
  onStart(start: PartStart): void
}) {
  const file = useRef<HTMLInputElement>(null)
  const ideas = useQuery(rehearsalsQuery('part', projectId)).data?.rehearsals ?? []
  const entries: MenuEntry[] = [
    { label: strings.emptyPart, icon: <Box size={14} />, onSelect: () => onStart({ kind: 'empty' }) },
    { label: strings.fromStep, icon: <FileUp size={14} />, onSelect: () => file.current?.click() },
    ...(ideas.length > 0 ? [{ separator: true } as const, { group: strings.askTheAgent }] : []),
    ...ideas.slice(0, MOST_IDEAS).map((rehearsal) => ({
      label: rehearsal.title,
      icon: <Sparkles size={14} />,
      onSelect: () => onStart({ kind: 'ask', rehearsal }),
    })),
  ]
  return (
    <>
      <Menu
        align="end"
        entries={entries}
        trigger={
          <Button variant="primary" busy={busy} icon={<Plus size={15} />}>
            {strings.newPart}
          </Button>
        }
      />
      <input
        ref={file}
        type="file"
        accept=".step,.stp"
        hidden
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.files?.[0]
          currentTarget.value = ''
          if (chosen) onStart({ kind: 'step', file: chosen })
        }}
      />
    </>
  )
}
