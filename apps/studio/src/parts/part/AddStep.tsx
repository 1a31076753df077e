import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { sentence } from '../../api/client.ts'
import { importStep } from '../../api/parts.ts'
import { Button } from '../../ui/index.ts'
import { usePart } from '../session/context.ts'
import * as strings from '../strings.ts'

/** Adds the solids of a STEP file to the part, as one step of undo. */
export function AddStep() {
  const { session } = usePart()
  const file = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const add = async (chosen: File) => {
    setBusy(true)
    const answer = await session.track(importStep(session.projectId, session.partId, chosen), (result) =>
      result.ok ? result.value.changeSetId : undefined,
    )
    setBusy(false)
    if (!answer.ok) session.problem.set({ message: sentence(answer.error) })
  }
  return (
    <>
      <Button icon={<FileUp size={14} />} busy={busy} onClick={() => file.current?.click()}>
        {strings.importAStep}
      </Button>
      <input
        ref={file}
        type="file"
        accept=".step,.stp"
        hidden
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.files?.[0]
          currentTarget.value = ''
          if (chosen) void add(chosen)
        }}
      />
    </>
  )
}
