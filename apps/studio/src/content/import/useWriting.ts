import { useEffect, useRef, useState } from 'react'
import { sentence } from '../../api/client.ts'
import { saveInput } from '../../api/saveInput.ts'
import type { RunTogether } from '../session/contentSession.ts'
import { useContent } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import type { ImportThread } from './importFile.ts'
import type { PlannedRow } from './plan.ts'
import type { WrittenModel } from './readContext.ts'

/** Entries of one call: few enough that others have their turn in between. */
const BATCH = 200

export interface Writing {
  state: 'none' | 'writing' | 'stopping' | 'done' | 'stopped' | 'failed'
  done: number
  /** Why it ended before its end. */
  problem?: string
  /** Written entries wait for a review. */
  waits?: boolean
  undo?: () => void
}

/** Writes the planned rows, a few at a time, into one change set; can be stopped in between. */
export function useWriting(model: WrittenModel, locale: string, thread: () => ImportThread | undefined) {
  const { session } = useContent()
  const [writing, setWriting] = useState<Writing>({ state: 'none', done: 0 })
  const stops = useRef(false)
  useEffect(
    () => () => {
      stops.current = true
    },
    [],
  )

  async function begin() {
    const at = thread()
    if (!at) return
    stops.current = false
    setWriting({ state: 'writing', done: 0 })
    let done = 0
    let problem: string | undefined
    let waits = false
    const written = await session.runTogether(async (run) => {
      problem = await makeModel(run, model)
      for (let from = 0; problem === undefined && !stops.current; ) {
        const { rows, next } = await at.ask('pending', { from, most: BATCH })
        if (rows.length === 0) break
        from = next
        const outcome = await writeRows(run, model, locale, rows, () => stops.current)
        done += outcome.done
        problem = outcome.problem
        waits ||= outcome.waits
        setWriting({ state: stops.current ? 'stopping' : 'writing', done })
      }
      // Entries written before a refusal are undone as well.
      return { ok: true, value: undefined }
    })
    const undo = written.ok ? written.value.undo : undefined
    setWriting({
      state: problem !== undefined ? 'failed' : stops.current ? 'stopped' : 'done',
      done,
      waits,
      ...(problem === undefined ? {} : { problem }),
      ...(undo ? { undo } : {}),
    })
  }

  return {
    ...writing,
    begin: (_total: number) => begin(),
    stop() {
      stops.current = true
      setWriting((before) => ({ ...before, state: 'stopping' }))
    },
  }
}

/** @returns why it could not be made */
async function makeModel(run: RunTogether, model: WrittenModel): Promise<string | undefined> {
  if (!model.isNew) return undefined
  const { id, name, kind, titleField, localized, fields } = model
  const answer = await run(operations.saveModel, {
    id,
    name,
    kind,
    i18n: localized,
    ...(titleField === undefined ? {} : { title_field: titleField }),
    fields: Object.fromEntries(fields.map((field) => [field.name, field.definition])),
  })
  return answer.ok ? undefined : sentence(answer.error)
}

async function writeRows(
  run: RunTogether,
  model: WrittenModel,
  locale: string,
  rows: readonly PlannedRow[],
  stops: () => boolean,
): Promise<{ done: number; problem?: string; waits: boolean }> {
  const its = model.localized ? locale : '*'
  const published: string[] = []
  let done = 0
  let waits = false
  let problem: string | undefined
  const calls = model.kind === 'document' ? rows.map((row) => [row]) : [rows]
  for (const part of calls) {
    if (stops() && done > 0) break
    const answer = await run(operations.saveContent, inputOf(model, its, part))
    if (!answer.ok) {
      problem = sentence(answer.error)
      break
    }
    done += part.length
    waits ||= !answer.value.merged
    // In the order in which they were given.
    for (const [at, { id }] of answer.value.entries.entries()) if (part[at]?.status === 'published') published.push(id)
  }
  if (published.length > 0) {
    const answer = await run(operations.updateStatus, {
      model: model.id,
      entryIds: published,
      status: 'published',
      ...(its === '*' ? {} : { locale: its }),
    })
    if (!answer.ok) problem ??= sentence(answer.error)
  }
  return { done, waits, ...(problem === undefined ? {} : { problem }) }
}

function inputOf(model: WrittenModel, locale: string, rows: readonly PlannedRow[]) {
  const [only] = rows
  if (model.kind === 'document') return saveInput(model, only?.id ?? '', locale, only?.values ?? {})
  return {
    model: model.id,
    ...(locale === '*' ? {} : { locale }),
    data: Object.fromEntries(rows.map(({ id, values }, at) => [id ?? `new-${at + 1}`, values])),
  }
}
