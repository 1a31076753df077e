import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { partType } from '@atelier/cad'
import type { DocumentTables } from '@atelier/documents'
import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Packages } from '../code/packages.ts'
import type { ServerTables } from '../database/tables.ts'
import type { MediaFiles } from '../media/files.ts'
import type { Variants } from '../media/variants.ts'
import type { VersionTables } from '../versions/tables.ts'

/** Removes files that nothing can restore any more. */
export interface MediaSweep {
  /** Removes contents that nothing has named for 30 days; looks through each project once a day. Returns how many. */
  unused(at: number): Promise<number>
  /** Removes what uploads left behind that a kill or a lost connection cut off. */
  cutOff(at: number): Promise<void>
  /** Removes the media and packages of deleted projects. Returns the number of folders. */
  forgotten(): Promise<number>
}

export interface MediaSweepOptions {
  database: Database
  dataDir: string
  files: MediaFiles
  variants: Pick<Variants, 'hashes' | 'forget'>
  packages: Pick<Packages, 'projects' | 'remove'>
}

const day = 86_400_000
const unusedLastsMs = 30 * day
/** An upload that has written nothing for this long is no longer running. */
const uploadLastsMs = 3_600_000
/** How often a project's whole history is searched; it is too much work for every pass. */
const everyMs = day

const Fields = Type.Record(Type.String(), Type.Unknown())
/** When each content was first found without a reference, in epoch milliseconds. */
const Marks = Type.Record(Type.String(), Type.Number())
type Marks = Type.Static<typeof Marks>

const inflate = promisify(gunzip)

export function createMediaSweep({ database, dataDir, files, variants, packages }: MediaSweepOptions): MediaSweep {
  const db = queryBuilder<Pick<ServerTables, 'projects'> & DocumentTables & VersionTables>(database.dialect)
  const lookedAt = new Map<string, number>()
  const startedAt = Date.now()

  const existing = async () => {
    const rows = await database.read(rowsOf<{ id: string }>(db.selectFrom('projects').select('id')))
    return new Set(rows.map(({ id }) => id))
  }

  /**
   * The media that a project can still show: media and fonts as they stand, those that a version has, and those that
   * undoing or redoing a change set would restore. Releases have their bytes under names of their own.
   */
  const namedIn = async (projectId: string): Promise<Set<string>> => {
    const named = new Set<string>()
    const note = (text: string) => {
      for (const [hash] of text.matchAll(/[0-9a-f]+/g)) if (hash.length === 64) named.add(hash)
    }
    const sites = db.selectFrom('documents').select('documents.id').where('project_id', '=', projectId)
    // A part names the files that it imports.
    const ids = sites.where('kind', 'in', ['site', partType.kind])
    const sets = db.selectFrom('change_sets').select('change_sets.id').where('project_id', '=', projectId)
    const changes = db.selectFrom('change_patches').select('patches').where('change_set_id', 'in', sets)
    const patches = await database.read(rowsOf<{ patches: string }>(changes.where('document_id', 'in', ids)))
    for (const row of patches) note(row.patches)

    /** A deleted record can return only if a change set deleted it. */
    const noteState = (state: string) => {
      const fields = Value.Parse(Fields, JSON.parse(state))
      for (const [key, value] of Object.entries(fields)) {
        const deleted = `${key}/deleted`
        if (fields[deleted] === true && !patches.some((row) => row.patches.includes(JSON.stringify(deleted)))) continue
        note(JSON.stringify(value))
      }
    }
    const states = db.selectFrom('documents').select('projection').where('id', 'in', ids)
    for (const { projection } of await database.read(rowsOf<{ projection: string | null }>(states))) {
      if (projection !== null) noteState(projection)
    }
    const updates = db
      .selectFrom('document_updates')
      .innerJoin('documents', 'documents.id', 'document_updates.document_id')
      .select('document_updates.data')
      .where('documents.id', 'in', ids)
      .whereRef('document_updates.seq', '>', 'documents.snapshot_head')
    // A hash is the same bytes in an update as in any text.
    for (const { data } of await database.read(rowsOf<{ data: Uint8Array }>(updates))) {
      note(Buffer.from(data).toString('latin1'))
    }
    const contents = db.selectFrom('version_contents').where('project_id', '=', projectId)
    const heads = contents.select(['document_id', 'head']).where('document_id', 'in', ids)
    for (const { document_id, head } of await database.read(rowsOf<{ document_id: string; head: number }>(heads))) {
      const one = contents.select('fields').where('document_id', '=', document_id).where('head', '=', head)
      const [row] = await database.read(rowsOf<{ fields: Uint8Array }>(one))
      if (row) noteState((await inflate(row.fields)).toString('utf8'))
    }
    for (const hash of [...named]) for (const made of await variants.hashes(projectId, hash)) named.add(made)
    return named
  }

  const marksFile = (projectId: string) => join(dataDir, 'media', projectId, 'unused.json')

  const readMarks = async (projectId: string): Promise<Marks> => {
    try {
      const value: unknown = JSON.parse(await readFile(marksFile(projectId), 'utf8'))
      return Value.Check(Marks, value) ? value : {}
    } catch (error) {
      const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
      if (!missing && !(error instanceof SyntaxError)) throw error
      return {}
    }
  }

  const writeMarks = async (projectId: string, marks: Marks) => {
    const part = `${marksFile(projectId)}.${crypto.randomUUID()}`
    await writeFile(part, JSON.stringify(marks))
    await rename(part, marksFile(projectId))
  }

  const sweepProject = async (projectId: string, at: number): Promise<number> => {
    const hashes = await files.hashes(projectId)
    if (hashes.length === 0) return 0
    const [named, before] = [await namedIn(projectId), await readMarks(projectId)]
    const marks: Marks = {}
    let gone = 0
    for (const hash of hashes) {
      if (named.has(hash)) continue
      const seen = before[hash] ?? at
      // Checked last: a new use of the bytes has renewed their time by now.
      const isOld = seen <= at - unusedLastsMs && ((await files.keptAt(projectId, hash)) ?? at) <= at - unusedLastsMs
      if (!isOld) {
        marks[hash] = seen
        continue
      }
      await files.removeHash(projectId, hash)
      await variants.forget(projectId, hash)
      gone += 1
    }
    if (JSON.stringify(marks) !== JSON.stringify(before)) await writeMarks(projectId, marks)
    return gone
  }

  return {
    async unused(at) {
      let gone = 0
      const there = await existing()
      for (const projectId of await files.projects()) {
        if (!there.has(projectId) || at - (lookedAt.get(projectId) ?? 0) < everyMs) continue
        lookedAt.set(projectId, at)
        gone += await sweepProject(projectId, at)
      }
      return gone
    },

    async cutOff(at) {
      // On SQLite no other process has the folder, so that every upload from before this start is over.
      const before = database.dialect === 'sqlite' ? Math.max(startedAt, at - uploadLastsMs) : at - uploadLastsMs
      for (const projectId of await files.projects()) await files.removeStale(projectId, before)
    },

    async forgotten() {
      // The folders first: one that is created meanwhile then belongs to a known project.
      const [media, installed] = [await files.projects(), await packages.projects()]
      const there = await existing()
      let gone = 0
      for (const id of media) if (!there.has(id)) gone += await files.remove(id).then(() => 1)
      for (const id of installed) if (!there.has(id)) gone += await packages.remove(id).then(() => 1)
      return gone
    },
  }
}
