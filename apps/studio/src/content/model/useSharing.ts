import type { Answer } from '@atelier/api/client'
import { useState } from 'react'
import { sentence } from '../../api/client.ts'
import { useToast } from '../../ui/index.ts'
import { useContent } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import { saveAll } from './saveAll.ts'
import * as strings from './sharingStrings.ts'

/** Which fields of a model are to be shared. */
export interface Wanted {
  model: string
  fields: Record<string, boolean>
}

/** Shares fields among languages, or not any more; asks first where languages have different values. */
export function useSharing() {
  const { session } = useContent()
  const { show } = useToast()
  const [asked, setAsked] = useState<{ all: readonly Wanted[]; why: string }>()
  const [busy, setBusy] = useState(false)

  /**
   * @param takesDefault whether the default language's value may replace others
   * @returns why it was refused once that was agreed to
   */
  const share = async (all: readonly Wanted[], takesDefault = false): Promise<string | undefined> => {
    setBusy(true)
    const answer = await session.runTogether(async (run): Promise<Answer<number>> => {
      for (const { model, fields } of all) {
        const input = { model, fields, ...(takesDefault ? { differing: 'default' as const } : {}) }
        const done = await saveAll(
          () => run(operations.shareFields, input),
          () => undefined,
        )
        if (!done.ok) return done
      }
      return { ok: true, value: all.reduce((sum, { fields }) => sum + Object.keys(fields).length, 0) }
    })
    setBusy(false)
    if (!answer.ok && takesDefault) return sentence(answer.error)
    setAsked(undefined)
    if (answer.ok) {
      const isOn = all.some(({ fields }) => Object.values(fields).includes(true))
      if (isOn) show({ title: strings.shared(answer.value.data), id: 'shared-fields' })
    } else if (answer.error.code === 'values_differ') setAsked({ all, why: answer.error.message })
    else show({ title: sentence(answer.error), tone: 'danger', id: 'shared-fields' })
    return undefined
  }
  return { share, asked, busy, dismiss: () => setAsked(undefined) }
}
