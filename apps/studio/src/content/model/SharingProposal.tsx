import type { ContentModel } from '@atelier/api'
import { useState } from 'react'
import { Button, ErrorNote } from '../../ui/index.ts'
import { fieldLabel } from '../entry/labelOf.ts'
import { useContent } from '../session/context.ts'
import { AskSharing } from './AskSharing.tsx'
import * as strings from './sharingStrings.ts'
import { useSharing } from './useSharing.ts'

/** Proposes to share the fields of models whose values are most often the same in all languages. */
export function SharingProposal({ models }: { models: readonly ContentModel[] }) {
  const { project } = useContent()
  const sharing = useSharing()
  const key = `atelier.sharing.${project.id}`
  const [refused, setRefused] = useState(() => readRefused(key))
  const proposed = models.flatMap((model) => {
    const likely = model.locales.length < 2 ? [] : model.fields.filter(({ likelyShared }) => likelyShared)
    const fields = likely.filter(({ name }) => !refused.includes(`${model.id}/${name}`))
    return fields.length > 0 ? [{ model, fields }] : []
  })
  if (proposed.length === 0) return <AskSharing {...sharing} />
  const names = proposed.map(
    ({ model, fields }) => `${models.length > 1 ? `${model.name}: ` : ''}${fields.map(fieldLabel).join(', ')}`,
  )
  const refuse = () => {
    const all = proposed.flatMap(({ model, fields }) => fields.map(({ name }) => `${model.id}/${name}`))
    const next = [...refused, ...all]
    window.localStorage.setItem(key, JSON.stringify(next))
    setRefused(next)
  }
  const wanted = proposed.map(({ model, fields }) => ({
    model: model.id,
    fields: Object.fromEntries(fields.map(({ name }) => [name, true])),
  }))
  return (
    <>
      <ErrorNote
        tone="info"
        title={strings.proposal}
        actions={
          <>
            <Button size="sm" busy={sharing.busy} onClick={() => void sharing.share(wanted)}>
              {strings.shareThem}
            </Button>
            <Button size="sm" variant="quiet" onClick={refuse}>
              {strings.notNow}
            </Button>
          </>
        }
      >
        {strings.proposalHint(names.join('; '))}
      </ErrorNote>
      <AskSharing {...sharing} />
    </>
  )
}

function readRefused(key: string): string[] {
  try {
    const read: unknown = JSON.parse(window.localStorage.getItem(key) ?? '[]')
    return Array.isArray(read) ? read.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}
