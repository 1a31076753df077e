import type { RowProblem } from './plan.ts'
import { MAX_BYTES, MAX_ROWS, type ReadProblem } from './table.ts'

/** Texts of importing a file. */
export const importFile = 'Import a file'
export const importInto = (name: string) => `Import into ${name}`
export const importShort = 'Import…'
export const hint =
  'Entries from a CSV or JSON file: its columns become fields, and every row is shown with its problems before anything is written.'
export const chooseFile = 'Choose a file'
export const fileToImport = 'File to import'
export const dropHere = 'Drop a CSV or JSON file here'
export const limits = `Up to ${MAX_ROWS.toLocaleString('en')} rows and ${Math.round(MAX_BYTES / 1024 / 1024)} MB.`
export const anotherFile = 'Choose another file'
export const reading = 'Reading'
export const readShare = (fraction: number) => `Reading, ${Math.round(fraction * 100)} %`
export const back = 'Back'
export const backTo = (name: string) => `Back to ${name}`
export const backToModels = 'Back to the models'
export const cancel = 'Cancel'
export const fileFacts = (name: string, count: number, columns: number) =>
  `${name} · ${count === 1 ? '1 row' : `${count.toLocaleString('en')} rows`} · ${columns === 1 ? '1 column' : `${columns} columns`}`
export const encoding = 'Encoding'
export const encodings = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big endian)',
  'windows-1252': 'Windows-1252 (Western Europe)',
  'windows-1254': 'Windows-1254 (Turkish)',
} as const
export const delimiter = 'Separated by'
export const delimiters: Readonly<Record<string, string>> = {
  ',': 'Commas',
  ';': 'Semicolons',
  '\t': 'Tabs',
  '|': 'Bars',
}
export const openQuote = 'A quote in this file is never closed, so its last row holds everything behind it.'
export const into = 'Into'
export const newModel = 'A new model'
export const modelName = 'Name of the model'
export const language = 'Language'
export const columns = 'Columns'
export const column = 'Column'
export const becomes = 'Becomes'
export const type = 'Type'
export const example = 'First values'
export const becomesOf = (column: string) => `What ${column} becomes`
export const typeOf = (column: string) => `Type of ${column}`
export const leftOut = 'Left out'
export const isId = 'Id of the entry'
export const isSlug = 'Slug of the document'
export const isStatus = 'Status'
export const isField = 'A field'
export const fitsNothing = (count: number) =>
  count === 1 ? '1 column fits no field and is left out.' : `${count} columns fit no field and are left out.`
export const publish = 'Entries arrive as'
export const statuses = { draft: 'Drafts', published: 'Published' } as const
export const statusByColumn = 'A column says which entries are published.'
export const existing = 'Entries that exist already'
export const leaveExisting = 'Leave them as they are'
export const updateExisting = 'Update their fields'
export const checkRows = 'Check the rows'
export const noColumns = 'Choose at least one column that becomes a field.'
export const noName = 'The new model needs a name.'
export const noTitle = 'At least one column has to become a field of plain text, by which entries are named.'
export const preview = 'Rows'
export const rowsOf = (name: string) => `Rows for ${name}`
export const toCreate = (count: number) => `${count.toLocaleString('en')} new`
export const toUpdate = (count: number) => `${count.toLocaleString('en')} updated`
export const toSkip = (count: number) => `${count.toLocaleString('en')} left out`
export const doubtful = (count: number) => `${count.toLocaleString('en')} unusual`
export const problemsOnly = 'Only with problems'
export const row = 'Row'
export const what = 'Result'
export const problem = 'Problem'
export const actions = { create: 'New', update: 'Updated', skip: 'Left out' } as const
export const write = (count: number) =>
  count === 1 ? 'Import 1 entry' : `Import ${count.toLocaleString('en')} entries`
export const nothingToWrite = 'No row can be imported. Change the columns, or mend the file and choose it again.'
export const writing = (done: number, total: number) =>
  `${done.toLocaleString('en')} of ${total.toLocaleString('en')} entries written`
export const progress = 'Progress of the import'
export const stop = 'Stop'
export const stopping = 'Stopping'
export const finished = (count: number) =>
  count === 1 ? '1 entry imported' : `${count.toLocaleString('en')} entries imported`
export const stopped = (count: number) =>
  `Stopped after ${count === 1 ? '1 entry' : `${count.toLocaleString('en')} entries`}`
export const failedAfter = (count: number) =>
  `The import ended after ${count === 1 ? '1 entry' : `${count.toLocaleString('en')} entries`}`
export const keptHint = 'What was written stays. Undo takes all of it back in one step.'
export const waitsHint = 'The entries wait for a review.'
export const undo = 'Undo the import'
export const undone = 'The import was undone'
export const openModel = (name: string) => `Open ${name}`
export const tooManyEntries =
  'This model has more than 10,000 entries, so which rows exist cannot be shown before. Choose to update them, or leave the id column out.'

export function readProblem(problem: ReadProblem): { title: string; hint: string } {
  switch (problem.code) {
    case 'too_large':
      return {
        title: `The file has ${Math.round(problem.bytes / 1024 / 1024)} MB; at most ${Math.round(MAX_BYTES / 1024 / 1024)} MB are read.`,
        hint: 'Split it into smaller files, and import one after the other.',
      }
    case 'too_many_rows':
      return {
        title: `The file has more than ${MAX_ROWS.toLocaleString('en')} rows.`,
        hint: 'Split it into smaller files, and import one after the other.',
      }
    case 'empty':
      return { title: 'The file is empty.', hint: 'Choose another one.' }
    case 'no_rows':
      return {
        title: 'There are no rows in this file.',
        hint: 'A CSV file has the names of its columns in the first line; a JSON file holds a list of objects.',
      }
    case 'no_json':
      return { title: 'This is no valid JSON.', hint: problem.why }
    case 'too_wide':
      return {
        title: 'The file has more than 200 columns.',
        hint: 'Perhaps it is separated by another sign, or it is not a table.',
      }
    case 'unreadable':
      return {
        title: 'The file could not be read.',
        hint: 'Perhaps it was changed or moved meanwhile. Choose it again.',
      }
  }
}

export function problemText({ code, text }: RowProblem): string {
  switch (code) {
    case 'value':
      return text
    case 'number':
      return `“${text}” is no number.`
    case 'boolean':
      return `“${text}” is neither yes nor no.`
    case 'date':
      return `“${text}” is no day.`
    case 'datetime':
      return `“${text}” is no time.`
    case 'json':
      return `“${text}” is no JSON.`
    case 'unknown_relation':
      return `No entry has the id or the title “${text}”.`
    case 'ambiguous_relation':
      return `Several entries have the title “${text}”: use an id.`
    case 'id':
      return `“${text}” cannot be an id: letters, digits, dashes and underscores, at most 40.`
    case 'same_id':
      return `An earlier row has the id “${text}”.`
    case 'exists':
      return `There is an entry “${text}” already.`
    case 'no_id':
      return 'It has no slug, and no title to make one of.'
    case 'status':
      return `“${text}” is no status.`
    case 'required':
      return `“${text}” is required.`
    case 'not_unique':
      return `Another entry or row has “${text}”.`
  }
}
