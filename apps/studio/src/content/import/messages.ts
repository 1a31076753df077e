import type { Encoding } from './decodeText.ts'
import type { PlanInput, PlannedRow } from './plan.ts'
import type { Cell, ReadProblem } from './table.ts'

/** The facts about a file once it is read. */
export interface ReadFile {
  columns: string[]
  count: number
  format: 'csv' | 'json'
  encoding: Encoding
  delimiter?: string
  openQuote?: boolean
  /** The first rows. */
  sample: Cell[][]
}

/** Titles and ids of the entries that a relation may name. */
export type RelationEntries = readonly { model: string; id: string; title: string }[]

export interface PlanRequest extends Pick<PlanInput, 'model' | 'targets' | 'status' | 'update'> {
  existing: readonly string[]
  /** By field. */
  unique: Readonly<Record<string, readonly (readonly [value: string, entry: string])[]>>
  relations: Readonly<Record<string, RelationEntries>>
}

export interface PlanSummary {
  create: number
  update: number
  skip: number
  /** Rows that are brought in although something about them is unusual. */
  doubtful: number
}

export interface Requests {
  read: { asks: { file: File; encoding?: Encoding; delimiter?: string }; answers: ReadOutcomeMessage }
  plan: { asks: PlanRequest; answers: PlanSummary }
  rows: { asks: { from: number; to: number; problemsOnly: boolean }; answers: PlannedRow[] }
  /** The next rows that are brought in, from the place where the last ones ended. */
  pending: { asks: { from: number; most: number }; answers: { rows: PlannedRow[]; next: number } }
  cells: { asks: { columns: readonly number[]; most: number }; answers: Cell[][] }
}

export type ReadOutcomeMessage = { ok: true; file: ReadFile } | { ok: false; problem: ReadProblem }

export type RequestMessage = {
  [Kind in keyof Requests]: { id: number; kind: Kind; asks: Requests[Kind]['asks'] }
}[keyof Requests]

export type AnswerMessage =
  | { id: number; ok: true; answer: unknown }
  | { id: number; ok: false; message: string }
  | { id: number; progress: number }
