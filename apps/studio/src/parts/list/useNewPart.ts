import type { Rehearsal } from '@atelier/api'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createSession, sentence, startRun } from '../../api/index.ts'
import { createPart, importStep, partsQuery } from '../../api/parts.ts'
import { useNavigate } from '../../navigation/context.ts'
import { paths } from '../../navigation/paths.ts'
import { useToast } from '../../ui/index.ts'
import * as strings from '../strings.ts'

/** The beginning of a new part: nothing, a request to the agent, or a STEP file. */
export type PartStart = { kind: 'empty' } | { kind: 'ask'; rehearsal: Rehearsal } | { kind: 'step'; file: File }

/**
 * Makes parts and opens them.
 * @param names those that are taken
 */
export function useNewPart(projectId: string, names: readonly string[]) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { show } = useToast()
  const [busy, setBusy] = useState(false)

  async function make(start: PartStart, folder: string | undefined): Promise<void> {
    setBusy(true)
    const made = await createPart(projectId, freeName(nameOf(start), names), folder)
    if (!made.ok) {
      setBusy(false)
      show({ title: sentence(made.error), tone: 'danger' })
      return
    }
    const { id } = made.value
    const chat = start.kind === 'ask' ? await askAgent(projectId, id, start.rehearsal.title) : undefined
    if (start.kind === 'step') {
      show({ title: strings.importing(start.file.name), id: 'part-import' })
      const imported = await importStep(projectId, id, start.file)
      if (!imported.ok)
        show({
          title: strings.notImported(start.file.name),
          description: sentence(imported.error),
          tone: 'danger',
          id: 'part-import',
        })
    }
    await queries.invalidateQueries({ queryKey: partsQuery(projectId).queryKey, exact: true })
    setBusy(false)
    navigate(paths.part(projectId, id, { chat }))
  }
  return { busy, make: (start: PartStart, folder?: string) => void make(start, folder) }
}

/** Begins a chat about a part. Returns its id; undefined if it was refused, and the person asks again beside the part. */
async function askAgent(projectId: string, documentId: string, prompt: string): Promise<string | undefined> {
  const session = await createSession({ projectId, scope: 'part', documentId })
  if (!session.ok) return undefined
  const { id } = session.value
  await startRun(id, { runId: crypto.randomUUID(), prompt, context: { documentId } })
  return id
}

function nameOf(start: PartStart): string | undefined {
  if (start.kind === 'step') return start.file.name.replace(/\.(?:step|stp)$/i, '').slice(0, 200) || undefined
  if (start.kind === 'empty') return undefined
  const word = start.rehearsal.id.split('.').at(-1) ?? ''
  return word === '' ? undefined : `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`
}

/** The name, or with a number behind it if it is taken; “Part 3” without one. */
export function freeName(name: string | undefined, names: readonly string[]): string {
  if (name !== undefined && !names.includes(name)) return name
  for (let number = name === undefined ? names.length + 1 : 2; ; number += 1) {
    const next = name === undefined ? strings.numbered(number) : `${name} ${number}`
    if (!names.includes(next)) return next
  }
}
